// The picture of a search: boxes of lines, arrows for what is always so, dashed
// lines for what is open.

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { between, centre, layout, mostLines, shortened, sizeOf, wayOf, type Placed, type Way } from "./hasse";
import type { Search } from "./data";
import type { Lines } from "./orders";
import { shapes } from "./shapes";
import { few, type Answer, type Open, type Question, type Space } from "./space";
import { fill, type Words } from "./words";

interface Tie { a: number; b: number; first: number | undefined } // first: which is, by an answer

/** What is drawn between boxes besides arrows: answers, what follows from them, and questions. */
function tiesOf(open: Open, answers: readonly Answer[], box: number | undefined, pair: Question | undefined): Tie[] {
  const ties: Tie[] = answers.map((x) => ({ a: Math.min(x.first, x.second), b: Math.max(x.first, x.second), first: x.first }));
  const asked = box !== undefined ? open.of(box) : open.questions.length > few ? [] : open.questions; // of too many, those of a picked box
  for (const q of [...asked, ...(pair ? [pair] : [])]) {
    if (!ties.some((t) => t.a === q.a && t.b === q.b)) ties.push({ a: q.a, b: q.b, first: undefined });
  }
  return ties;
}

export function Picture(props: {
  search: Search; space: Space; lines: Lines; answers: Answer[]; open: Open; left: number[]; pair: Question | undefined; box: number | undefined; words: Words;
  onPair(a: number, b: number): void; onBox(box: number): void;
}) {
  const { search, lines, words: w } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 600, height: 320 });
  useLayoutEffect(() => {
    const el = frame.current!;
    const watch = new ResizeObserver(() => setRoom({ width: el.clientWidth, height: el.clientHeight }));
    watch.observe(el);
    return () => watch.disconnect();
  }, []);
  const down = room.width < 620;
  const sizes = useMemo(() => search.boxes.map((b) => sizeOf(b.lines.map((l) => lines.text(l)))), [search, lines]);
  const at = useMemo(() => layout(sizes, search.boxes.map((b) => b.after), down ? { width: room.width, height: 0 } : room, down), [sizes, search, room, down]);
  const ties = tiesOf(props.open, props.answers, props.box, props.pair);
  const ways = new Map(ties.map((t) => [t, wayOf(at, t.a, t.b)]));
  const taken: Placed[] = [];
  return (
    <div class="picture" ref={frame} tabIndex={0} role="region" aria-label={w.alwaysBefore}>
      {search.boxes.length === 0 ? <p class="dim">{w.logEmpty}</p> : null}
      <svg class="hasse" width={at.width} height={Math.max(0, at.height)} viewBox={`0 0 ${at.width} ${Math.max(1, at.height)}`} role="group" aria-label={w.alwaysBefore}>
        {ties.map((t) => <path key={`${t.a} ${t.b}`} class={tieClass(t, props.pair)} d={curve(ways.get(t)!)} />)}
        {search.boxes.flatMap((b, i) => b.after.map((from) => <Arrow key={`${from} ${i}`} from={at.boxes[from]!} to={at.boxes[i]!} down={down} />))}
        {search.boxes.map((b, i) => <BoxOf key={i} at={at.boxes[i]!} lines={b.lines} texts={lines} picked={props.box === i} words={w} onPick={() => props.onBox(i)} />)}
        {ties.map((t) => {
          const first = t.first === undefined ? "" : fill(w.isFirst, props.space.name(t.first));
          const says = first === "" ? "?" : down ? arrowOf(at.boxes, t) : fill(w.isFirst, shortened(props.space.name(t.first!)));
          const width = says.length === 1 ? 28 : 20 + 8 * [...says].reduce((n, c) => n + (c.codePointAt(0)! > 0x2e7f ? 1.7 : 1), 0);
          const place = between(at.boxes, ways.get(t)!, taken, width);
          taken.push({ x: place.x - width / 2, y: place.y - 14, width, height: 28 });
          const label = `${props.space.name(t.a)}, ${props.space.name(t.b)}: ${first || w.openShort}`;
          return (
            <g key={`${t.a} ${t.b}`} class={`badge${tieClass(t, props.pair).slice(4)}`} role="button" tabIndex={0} aria-label={label} onClick={() => props.onPair(t.a, t.b)} onKeyDown={pressed(() => props.onPair(t.a, t.b))}>
              <rect x={place.x - width / 2} y={place.y - 14} width={width} height={28} rx={14} />
              <text x={place.x} y={place.y + 5} text-anchor="middle">{says}</text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Which way an answer goes where there is no room for words: from the first box to the second. */
function arrowOf(boxes: readonly Placed[], t: Tie): string {
  const [from, to] = [centre(boxes[t.first!]!), centre(boxes[t.a + t.b - t.first!]!)];
  const [x, y] = [to.x - from.x, to.y - from.y];
  return Math.abs(x) > Math.abs(y) ? (x > 0 ? "→" : "←") : y > 0 ? "↓" : "↑";
}

/** Enter and Space, as a button takes them. */
function pressed(act: () => void) {
  return (e: KeyboardEvent) => {
    if (e.key !== "Enter" && e.key !== " ") return;
    e.preventDefault();
    e.stopPropagation();
    act();
  };
}

function tieClass(t: Tie, pair: Question | undefined): string {
  return `open${t.first === undefined ? "" : " set"}${pair && pair.a === t.a && pair.b === t.b ? " sel" : ""}`;
}

function curve(w: Way): string { return `M${w.from.x} ${w.from.y}Q${w.over.x} ${w.over.y} ${w.to.x} ${w.to.y}`; }

function Arrow(props: { from: Placed; to: Placed; down: boolean }) {
  const { from, to } = props;
  if (props.down) {
    const [x1, y1, x2, y2] = [from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y - 9];
    return <><path class="always" d={`M${x1} ${y1}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}`} /><path class="head" d={`M${x2 - 5} ${y2}h10l-5 9z`} /></>;
  }
  const [x1, y1, x2, y2] = [from.x + from.width, from.y + from.height / 2, to.x - 9, to.y + to.height / 2];
  return <><path class="always" d={`M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`} /><path class="head" d={`M${x2} ${y2 - 5}v10l9-5z`} /></>;
}

function BoxOf(props: { at: Placed; lines: number[]; texts: Lines; picked: boolean; words: Words; onPick(): void }) {
  const { at, lines, texts, words: w } = props;
  const shown = lines.slice(0, mostLines);
  const all = lines.map((l) => texts.text(l)).join(", ");
  return (
    <g class={`hbox k-${texts.kind(lines[0]!)}${props.picked ? " picked" : ""}`} role="button" tabIndex={0} aria-pressed={props.picked} onClick={props.onPick} onKeyDown={pressed(props.onPick)}>
      <title>{all}</title>
      <rect class="card" x={at.x} y={at.y} width={at.width} height={at.height} rx={7} />
      <rect class="edge" x={at.x} y={at.y} width={6} height={at.height} rx={3} />
      {shown.map((l, n) => (
        <g key={l} class={`k-${texts.kind(l)}`}>
          <path class="sign" transform={`translate(${at.x + 11} ${at.y + 9 + 19 * n}) scale(.85)`} d={shapes[texts.kind(l)]} fill-rule="evenodd" />
          <text x={at.x + 30} y={at.y + 20 + 19 * n}>{shortened(texts.text(l))}</text>
        </g>
      ))}
      {lines.length > mostLines ? <text class="more" x={at.x + 30} y={at.y + 20 + 19 * mostLines}>{fill(w.more, lines.length - mostLines)}</text> : null}
    </g>
  );
}
