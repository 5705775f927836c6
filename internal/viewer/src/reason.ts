// Why a step is what it is: from the events alone.

import { millis, type Run } from "./data";
import type { Cursor } from "./states";
import { fill, type Words } from "./words";

/** Where tasks of a run come from: by task, the event that first names it. */
export class Origins {
  private readonly first: Int32Array;

  constructor(private readonly run: Run) {
    let most = 0;
    for (let i = 0; i < run.length; i++) most = Math.max(most, run.taskOf(i));
    this.first = new Int32Array(most + 1).fill(-1);
    for (let i = 0; i < run.length; i++) {
      const task = run.taskOf(i);
      const kind = run.kind(i);
      if (task !== 0 && this.first[task]! < 0 && (kind === "schedule" || kind === "enqueue" || kind === "run")) this.first[task] = i;
    }
  }

  /** The chain of causes of a task, the task itself first: indices of events. */
  chain(task: number, limit: number): number[] {
    const out: number[] = [];
    while (task > 0 && task < this.first.length && out.length < limit) {
      const i = this.first[task]!;
      if (i < 0) break;
      out.push(i);
      task = this.run.event(i).cause;
    }
    return out;
  }

  label(task: number): string {
    const i = task < this.first.length ? this.first[task]! : -1;
    return i < 0 ? "" : this.run.text(i);
  }
}

/** How a run ended, in words. */
export function ending(run: Run, w: Words): string {
  const h = run.head;
  if (h.reason === "waits") return fill(w.waits, h.why?.[w.lang] ?? "");
  const code = h.process && !h.limit ? fill(w.exit, h.code) : "";
  if (h.limit) return fill(w.limit, h.reason) + (h.why ? ` (${h.why[w.lang]})` : "");
  if (h.reason === "died") return fill(w.died, h.error?.[w.lang] ?? "") + code;
  return (h.reason === "exited" ? w.exited : w.ended) + code;
}

/** Why the event that led to the cursor's step came then. */
export function reason(c: Cursor, origins: Origins, w: Words): string {
  const i = c.event;
  if (i < 0) return w.start;
  const run = c.run;
  const e = run.event(i);
  const name = `“${e.text || origins.label(e.task)}”`;
  switch (e.kind) {
    case "turn":
      return fill(w.k_turn, e.turn);
    case "phase":
      return fill(w.k_phase, e.phase);
    case "schedule":
      return fill(w.k_schedule, name, e.phase);
    case "enqueue": {
      const before = c.size(i) - 1;
      return before > 0 ? fill(w.k_enqueue, name, run.queue(i), before) : fill(w.k_enqueueFirst, name, run.queue(i));
    }
    case "drop":
      return fill(w.k_drop, name, c.cameFrom(i)?.queue ?? "");
    case "run": {
      const from = c.cameFrom(i);
      if (!from) return c.stack.length > 1 ? fill(w.k_runNow, name) : fill(w.k_phase, e.phase);
      return fill(from.due ? w.k_runDue : w.k_run, name, from.queue, c.phase);
    }
    case "end": {
      const outer = c.stack[c.stack.length - 1];
      return outer === undefined ? fill(w.k_end, name) : fill(w.k_endOuter, name, `“${run.text(outer)}”`);
    }
    case "log":
      return fill(w.k_log, `“${origins.label(e.task)}”`);
    case "throw":
      return w.k_throw;
    case "sleep":
      return fill(w.k_sleep, millis(e.at - (i > 0 ? run.at[i - 1]! : 0)));
    case "poll":
      return polling(run, i, w);
    case "checkpoint":
      return w.k_checkpoint;
    case "pass":
      return w.k_pass;
    case "runnable":
      return fill(w.k_runnable, name);
    case "stop":
      return fill(w.k_stop, ending(run, w));
  }
}

/** How long a poll may wait, and why. */
function polling(run: Run, i: number, w: Words): string {
  const { task, text } = run.event(i);
  const wait = run.waitOf(i);
  if (wait < 0) return w.k_pollForEver;
  if (task === 0 && text !== "") return fill(w.k_pollNot, w.pollReasons[text] ?? text);
  const timer = task === 0 ? w.pollNoTimer : `“${text}”`;
  return wait > 0 ? fill(w.k_poll, millis(wait), timer) : fill(w.k_pollDue, timer);
}

/** The rules by which an event before the cursor's step came then; without one, that which led there. */
export function rulesOf(c: Cursor, i = c.event): string[] {
  if (i < 0) return [];
  const run = c.run;
  const kind = run.kind(i);
  const task = run.taskOf(i);
  const noted = run.rules(i);
  if (kind === "enqueue") { // how it was scheduled is a part of the same step
    for (let at = i - 1; at >= 0 && run.taskOf(at) === task && (run.kind(at) === "schedule" || run.kind(at) === "runnable"); at--) noted.unshift(...run.rules(at));
  }
  if (kind === "checkpoint") noted.unshift(run.text(i));
  if (noted.length === 0) {
    const general = run.head.general ?? {};
    const from = kind === "run" ? c.cameFrom(i) : undefined;
    const rule = general[`${kind} ${from ? from.source : run.phase(i)}`] ?? general[kind];
    if (rule) noted.push(rule);
  }
  return [...new Set(noted)];
}
