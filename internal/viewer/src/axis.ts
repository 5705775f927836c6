// One clock for several runs. Virtual time alone is no axis to look at: most
// callbacks take none. So every instant at which some run does something is as
// wide as the most callbacks that a run has there, and the time between two
// instants is one gap, however long.

import type { Run } from "./data";

/** A callback of a run on the axis. */
export interface Item {
  event: number;
  x: number;
}

export interface Track {
  run: Run;
  items: Item[]; // callbacks, by x
}

export interface Axis {
  width: number; // in units; a callback is one
  gap: number; // before an instant but the first
  ticks: { x: number; at: number }[];
  tracks: Track[];
  /** Where a run stands behind its first `step` events. */
  position(track: number, step: number): number;
  /** The last step of a run that is not beyond a place of the axis. */
  step(track: number, x: number): number;
}

const gap = 0.6;

export function axisOf(runs: Run[]): Axis {
  const most = new Map<number, number>(); // by instant: the most callbacks of a run
  for (const run of runs) {
    let at = -1;
    let count = 0;
    for (let i = 0; i < run.length; i++) {
      if (run.at[i] !== at) count = 0;
      at = run.at[i]!;
      if (run.kind(i) === "run") count++;
      if (count > 0 || run.kind(i) === "stop") most.set(at, Math.max(most.get(at) ?? 0, count));
    }
  }
  const ticks: { x: number; at: number }[] = [];
  const starts = new Map<number, number>();
  let x = 0;
  for (const at of [...most.keys()].sort((a, b) => a - b)) {
    starts.set(at, x);
    ticks.push({ x, at });
    x += most.get(at)! + gap;
  }
  const xs: Float64Array[] = [];
  const tracks = runs.map((run) => {
    const track: Track = { run, items: [] };
    const places = new Float64Array(run.length + 1);
    let at = -1;
    let count = 0;
    let start = 0;
    for (let i = 0; i < run.length; i++) {
      if (run.at[i] !== at) {
        at = run.at[i]!;
        const next = starts.get(at); // an instant at which no run does anything has no place of its own
        if (next !== undefined) {
          start = next;
          count = 0;
        }
      }
      if (run.kind(i) === "run") track.items.push({ event: i, x: start + count++ });
      places[i + 1] = start + count;
    }
    xs.push(places);
    return track;
  });
  return {
    width: x, gap, ticks, tracks,
    position: (track, step) => xs[track]![step]!,
    step: (track, to) => {
      const places = xs[track]!;
      let low = 0;
      let high = places.length - 1;
      while (low < high) {
        const mid = (low + high + 1) >> 1;
        if (places[mid]! <= to) low = mid;
        else high = mid - 1;
      }
      return low;
    },
  };
}

/** The first line in which the logs of two runs differ; -1: they are the same. */
export function divergence(a: string[], b: string[]): number {
  const most = Math.max(a.length, b.length);
  for (let i = 0; i < most; i++) if (a[i] !== b[i]) return i;
  return -1;
}

/** The part of a list that is in sight, and some entries before it; it is in the order of x. */
export function visible<T extends { x: number }>(all: T[], s: { offset: number; width: number; unit: number }, before = 0): T[] {
  const from = Math.max(0, search(all, s.offset - 2) - before);
  const to = search(all, s.offset + s.width / s.unit + 2);
  const step = Math.max(1, Math.floor((to - from) / (4 * s.width)));
  if (step === 1) return all.slice(from, to);
  const out = [];
  for (let i = from; i < to; i += step) out.push(all[i]!);
  return out;
}

function search<T extends { x: number }>(all: T[], x: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (all[mid]!.x < x) low = mid + 1;
    else high = mid;
  }
  return low;
}
