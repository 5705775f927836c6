// One sentence for each step: why this callback runs now. It follows from where
// the callback waited, and from what ran before it.

import type { Cast } from "./cast";
import { millis } from "./data";
import { ending } from "./reason";
import type { Cursor } from "./states";
import type { Steps } from "./steps";
import { fill, type Words } from "./words";

/** Why a step comes now; the cursor stands at it, or behind it. */
export function because(c: Cursor, cast: Cast, steps: Steps, step: number, w: Words): string {
  const { run } = c;
  const begins = steps.begins[step]!;
  const i = steps.runs[step]!;
  if (begins < 0) return w.s_start;
  if (i < 0) return fill(w.k_stop, ending(run, w));
  const name = (event: number) => `“${cast.name(event)}”`;
  const before = steps.runs[step - 1] ?? -1;
  if (begins !== i) return fill(w.s_goesOn, before < 0 ? "" : name(before), name(i));
  const task = run.taskOf(i);
  const kind = cast.kindOf(task);
  if (kind === "script") return w.s_script;
  const from = c.cameFrom(i);
  if (!from) return called(c, i, name, w);
  const waited = run.head.lanes?.find((l) => l.queues.includes(from.source));
  if (waited?.in === "between") {
    if (run.head.lists && before >= 0 && sameList(c, steps.runs[step - 2] ?? -1, before)) return w.s_jobList;
    return fill(kind === "tick" ? w.s_tick : w.s_job, before < 0 ? name(i) : name(before));
  }
  if (run.head.lists && before >= 0 && sameList(c, before, i)) return fill(w.s_list, name(i));
  const queued = run.phase(i);
  if (run.head.process) {
    if (kind === "timer" && from.due) return fill(w.s_timer, name(i), span(c, from.since));
    if (kind === "immediate") return w.s_check;
    if (queued === "poll") return fill(w.s_poll, name(i));
    return fill(w.s_phase, name(i), queued);
  }
  if (kind === "frame") return w.s_frame;
  if (queued === "idle") return fill(w.s_idle, name(i));
  if (kind === "timer") return fill(w.s_webTimer, name(i), span(c, timed(c, task, from.since)));
  return fill(w.s_task, name(i), from.queue);
}

/** Why something runs that waited nowhere. */
function called(c: Cursor, i: number, name: (event: number) => string, w: Words): string {
  const { run } = c;
  for (let at = i - 1, depth = 0; at >= 0; at--) {
    if (run.kind(at) === "end") depth++;
    else if (run.kind(at) === "run" && depth-- === 0) return fill(w.s_now, name(i), name(at));
  }
  return fill(w.s_host, name(i));
}

/** The length of the time that an enqueue waits for, in milliseconds. */
function span(c: Cursor, enqueue: number): string {
  return millis(c.run.listOf(enqueue) || Math.max(0, c.run.dueAt(enqueue) - c.run.at[enqueue]!));
}

/** The enqueue by which a task that is ready now waited for its time. */
function timed(c: Cursor, task: number, enqueue: number): number {
  for (let at = enqueue; at >= 0; at--) if (c.run.kind(at) === "enqueue" && c.run.taskOf(at) === task && c.run.dueAt(at) >= 0) return at;
  return enqueue;
}

/** Whether a callback came out of a list that this runtime finishes first: of timers, or the immediates. */
function listed(c: Cursor, i: number): boolean {
  const from = i < 0 ? undefined : c.cameFrom(i);
  return from !== undefined && (from.due || from.source === "check");
}

/** Whether one callback runs right behind another of the same list. */
function sameList(c: Cursor, before: number, i: number): boolean {
  const a = listed(c, before) ? c.cameFrom(before) : undefined;
  return a !== undefined && a.queue === c.cameFrom(i)?.queue && c.run.turnOf(before) === c.run.turnOf(i);
}
