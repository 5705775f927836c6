// What the stage shows at a step: cards in lanes. It follows from the state of the
// queues and from the lanes of the policy, and from nothing else.

import { kinds, laneOf, type CallbackKind, type Cast } from "./cast";
import type { Lane } from "./data";
import { same } from "./memo";
import type { Cursor } from "./states";

/** A callback that waits or runs. It is the same card wherever it is. */
export interface Card {
  task: number;
  event: number; // that put it there
  text: string;
  line: number; // 0: none
  kind: CallbackKind;
  says: string; // the first line that it logs; "": none
  since: number; // nanoseconds
  due: number; // the same; -1: unknown
  place: string; // the queue that it waits in; "": none
}

export interface LaneView {
  name: string;
  in: Lane["in"];
  kind: CallbackKind;
  size: number;
  cards: Card[]; // the first of them
  now: boolean; // the loop is there
}

export interface Scene {
  stack: Card[]; // the outermost first
  deep: number; // how many more are on the stack, between the outermost and these
  outside: LaneView;
  between: LaneView[];
  loop: LaneView[];
  now: number; // nanoseconds
}

const onStack = 3;

/**
 * The lanes of a run and its queues, which do not change from step to step. A card is
 * the same object in all scenes, and so is what stands as it stood in the scene before:
 * that need not be drawn again.
 */
export class Lanes {
  private readonly lanes: Lane[];
  private readonly lane: Int32Array; // by queue: an index of lanes
  private readonly used: Set<number>;
  private readonly standing: Lane[];
  private readonly cards: (Card | undefined)[] = []; // by event
  private readonly last = new Map<string, LaneView>();

  constructor(private readonly c: Cursor, private readonly cast: Cast) {
    this.lanes = [...(c.run.head.lanes ?? [])];
    this.used = new Set();
    this.lane = Int32Array.from(c.queues.map((q) => {
      const found = laneOf(this.lanes, q.name) ?? { in: "loop", kind: "task", queues: [q.name] } as Lane;
      if (!this.lanes.includes(found)) this.lanes.push(found);
      const n = this.lanes.indexOf(found);
      this.used.add(n);
      return n;
    }));
    this.standing = this.onStage();
  }

  /** Lanes that stand on the stage: all, or of a loop with many those that this run uses. */
  private onStage(): Lane[] {
    const loop = this.lanes.filter((l) => l.in === "loop");
    const kept = loop.length <= most ? loop : loop.filter((l) => this.used.has(this.lanes.indexOf(l)));
    const some = kept.length > 0 ? kept : ["timer", "io", "frame"].flatMap((kind) => loop.find((l) => l.kind === kind) ?? []);
    const between = this.lanes.filter((l) => l.in === "between").filter((l, n) => n < 2 || this.used.has(this.lanes.indexOf(l)));
    return [...between, ...some];
  }

  /** The scene where the cursor stands; each lane has as many cards as it is given room for. */
  scene(room: (lane: string) => number): Scene {
    const { c } = this;
    const now = c.event >= 0 ? c.run.at[c.event]! : 0;
    const outside: LaneView = { name: "", in: "outside", kind: "task", size: 0, cards: [], now: false };
    const views = new Map(this.standing.map((l) => [l, this.view(l)]));
    const waiting: Card[] = [];
    c.queues.forEach((q, n) => {
      if (q.size === 0) return;
      const lane = this.lanes[this.lane[n]!]!;
      const view = views.get(lane);
      let ready = q.size;
      if (lane.in === "outside" || !view) ready = 0;
      else if (c.run.dueAt(c.waiting(n, 1)[0]!) >= 0) ready = c.due(n, now);
      if (view && ready > 0) {
        view.size += ready;
        view.cards.push(...c.waiting(n, Math.min(ready, room(view.name))).map((i) => this.card(i)));
      }
      if (ready < q.size) {
        outside.size += q.size - ready;
        waiting.push(...c.waiting(n, ready + Math.min(q.size - ready, room(""))).slice(ready).map((i) => this.card(i)));
      }
    });
    for (const view of views.values()) {
      if (view.cards.some((card) => card.due >= 0)) view.cards.sort(byDue);
      view.cards.length = Math.min(view.cards.length, room(view.name));
    }
    outside.cards = waiting.sort(byDue).slice(0, room(""));
    const all = [...views.values()].map((view) => this.kept(view));
    const stack = c.stack.map((i) => this.card(i));
    return {
      stack: stack.length > onStack ? [stack[0]!, ...stack.slice(1 - onStack)] : stack, deep: Math.max(0, stack.length - onStack),
      outside: this.kept(outside), between: all.filter((v) => v.in === "between"), loop: all.filter((v) => v.in === "loop"), now,
    };
  }

  /** A view, or that of the scene before if it is the same. */
  private kept(view: LaneView): LaneView {
    const last = this.last.get(view.name);
    if (last && same(last.cards, view.cards) && same(last, { ...view, cards: last.cards })) return last;
    this.last.set(view.name, view);
    return view;
  }

  private view(l: Lane): LaneView {
    const { c } = this;
    const kind = (kinds as readonly string[]).includes(l.kind) ? (l.kind as CallbackKind) : "task";
    const inner = c.stack[c.stack.length - 1];
    const source = inner === undefined ? undefined : c.cameFrom(inner)?.source;
    const now = l.in === "between" ? source !== undefined && l.queues.includes(source) : l.queues.includes(c.phase) || (source !== undefined && l.queues.includes(source));
    return { name: l.queues[0]!, in: l.in, kind, size: 0, cards: [], now };
  }

  /** The card of the event that put a task into a queue, or that runs it. */
  card(i: number): Card { return (this.cards[i] ??= this.made(i)); }

  private made(i: number): Card {
    const { run } = this.c;
    const task = run.taskOf(i);
    const waits = run.kind(i) === "enqueue";
    return {
      task, event: i, text: run.text(i), line: run.line(i), kind: this.cast.kindOf(task), says: waits ? this.cast.says(task) : this.cast.line(i),
      since: run.at[i]!, due: waits ? run.dueAt(i) : -1, place: waits ? run.phase(i) : "",
    };
  }
}

const most = 8; // lanes of a loop that all stand there, used or not

function byDue(a: Card, b: Card): number {
  if (a.due < 0 || b.due < 0) return (a.due < 0 ? 1 : 0) - (b.due < 0 ? 1 : 0);
  return a.due - b.due || a.event - b.event;
}
