// A list that one puts into order: with buttons, with keys, or by dragging.

import { useRef, useState } from "preact/hooks";
import { moved, rowAt } from "./lab-moves";
import type { LabWords } from "./lab-words";
import { fill } from "./words";

export interface Line { id: number; text: string }

export function OrderList(props: { lines: Line[]; wrong: number; right: boolean; words: LabWords; onChange(lines: Line[]): void }) {
  const { lines, words: w } = props;
  const [chosen, setChosen] = useState(lines[0]!.id);
  const [says, setSays] = useState("");
  const [dragged, setDragged] = useState<number>();
  const box = useRef<HTMLUListElement>(null);
  const at = lines.findIndex((l) => l.id === chosen);

  const move = (from: number, to: number) => {
    if (to < 0 || to >= lines.length || from === to) return;
    props.onChange(moved(lines, from, to));
    setSays(fill(w.movedTo, lines[from]!.text, to + 1, lines.length));
  };
  const select = (i: number) => {
    const l = lines[Math.max(0, Math.min(i, lines.length - 1))]!;
    setChosen(l.id);
    box.current?.querySelector(`#line-${l.id}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKey = (e: KeyboardEvent) => {
    const step: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1 };
    const to = step[e.key];
    if (to === undefined || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    if (e.altKey) move(at, to);
    else select(to);
  };
  const onDown = (e: PointerEvent, l: Line) => {
    if (e.button !== 0) return;
    setChosen(l.id);
    const grip = (e.target as HTMLElement).closest(".grip");
    if (e.pointerType !== "mouse" && !grip) return; // a finger on the text scrolls
    box.current!.setPointerCapture(e.pointerId);
    setDragged(l.id);
  };
  const onMove = (e: PointerEvent) => {
    if (dragged === undefined) return;
    const tops = [...box.current!.children].map((el) => el.getBoundingClientRect().top);
    move(lines.findIndex((l) => l.id === dragged), rowAt(tops, e.clientY));
  };
  return (
    <div class="ordering">
      <ul class="reorder" ref={box} role="listbox" tabIndex={0} aria-label={w.yourOrder} aria-describedby="predict-help" aria-activedescendant={`line-${chosen}`}
        onKeyDown={onKey} onPointerMove={onMove} onPointerUp={() => setDragged(undefined)} onPointerCancel={() => setDragged(undefined)}>
        {lines.map((l, i) => (
          <li key={l.id} id={`line-${l.id}`} role="option" aria-selected={l.id === chosen} aria-posinset={i + 1} aria-setsize={lines.length}
            class={`${l.id === dragged ? "dragged" : ""}${i === props.wrong ? " wrong" : ""}${props.right ? " right" : ""}`} onPointerDown={(e) => onDown(e, l)}>
            <span class="number" aria-hidden="true">{i + 1}</span><code>{l.text}</code><span class="grip" aria-hidden="true" title={fill(w.grab, l.text)}>⠿</span>
          </li>
        ))}
      </ul>
      <div class="tools" role="group" aria-label={w.yourOrder}>
        <button type="button" disabled={at <= 0} onClick={() => move(at, at - 1)}>↑ {w.up}</button>
        <button type="button" disabled={at >= lines.length - 1} onClick={() => move(at, at + 1)}>↓ {w.down}</button>
      </div>
      <p class="hidden" role="status">{says}</p>
    </div>
  );
}
