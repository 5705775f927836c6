// The editor: CodeMirror with the language's completion, help and problems.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus, snippet, type Completion, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yamlLanguage } from "@codemirror/lang-yaml";
import { javascriptLanguage, localCompletionSource, snippets, typescriptLanguage, typescriptSnippets } from "@codemirror/lang-javascript";
import { bracketMatching, codeFolding, foldEffect, foldKeymap, HighlightStyle, indentOnInput, indentUnit, LanguageSupport, syntaxHighlighting, unfoldAll } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, Prec, type Extension, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, type ViewUpdate } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Problem } from "./lab-api";
import { kindNames, type Kind } from "./lab-kind";
import { marking, picked, showMarks } from "./lab-marks";
import type { Place as Standing } from "./lab-place";
import type { Language, Offer } from "./lab-schema";
import type { LabWords } from "./lab-words";
import { namesIn, placeAt, type Place } from "./lab-yaml";

const colours = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--code-key)" },
  { tag: [tags.string, tags.content, tags.attributeValue], color: "var(--code-text)" },
  { tag: tags.comment, color: "var(--dim)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.operatorKeyword, tags.typeName], color: "var(--code-key)", fontWeight: "600" },
  { tag: [tags.number, tags.bool, tags.null, tags.regexp], color: "var(--code-text)" },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: "var(--dim)" },
]);

/** A place of a problem as an offset; the columns of problems count characters. */
export function offsetOf(doc: Text, line: number, col: number): number {
  const l = doc.line(Math.max(1, Math.min(line, doc.lines)));
  const before = Array.from(l.text).slice(0, Math.max(0, col - 1)).join("");
  return l.from + before.length;
}

/** A description as nodes: between backquotes stands code. */
function described(text: string): HTMLElement {
  const box = document.createElement("div");
  box.className = "described";
  for (const paragraph of text.split("\n\n")) {
    const p = box.appendChild(document.createElement("p"));
    paragraph.split("`").forEach((part, i) => {
      if (i % 2) p.appendChild(document.createElement("code")).textContent = part;
      else p.append(part);
    });
  }
  return box;
}

/** What is put into the text for a key. */
function insertOf(o: Offer, p: Place): string {
  if (p.colon) return o.label;
  const head = o.empty ? `${o.label}:` : `${o.label}: #{}`;
  const rest = p.flow ? "" : o.required.map((key) => `\n${" ".repeat(p.column)}${key}: #{}`).join("");
  return head + rest;
}

function completionOf(o: Offer, p: Place, indent: number): Completion {
  const base = { label: o.label, type: o.kind === "key" ? "property" : "enum", boost: o.kind === "key" ? 0 : 1, ...(o.info ? { info: () => described(o.info) } : {}) };
  if (o.kind === "value") return { ...base, apply: o.label };
  // The editor indents the lines of a snippet as the line that it stands in.
  return { ...base, apply: snippet(insertOf(o, { ...p, column: p.column - indent })) };
}

function complete(language: Language, context: CompletionContext) {
  const { doc } = context.state;
  const p = placeAt(doc.toString(), context.pos);
  if (!p || (!context.explicit && p.word === "")) return null;
  const line = doc.lineAt(context.pos).text;
  const indent = line.length - line.trimStart().length;
  const text = doc.toString();
  const names = language.named(p) ? namesIn(text).filter((name) => name !== p.word) : [];
  const options = [...language.offers(p).map((o) => completionOf(o, p, indent)), ...names.map((label): Completion => ({ label, type: "variable" }))];
  return options.length > 0 ? { from: p.from, to: p.to, options, validFor: /^[\w@.]*$/ } : null;
}

// What evsim gives to programs, by the names that one types.
const given = [
  "console.log", "setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate", "queueMicrotask", "process.nextTick", "process.on",
  "Promise.resolve", "Promise.reject", "Promise.all", "Promise.race", "Promise.allSettled", "Promise.any", "requestAnimationFrame", "requestIdleCallback",
  "MessageChannel", "MutationObserver", "EventTarget", "AbortController", "performance.now", "structuredClone",
].map((label): Completion => ({ label, type: "function" }));

function completeCode(kind: Kind, context: CompletionContext) {
  const word = context.matchBefore(/[\w$.]+/);
  if (!word && !context.explicit) return null;
  const more = word?.text.includes(".") ? [] : kind === "typescript" ? typescriptSnippets : snippets;
  return { from: word?.from ?? context.pos, options: [...given, ...more], validFor: /^[\w$.]*$/ };
}

/** The help that a language has. */
function helped(help: { current: Language | undefined }, kind: Kind): Extension {
  if (kind !== "yaml") return autocompletion({ override: [localCompletionSource, (context) => completeCode(kind, context)], icons: false });
  return [
    autocompletion({ override: [(context) => help.current ? complete(help.current, context) : null], icons: false }),
    hoverTooltip((view, pos) => {
      const p = placeAt(view.state.doc.toString(), pos);
      const says = p && p.word !== "" ? help.current?.explain(p) : undefined;
      return says ? { pos: p!.from, end: p!.to, above: true, create: () => ({ dom: described(says) }) } : null;
    }, { hoverTime: 400 }),
  ];
}

/** Where a text has its answers: what stands under the keys that say what happens. */
export function answersIn(text: string): { from: number; to: number }[] {
  const blocks = text.matchAll(/^(?:expect|rules|cases):([^\n]*(?:\n(?![^\s#-])[^\n]*)*)/gm);
  return [...blocks].map((m) => {
    const to = m.index + m[0].trimEnd().length;
    return { from: m.index + m[0].indexOf(":") + 1, to };
  }).filter((range) => range.to > range.from);
}

function hideAnswers(v: EditorView): void {
  v.dispatch({ effects: answersIn(v.state.doc.toString()).map((range) => foldEffect.of(range)) });
}

const wordsRoom = new Compartment();
const wrapRoom = new Compartment(); // lines are broken at the desk; on the stage one line is one statement

function spoken(w: LabWords, kind: Kind): Extension {
  return [
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": kind === "yaml" ? w.editor : kindNames[kind], "aria-description": w.editorHelp }),
    EditorState.phrases.of(w.phrases),
    codeFolding({ placeholderText: w.answerHidden }),
  ];
}

// Where a selection is typed over, Chromium keeps its look in a style attribute,
// which the page's policy forbids. So the editor does it itself.
const typedOver = EditorView.domEventHandlers({
  beforeinput: (e, view) => {
    const { ranges, main } = view.state.selection;
    const text = e.data;
    if (e.inputType !== "insertText" || !text || main.empty || ranges.length > 1 || view.composing) return false;
    const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    const taken = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, main.from, main.to, text, insert));
    if (!taken) view.dispatch(insert());
    e.preventDefault();
    return true;
  },
});

/** Whether a text came at once: it was pasted, or it took the place of all that was there. */
function pasted(u: ViewUpdate): boolean {
  let whole = false;
  u.changes.iterChanges((from, to, _, __, inserted) => { whole ||= from === 0 && to === u.startState.doc.length && inserted.lines > 1; });
  return whole || u.transactions.some((t) => t.isUserEvent("input.paste"));
}

const grammars = { yaml: yamlLanguage, javascript: javascriptLanguage, typescript: typescriptLanguage };

interface Acts { change(text: string, pasted: boolean): void; run(): void; leave(): void }

function extensions(nonce: string, kind: Kind, acts: Acts): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    // A list that is only being made is not yet there to be closed. False: what is open is closed, and Tab leaves the editor after it.
    Prec.highest(keymap.of([{ key: "Escape", run: (v) => { if (completionStatus(v.state) !== "active") acts.leave(); return false; } }])),
    keymap.of([
      { key: "Mod-Enter", run: () => { acts.run(); return true; } },
      ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap, indentWithTab,
    ]),
    typedOver, lineNumbers({ domEventHandlers: { mousedown: (view, block) => picked(view, block.from) } }), marking, highlightActiveLineGutter(), highlightActiveLine(), highlightSpecialChars(), drawSelection(), history(),
    indentOnInput(), bracketMatching(), closeBrackets(), indentUnit.of("  "), EditorState.tabSize.of(2),
    new LanguageSupport(grammars[kind]), syntaxHighlighting(colours), lintGutter(),
    EditorView.updateListener.of((u) => { if (u.docChanged) acts.change(u.state.doc.toString(), pasted(u)); }),
  ];
}

/** Moves an editor: who writes in it goes on where they are. The browser forgets both on the way. */
function move(v: EditorView, box: HTMLElement, into: HTMLElement): void {
  const wrote = v.hasFocus;
  const top = v.scrollDOM.scrollTop;
  into.append(box);
  v.scrollDOM.scrollTop = top;
  v.requestMeasure();
  if (!wrote) return;
  v.contentDOM.focus({ preventScroll: true });
  const { anchor, head } = v.state.selection.main;
  const [from, to] = [v.domAtPos(anchor), v.domAtPos(head)];
  document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
}

export interface EditorHandle { goTo(line: number, col: number): void; composing(): boolean }

/** The editor owns its text: another text, or language, takes another editor (a key). */
export function Editor(props: {
  source: string; // to begin with
  kind: Kind;
  problems: Problem[];
  language: { current: Language | undefined }; // when somebody asks what may stand at a place
  hide: boolean; // the answers
  nonce: string;
  words: LabWords;
  handle: { current: EditorHandle | null };
  standing: Standing;
  onChange(text: string, pasted: boolean): void;
  onRun(): void;
}) {
  const home = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const last = useRef(props);
  last.current = props;
  useLayoutEffect(() => { // a text is never to be seen without its editor, nor with its answers
    const base = home.current!; // which is no longer in the page when the stage gives back an editor that is gone, too
    const box = base.appendChild(document.createElement("div"));
    box.className = "editor";
    const v = new EditorView({ parent: box, state: stateOf(last.current.source) });
    view.current = v;
    const gone = props.standing.seat({
      into: (slot) => {
        if (box.parentElement === (slot ?? base)) return;
        move(v, box, slot ?? base);
        v.dispatch({ effects: wrapRoom.reconfigure(slot ? [] : EditorView.lineWrapping) });
      },
      mark: (marks) => showMarks(v, marks),
    });
    props.handle.current = {
      goTo: (line, col) => {
        const at = offsetOf(v.state.doc, line, col);
        v.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
        v.focus();
      },
      composing: () => v.composing,
    };
    return () => { gone(); v.destroy(); box.remove(); };
    function stateOf(doc: string) {
      return EditorState.create({
        doc,
        extensions: [
          extensions(props.nonce, props.kind, {
            change: (text, pasted) => last.current.onChange(text, pasted), run: () => last.current.onRun(),
            leave: () => box.closest<HTMLElement>(".viewer")?.focus({ preventScroll: true }),
          }),
          helped(props.language, props.kind), wordsRoom.of(spoken(last.current.words, props.kind)), wrapRoom.of(EditorView.lineWrapping),
        ],
      });
    }
  }, []);
  const spoke = useRef(props.words);
  useEffect(() => {
    if (spoke.current === props.words) return; // as the editor was made
    spoke.current = props.words;
    view.current!.dispatch({ effects: wordsRoom.reconfigure(spoken(props.words, props.kind)) });
  }, [props.words]);
  useLayoutEffect(() => {
    const v = view.current!;
    if (props.hide && props.kind === "yaml") hideAnswers(v);
    else unfoldAll(v);
  }, [props.hide]);
  useEffect(() => {
    const v = view.current!;
    const { doc } = v.state;
    v.dispatch(setDiagnostics(v.state, props.problems.map((p) => {
      const from = offsetOf(doc, p.line, p.col);
      return { from, to: Math.max(from, offsetOf(doc, p.endLine || p.line, p.endCol || p.col)), severity: p.severity, message: p.hint.en ? `${p.message[props.words.lang]}\n${p.hint[props.words.lang]}` : p.message[props.words.lang] };
    })));
  }, [props.problems, props.words]);
  return <div ref={home} />;
}
