// A list of rows of one height, of which only those in sight are in the page.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/**
 * Where a list is. It is kept here, and the page is not asked: while a step is being
 * shown, each answer would lay out the whole page.
 */
interface Sight {
  top: number; // how far the list is scrolled, in pixels
  moved: boolean; // the list is not scrolled so far yet
  height: number; // what is in sight
  current: number; // the row that was brought into sight, and of how many
  count: number;
}

/** Brings a row into sight, in the middle unless it is there already; -1: the first. */
function follow(s: Sight, current: number, count: number, row: number): void {
  s.current = current;
  s.count = count;
  const at = current * row;
  if (current >= 0 && at >= s.top && at + row <= s.top + s.height) return;
  s.top = current < 0 ? 0 : Math.max(0, Math.min(at - (s.height - row) / 2, count * row - s.height));
  s.moved = true;
}

export function List(props: {
  label: string;
  count: number;
  current: number; // kept in sight; -1: none
  row: number; // its height in pixels
  render(i: number): ComponentChildren;
  className?(i: number): string;
  onPick?(i: number): void;
  onMove?(by: number): void; // with the keys: so many rows down
  empty?: string;
}) {
  const { row, count, current } = props;
  const box = useRef<HTMLDivElement>(null);
  const sight = useRef<Sight>({ top: 0, moved: false, height: 300, current: -1, count: 0 }).current;
  const [, show] = useState(""); // the rows that are to be in the page
  if (sight.current !== current || sight.count !== count) follow(sight, current, count, row);
  const from = Math.max(0, Math.floor(sight.top / row) - 4);
  const to = Math.min(count, Math.ceil((sight.top + sight.height) / row) + 4);
  const look = (el: HTMLElement) => {
    sight.top = el.scrollTop;
    sight.height = el.clientHeight;
    show(`${Math.floor(sight.top / row)} ${Math.ceil((sight.top + sight.height) / row)}`);
  };
  useLayoutEffect(() => {
    const el = box.current!;
    sight.height = el.clientHeight;
    follow(sight, sight.current, sight.count, row);
    el.scrollTop = sight.top;
    sight.moved = false;
    look(el);
    const watch = new ResizeObserver(() => look(el));
    watch.observe(el);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (sight.moved) box.current!.scrollTop = sight.top;
    sight.moved = false;
  });
  const rows = [];
  for (let i = from; i < to; i++) {
    rows.push(
      <li key={i} aria-posinset={i + 1} aria-setsize={count} aria-current={i === current ? "step" : undefined}
        class={(i === current ? "current " : "") + (props.onPick ? "pick " : "") + (props.className?.(i) ?? "")}
        style={`height: ${row}px`}>
        {props.render(i)}
      </li>,
    );
  }
  const pick = (e: MouseEvent) => {
    const li = (e.target as Element).closest("li");
    if (li) props.onPick!(Number(li.getAttribute("aria-posinset")) - 1);
  };
  const onKey = (e: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(sight.height / row) - 1);
    const by = ({ ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page } as Record<string, number>)[e.key];
    if (by === undefined || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
    e.preventDefault();
    props.onMove!(by);
  };
  return (
    <div class="list" ref={box} onKeyDown={props.onMove && onKey} tabIndex={0} role="region" aria-label={props.label} onScroll={(e) => look(e.currentTarget)}>
      {count === 0 && props.empty ? <p class="dim">{props.empty}</p> : null}
      <ol style={`padding-top: ${from * row}px; height: ${count * row}px`} onClick={props.onPick && pick}>{rows}</ol>
    </div>
  );
}
