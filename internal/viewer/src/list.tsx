// A list of rows of one height, of which only those in sight are in the page.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { memo, useLatest } from "./memo";

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

/**
 * Brings a row into sight; -1: the first. One that comes next is brought there by as
 * little as it takes, with some rows beyond it: so each step has a row or two to make,
 * and none has half a list. Others come to the middle, unless they are in sight.
 */
function follow(s: Sight, current: number, count: number, row: number): void {
  const beyond = Math.min(3, Math.max(0, Math.floor((s.height / row - 1) / 2))) * row;
  const next = Math.abs(current - s.current) <= 3 && s.count === count;
  s.current = current;
  s.count = count;
  const at = current * row;
  let top = Math.min(s.top, at - (next ? beyond : 0));
  top = Math.max(top, at + row + (next ? beyond : 0) - s.height);
  if (!next && top !== s.top) top = at - (s.height - row) / 2;
  top = current < 0 ? 0 : Math.max(0, Math.min(top, count * row - s.height));
  s.moved ||= top !== s.top;
  s.top = top;
}

interface RowProps { i: number; count: number; current: boolean; class: string; height: number; basis: unknown; shows: string; render(i: number): ComponentChildren }

/** A row is made again only if what it follows from is another. */
const Row = memo(({ i, count, current, class: kind, height, render }: RowProps) => (
  <li aria-posinset={i + 1} aria-setsize={count} aria-current={current ? "step" : undefined} class={kind} style={`height: ${height}px`}>{render(i)}</li>
));

export function List(props: {
  label: string;
  count: number;
  current: number; // kept in sight; -1: none
  row: number; // its height in pixels
  render(i: number): ComponentChildren;
  basis: unknown; // what all rows follow from
  shows?(i: number): string; // what else a row follows from
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
  const render = useLatest(props.render);
  const rows = [];
  for (let i = from; i < to; i++) {
    rows.push(<Row key={i} i={i} count={count} current={i === current} height={row} basis={props.basis} shows={props.shows?.(i) ?? ""} render={render}
      class={(i === current ? "current " : "") + (props.onPick ? "pick " : "") + (props.className?.(i) ?? "")} />);
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
