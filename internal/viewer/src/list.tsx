// A list of rows of one height, of which only those in sight are in the page.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

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
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(300);
  const { row, count, current } = props;
  useLayoutEffect(() => {
    const el = box.current;
    if (!el) return;
    const watch = new ResizeObserver(() => setHeight(el.clientHeight));
    watch.observe(el);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    const el = box.current;
    if (!el) return;
    if (current < 0) {
      el.scrollTop = 0;
      return;
    }
    const at = current * row;
    if (at < el.scrollTop || at + row > el.scrollTop + el.clientHeight) el.scrollTop = at - (el.clientHeight - row) / 2;
  }, [current, count]);
  const from = Math.max(0, Math.floor(top / row) - 4);
  const to = Math.min(count, Math.ceil((top + height) / row) + 4);
  const rows = [];
  for (let i = from; i < to; i++) {
    const on = props.onPick && (() => props.onPick!(i));
    rows.push(
      <li key={i} aria-posinset={i + 1} aria-setsize={count} aria-current={i === current ? "step" : undefined}
        class={(i === current ? "current " : "") + (on ? "pick " : "") + (props.className?.(i) ?? "")}
        style={{ height: `${row}px` }} onClick={on}>
        {props.render(i)}
      </li>,
    );
  }
  const onKey = (e: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / row) - 1);
    const by = ({ ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page } as Record<string, number>)[e.key];
    if (by === undefined || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
    e.preventDefault();
    props.onMove!(by);
  };
  return (
    <div class="list" ref={box} onKeyDown={props.onMove && onKey} tabIndex={0} role="region" aria-label={props.label} onScroll={(e) => setTop(e.currentTarget.scrollTop)}>
      {count === 0 && props.empty ? <p class="dim">{props.empty}</p> : null}
      <ol style={{ paddingTop: `${from * row}px`, height: `${count * row}px` }}>{rows}</ol>
    </div>
  );
}
