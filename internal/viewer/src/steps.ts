// The steps of a run as a reader takes them: one a callback, as `evsim step` has
// them. What the loop does between two callbacks is no step, but the way to one.

import type { Kind, Run } from "./data";

export interface Steps {
  /** Where each step stands still: behind so many events. The first is the start, the last the end. */
  readonly stops: number[];
  /** The event that begins each step: its callback's run, or the end of one inside it; -1: the start. */
  readonly begins: number[];
  /** The run of the callback that each step shows; -1: none. */
  readonly runs: number[];
}

const seen: ReadonlySet<Kind> = new Set<Kind>(["log", "throw", "schedule", "enqueue", "drop"]);

/**
 * The steps of a run. A step stands still just before its callback ends, or before
 * another begins inside it; a callback that does something behind one inside it
 * goes on in a step of its own.
 */
export function stepsOf(run: Run): Steps {
  const steps: Steps = { stops: [0], begins: [-1], runs: [-1] };
  const stack: number[] = [];
  let begun = -1;
  const stand = (at: number) => {
    if (begun < 0) return;
    steps.stops.push(at);
    steps.begins.push(begun);
    steps.runs.push(stack[stack.length - 1] ?? -1);
  };
  let resumed = -1; // the end behind which a callback may go on
  for (let i = 0; i < run.length; i++) {
    const kind = run.kind(i);
    if (kind === "run") {
      stand(i);
      stack.push(i);
      begun = i;
      resumed = -1;
    } else if (kind === "end") {
      stand(i);
      stack.pop();
      begun = -1;
      resumed = stack.length > 0 ? i : -1;
    } else if (resumed >= 0 && seen.has(kind)) {
      begun = resumed;
      resumed = -1;
    }
  }
  stand(run.length);
  if (steps.stops[steps.stops.length - 1] !== run.length) {
    steps.stops.push(run.length);
    steps.begins.push(run.length - 1);
    steps.runs.push(-1);
  }
  return steps;
}

/** The last of ascending numbers, as a function has them, that is not beyond another; the first has to be below. */
export function lastUpTo(count: number, value: (n: number) => number, most: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (value(mid) <= most) low = mid;
    else high = mid - 1;
  }
  return low;
}

/** The step in which a run is behind so many events. */
export function stepAt(steps: Steps, events: number): number {
  return lastUpTo(steps.stops.length, (n) => steps.stops[n]!, events);
}
