// A run as a sequence of states: what package states is in Go. The state at
// step k is a function of the first k events, however one came to it.

import type { Run } from "./data";

/** Where a task waits: the event that put it there, and its neighbours. */
interface Node {
  since: number; // an index of events plus one; 0: it does not wait
  prev: number; // tasks; 0: none
  next: number;
}

interface Queue {
  name: string;
  head: number;
  tail: number;
  size: number;
}

const nowhere: Node = { since: 0, prev: 0, next: 0 };

export class Cursor {
  step = 0;
  readonly queues: Queue[] = [];
  readonly logs: number[] = []; // events that a reader of the log sees
  private readonly queue: Int32Array; // by event: the queue of an enqueue
  private readonly phases: Int32Array; // by event: the last that says the phase
  private readonly ended: Int32Array; // by event: the run that an end ends
  private readonly left: (Node | undefined)[] = []; // by event: where its task waited
  private readonly tasks: Node[] = [];
  private readonly running: number[] = []; // events, the outermost first

  constructor(readonly run: Run) {
    const n = run.length;
    this.queue = new Int32Array(n);
    this.phases = new Int32Array(n);
    this.ended = new Int32Array(n).fill(-1);
    const numbers = new Map<string, number>();
    let phase = -1;
    for (let i = 0; i < n; i++) {
      const kind = run.kind(i);
      if (kind === "enqueue") this.queue[i] = this.number(numbers, run.queue(i));
      else if (kind === "log" || kind === "throw") this.logs.push(i);
      if (kind !== "enqueue" && kind !== "schedule") phase = i;
      this.phases[i] = phase;
    }
  }

  private number(numbers: Map<string, number>, name: string): number {
    let n = numbers.get(name);
    if (n === undefined) {
      numbers.set(name, (n = this.queues.length));
      this.queues.push({ name, head: 0, tail: 0, size: 0 });
    }
    return n;
  }

  /** Goes to a step from 0 to the number of events. */
  seek(step: number): this {
    const to = Math.max(0, Math.min(step, this.run.length));
    while (this.step < to) this.forward(this.step++);
    while (this.step > to) this.backward(--this.step);
    return this;
  }

  private forward(i: number): void {
    const task = this.run.taskOf(i);
    switch (this.run.kind(i)) {
      case "enqueue": {
        this.leave(i, task);
        const q = this.queues[this.queue[i]!]!;
        this.enter(q, task, { since: i + 1, prev: q.tail, next: 0 });
        break;
      }
      case "drop":
        this.leave(i, task);
        break;
      case "run":
        this.leave(i, task);
        this.running.push(i);
        break;
      case "end":
        this.ended[i] = this.running.pop() ?? -1;
    }
  }

  private backward(i: number): void {
    const task = this.run.taskOf(i);
    switch (this.run.kind(i)) {
      case "enqueue":
        this.unlink(task);
        this.enterAgain(i, task);
        break;
      case "drop":
        this.enterAgain(i, task);
        break;
      case "run":
        this.running.pop();
        this.enterAgain(i, task);
        break;
      case "end":
        if (this.ended[i]! >= 0) this.running.push(this.ended[i]!);
    }
  }

  private leave(event: number, task: number): void {
    const was = this.tasks[task];
    this.left[event] = was;
    if (was && was.since !== 0) this.unlink(task);
  }

  private enterAgain(event: number, task: number): void {
    const was = this.left[event];
    if (was && was.since !== 0) this.enter(this.queues[this.queue[was.since - 1]!]!, task, { ...was });
  }

  private enter(q: Queue, task: number, node: Node): void {
    node.next = q.head;
    if (node.prev !== 0) {
      const before = this.tasks[node.prev]!;
      node.next = before.next;
      before.next = task;
    } else q.head = task;
    if (node.next !== 0) this.tasks[node.next]!.prev = task;
    else q.tail = task;
    q.size++;
    this.tasks[task] = node;
  }

  private unlink(task: number): void {
    const node = this.tasks[task]!;
    const q = this.queues[this.queue[node.since - 1]!]!;
    if (node.prev !== 0) this.tasks[node.prev]!.next = node.next;
    else q.head = node.next;
    if (node.next !== 0) this.tasks[node.next]!.prev = node.prev;
    else q.tail = node.prev;
    q.size--;
    this.tasks[task] = nowhere;
  }

  /** The events that put the first tasks of a queue there. */
  waiting(q: number, limit: number): number[] {
    const out: number[] = [];
    for (let t = this.queues[q]!.head; t !== 0 && out.length < limit; t = this.tasks[t]!.next) {
      out.push(this.tasks[t]!.since - 1);
    }
    return out;
  }

  /** How many tasks at the head of a queue are due by an instant. */
  due(q: number, at: number): number {
    let n = 0;
    for (let t = this.queues[q]!.head; t !== 0 && this.run.dueAt(this.tasks[t]!.since - 1) <= at; t = this.tasks[t]!.next) n++;
    return n;
  }

  /** The runs under way, the outermost first: indices of events. */
  get stack(): readonly number[] { return this.running; }

  /** Where the task of an event before this step waited until then. */
  cameFrom(event: number): { queue: string; source: string; due: boolean; since: number } | undefined {
    const was = this.left[event];
    if (!was || was.since === 0) return undefined;
    return { queue: this.run.queue(was.since - 1), source: this.run.phase(was.since - 1), due: this.run.dueAt(was.since - 1) >= 0, since: was.since - 1 };
  }

  /** How many tasks wait in the queue of an enqueue. */
  size(enqueue: number): number { return this.queues[this.queue[enqueue]!]!.size; }

  /** The event that led here; -1 at the beginning. */
  get event(): number { return this.step - 1; }

  get phase(): string {
    const at = this.step > 0 ? this.phases[this.step - 1]! : -1;
    return at < 0 ? "" : this.run.phase(at);
  }

  /** How many of logs have been logged. */
  get logged(): number {
    let low = 0;
    let high = this.logs.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (this.logs[mid]! < this.step) low = mid + 1;
      else high = mid;
    }
    return low;
  }
}
