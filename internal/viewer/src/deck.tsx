// The deck: what moves a run, below which is the time line.

import type { ComponentChildren } from "preact";
import type { Run } from "./data";
import { memo } from "./memo";
import { Icon } from "./shapes";
import type { Steps } from "./steps";
import type { Words } from "./words";

export type Unit = "events" | "callbacks" | "lines";

export const speeds = [0.5, 1, 2, 4, 8, 16, 60];

/** Numbers of events behind which one may stop, ascending, for a unit. */
export function stopsOf(run: Run, unit: Unit, steps: Steps): number[] {
  if (unit === "callbacks") return steps.stops;
  const out = [0];
  for (let i = 0; i < run.length; i++) {
    const kind = run.kind(i);
    const stop = unit === "lines" ? kind === "log" || kind === "throw" || kind === "stop"
      : kind !== "pass" && !(kind === "schedule" && i + 1 < run.length && run.kind(i + 1) === "enqueue" && run.taskOf(i + 1) === run.taskOf(i));
    if (stop) out.push(i + 1);
  }
  return out;
}

/** The nearest stop beyond a step, in a direction. */
export function nextStop(stops: number[], step: number, by: 1 | -1): number {
  let low = 0;
  let high = stops.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (by > 0 ? stops[mid]! <= step : stops[mid]! < step) low = mid + 1;
    else high = mid;
  }
  const at = by > 0 ? low : low - 1;
  return stops[Math.max(0, Math.min(at, stops.length - 1))]!;
}

export function Deck(props: {
  unit: Unit; speed: number; playing: boolean; words: Words; goto: ComponentChildren; place: ComponentChildren; children: ComponentChildren;
  onUnit(unit: Unit): void; onSpeed(speed: number): void; onPlay(): void; onMove(by: 1 | -1): void; onStart(): void; onEnd(): void;
}) {
  const { words: w, playing, unit, speed } = props;
  return (
    <section class="deck" aria-label={w.timeline}>
      <div class="controls" role="toolbar" aria-label={w.play}>
        <Moves playing={playing} words={w} onPlay={props.onPlay} onMove={props.onMove} onStart={props.onStart} onEnd={props.onEnd} />
        {props.place}
        <Choices unit={unit} speed={speed} words={w} onUnit={props.onUnit} onSpeed={props.onSpeed} />
        {props.goto}
      </div>
      {props.children}
    </section>
  );
}

const Moves = memo((props: { playing: boolean; words: Words; onPlay(): void; onMove(by: 1 | -1): void; onStart(): void; onEnd(): void }) => {
  const { words: w, playing } = props;
  return (
    <>
      <button type="button" onClick={props.onStart} aria-label={w.first} title={w.first}><Icon d="M3 3h2v10H3zM13 3v10L6 8z" /></button>
      <button type="button" onClick={() => props.onMove(-1)} aria-label={w.back} title={w.back}><Icon d="M11 3v10L4 8z" /></button>
      <button type="button" class="play" onClick={props.onPlay} aria-label={playing ? w.pause : w.play}><Icon d={playing ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4 2l10 6-10 6z"} /></button>
      <button type="button" onClick={() => props.onMove(1)} aria-label={w.forward} title={w.forward}><Icon d="M5 3v10l7-5z" /></button>
      <button type="button" onClick={props.onEnd} aria-label={w.last} title={w.last}><Icon d="M3 3v10l7-5zM11 3h2v10h-2z" /></button>
    </>
  );
});

const Choices = memo((props: { unit: Unit; speed: number; words: Words; onUnit(unit: Unit): void; onSpeed(speed: number): void }) => {
  const w = props.words;
  return (
    <>
      <label class="by">{w.unit} <select value={props.unit} onChange={(e) => props.onUnit(e.currentTarget.value as Unit)}>
        <option value="callbacks">{w.unitCallbacks}</option>
        <option value="lines">{w.unitLines}</option>
        <option value="events">{w.unitEvents}</option>
      </select></label>
      <label class="by">{w.speed} <select value={props.speed} onChange={(e) => props.onSpeed(Number(e.currentTarget.value))}>
        {speeds.map((s) => <option key={s} value={s}>{s}×</option>)}
      </select></label>
    </>
  );
});
