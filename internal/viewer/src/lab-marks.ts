// The lines of the editor that run, that are on the stack, and whose callbacks wait.

import { RangeSet, RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView, gutter, GutterMarker, type DecorationSet } from "@codemirror/view";
import type { CallbackKind } from "./cast";
import type { Marks } from "./host";
import { shapeOf } from "./shapes";

/** Which line a line of an older text is now; 0: it is no longer there, or nobody can tell. */
export type Now = (line: number) => number;

/** Follows the lines before and behind all changes; a line among them may be any. */
export function linesNow(ran: readonly string[], now: readonly string[]): Now {
  const most = Math.min(ran.length, now.length);
  let before = 0;
  while (before < most && ran[before] === now[before]) before++;
  let behind = 0;
  while (behind < most - before && ran[ran.length - 1 - behind] === now[now.length - 1 - behind]) behind++;
  return (line) => {
    if (line >= 1 && line <= before) return line;
    return line > ran.length - behind && line <= ran.length ? line + now.length - ran.length : 0;
  };
}

/** The lines of a text, without the empty one behind its last break. */
function linesOf(doc: Text): string[] {
  const lines = doc.toJSON();
  if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
  return lines;
}

const setMarks = StateEffect.define<Marks | undefined>();

interface Marked { marks: Marks | undefined; now: Now; lines: DecorationSet; signs: RangeSet<GutterMarker> }

const none: Marked = { marks: undefined, now: () => 0, lines: Decoration.none, signs: RangeSet.empty };

class Sign extends GutterMarker {
  constructor(private readonly kind: CallbackKind) { super(); }
  override eq(other: Sign): boolean { return other.kind === this.kind; }
  override toDOM(): Node {
    const box = document.createElement("span");
    box.className = `k-${this.kind}`;
    box.append(shapeOf(this.kind));
    return box;
  }
}

function markedOf(doc: Text, marks: Marks, now: Now): Marked {
  const at = new Map<number, { classes: string[]; ran: number; current: boolean }>();
  const put = (ran: number, name: string, current = false) => {
    const line = now(ran);
    if (line === 0) return;
    const one = at.get(line) ?? { classes: [], ran, current: false };
    at.set(line, { ...one, classes: [...one.classes, name], current: one.current || current });
  };
  for (const line of marks.stack) put(line, "onstack");
  put(marks.other, "otherline");
  put(marks.line, "current", true);
  for (const line of marks.waiting.keys()) put(line, "");
  const lines = new RangeSetBuilder<Decoration>();
  const signs = new RangeSetBuilder<GutterMarker>();
  for (const [line, one] of [...at].sort((a, b) => a[0] - b[0])) {
    const { from } = doc.line(line);
    const attributes = { class: one.classes.join(" ").trim(), "data-line": String(one.ran), ...(one.current ? { "aria-current": "step" } : {}) };
    lines.add(from, from, Decoration.line({ attributes }));
    const kind = marks.waiting.get(one.ran);
    if (kind) signs.add(from, from, new Sign(kind));
  }
  return { marks, now, lines: lines.finish(), signs: signs.finish() };
}

const field = StateField.define<Marked>({
  create: () => none,
  update(old, tr) {
    const set = tr.effects.find((e) => e.is(setMarks));
    const marks = set ? (set.value as Marks | undefined) : old.marks;
    if (!marks) return none;
    if (!set && !tr.docChanged) return old;
    const now = tr.docChanged || old.marks?.text !== marks.text ? linesNow(marks.text, linesOf(tr.newDoc)) : old.now;
    return markedOf(tr.newDoc, marks, now);
  },
  provide: (f) => EditorView.decorations.from(f, (m) => m.lines),
});

/** The line of the run that a line of the text is; 0: none. */
function ranAt(state: EditorState, line: number): number {
  const { marks, now } = state.field(field);
  if (!marks) return 0;
  if (now(line) === line) return line;
  const moved = line + marks.text.length - linesOf(state.doc).length;
  return now(moved) === line ? moved : 0;
}

/** What a click on the number of a line does: it goes to where that line runs. */
export function picked(view: EditorView, from: number): boolean {
  const ran = ranAt(view.state, view.state.doc.lineAt(from).number);
  if (ran > 0) view.state.field(field).marks?.pick(ran);
  return ran > 0;
}

export const marking: Extension = [
  field,
  gutter({ class: "cm-signs", side: "after", markers: (view) => view.state.field(field).signs }),
];

/** Shows marks, and brings the line where the run is into sight, unless somebody writes. */
export function showMarks(view: EditorView, marks: Marks | undefined): void {
  view.dispatch({ effects: setMarks.of(marks) });
  const line = marks ? view.state.field(field).now(marks.line) : 0;
  if (line === 0 || view.hasFocus) return;
  const block = view.lineBlockAt(view.state.doc.line(line).from);
  const { scrollDOM } = view;
  const top = block.top + view.documentPadding.top;
  if (top < scrollDOM.scrollTop || top + block.height > scrollDOM.scrollTop + scrollDOM.clientHeight) scrollDOM.scrollTop = top - Math.round((scrollDOM.clientHeight / block.height - 1) / 2) * block.height; // whole lines, where there are few
}
