// What is known of each task of a run, and of each place where tasks wait.

import type { Lane, Run } from "./data";

/** What kind of callback a task is: each has a colour and a shape. */
export const kinds = ["task", "script", "tick", "microtask", "timer", "io", "immediate", "frame", "closing"] as const;
export type CallbackKind = (typeof kinds)[number];

function known(kind: string): CallbackKind {
  return (kinds as readonly string[]).includes(kind) ? (kind as CallbackKind) : "task";
}

/** Whether a queue is one of a place: lists of timers and channels have a length or a number behind the name. */
function within(queue: string, place: string): boolean {
  return queue === place || (queue.startsWith(place) && /^ [\d.]+( ms)?$/.test(queue.slice(place.length)));
}

/** The lane of a queue; undefined: the policy does not say. */
export function laneOf(lanes: readonly Lane[], queue: string): Lane | undefined {
  return lanes.find((l) => l.queues.some((place) => within(queue, place)));
}

/** What a run's tasks are. */
export class Cast {
  private readonly kind: Uint8Array; // by task: an index of kinds
  private readonly logged: Int32Array; // by task: the first event that logs; -1: none
  private readonly inside: Int32Array; // by event: of a run, the first event that logs in it; -1: none

  constructor(readonly run: Run) {
    let most = 0;
    for (let i = 0; i < run.length; i++) most = Math.max(most, run.taskOf(i));
    this.kind = new Uint8Array(most + 1);
    this.logged = new Int32Array(most + 1).fill(-1);
    this.inside = new Int32Array(run.length).fill(-1);
    const running: number[] = [];
    const lanes = run.head.lanes ?? [];
    const byName = new Map<string, number>();
    const kindOf = (queue: string) => {
      let k = byName.get(queue);
      if (k === undefined) byName.set(queue, (k = kinds.indexOf(known(laneOf(lanes, queue)?.kind ?? ""))));
      return k;
    };
    for (let i = 0; i < run.length; i++) {
      const task = run.taskOf(i);
      const what = run.kind(i);
      if (what === "enqueue" && this.kind[task] === 0) this.kind[task] = kindOf(run.queue(i));
      else if (what === "schedule" && run.text(i) === "script" && run.event(i).cause === 0) this.kind[task] = 1;
      else if (what === "run") running.push(i);
      else if (what === "end") running.pop();
      else if (what === "log") {
        if (this.logged[task]! < 0) this.logged[task] = i;
        const at = running[running.length - 1];
        if (at !== undefined && this.inside[at]! < 0) this.inside[at] = i;
      }
    }
  }

  kindOf(task: number): CallbackKind { return kinds[this.kind[task] ?? 0]!; }

  /** What a run is called: the first line that it logs, or else its label. */
  name(event: number): string { return this.line(event) || this.run.text(event); }

  /** The first line that a run of a callback logs; "": none. */
  line(event: number): string {
    const i = this.inside[event] ?? -1;
    return i < 0 ? "" : this.run.text(i);
  }

  /** The first line that a task logs, in the whole run; "": none. */
  says(task: number): string {
    const i = this.logged[task] ?? -1;
    return i < 0 ? "" : this.run.text(i);
  }
}
