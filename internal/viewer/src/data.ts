// The document as the page is given it, and a run's events in columns.

/** A text in both languages. */
export interface Both { en: string; zh: string }

/** A run as it is written: numbers that mostly grow are differences. */
export interface PackedRun {
  policy: string;
  versions: Both;
  case?: string;
  condition?: Both;
  formula?: string;
  example?: string;
  likely?: string; // of an explored order, where lengths have distributions
  order?: number;
  command: string;
  reason: string;
  limit?: boolean;
  code: number;
  process?: boolean;
  error?: Both;
  why?: Both;
  leftOut?: number;
  queues: string[];
  lanes?: Lane[];
  lists?: boolean; // what runs between callbacks waits for a whole list
  reasons: Reason[];
  general?: Record<string, string>; // rules by kinds of events
  ruled: number[]; // for each rule that decided an event, which one
  ruledBy: number[]; // those rules
  kind: number[];
  at: number[];
  turn: number[];
  phase: number[];
  task: number[];
  cause: number[];
  label: number[];
  place: number[];
  list: number[];
  due: number[];
}

/** Where callbacks wait, as a reader sees it; the first queue names it. */
export interface Lane {
  in: "between" | "loop" | "outside";
  kind: string;
  queues: string[];
}

/** Why a line of the log comes after the line before. */
export interface Reason {
  event: number;
  before: string;
  claims: Claim[];
}

/** A part of a reason: a rule, and what makes it apply. */
export interface Claim { rule: string; text: Both }

/** A rule of order and where it is written down. */
export interface Rule {
  id: string;
  says: string;
  zh?: string; // the same in Chinese
  sources: { text: string; url?: string }[];
}

/** What was found of the orders of one policy. Lines, boxes and orders have numbers, from 0 but for those of orders that are shown. */
export interface Search {
  policy: string;
  case?: string;
  orders: number;
  paths: number;
  complete: boolean;
  why?: Both; // when not complete
  command: string; // shows an order, with --replay and its token behind it
  lines: string[];
  logs: number[][]; // of the first orders
  tokens?: string[]; // of the same
  shown: number; // so many of these have a run
  boxes: { lines: number[]; after: number[] }[];
  open: { a: number; b: number; on: string[]; ways: Way[] }[];
  some?: { line: number; in: number }[];
  leftOut?: number;
}

/** How one line of a pair comes first. */
export interface Way { order: number; example?: string; claims?: Claim[] }

export interface PackedDocument {
  file: string;
  title: Both;
  text: string;
  kinds: string[];
  texts: string[];
  places: [number, number][];
  runs: PackedRun[];
  rules: Rule[];
  searches?: Search[];
}

/** What an event reports; the numbers are the document's. */
export type Kind =
  | "turn" | "phase" | "schedule" | "run" | "end" | "log"
  | "throw" | "sleep" | "stop" | "enqueue" | "drop" | "checkpoint" | "pass" | "runnable" | "poll";

/** One event, taken out of the columns. */
export interface Event {
  kind: Kind;
  at: number; // nanoseconds
  turn: number;
  phase: string;
  task: number;
  cause: number;
  text: string;
  line: number;
  col: number;
}

/** One run: its events by index from 0. */
export class Run {
  readonly length: number;
  readonly at: Float64Array;
  private readonly kinds: Kind[];
  private readonly turn: Int32Array;
  private readonly task: Int32Array;
  private readonly list: Float64Array;
  private readonly due: Float64Array;
  private readonly ruled: Float64Array;

  constructor(readonly doc: PackedDocument, readonly head: PackedRun, readonly index: number) {
    const n = (this.length = head.kind.length);
    this.kinds = doc.kinds as Kind[];
    this.at = sums(head.at);
    this.turn = Int32Array.from(sums(head.turn));
    this.task = Int32Array.from(sums(head.task));
    this.ruled = sums(head.ruled);
    this.list = new Float64Array(n);
    this.due = new Float64Array(n).fill(-1);
    let enqueued = 0;
    for (let i = 0; i < n; i++) {
      if (this.kind(i) !== "enqueue" && this.kind(i) !== "poll") continue;
      this.list[i] = head.list[enqueued]!;
      this.due[i] = head.due[enqueued++]!;
    }
  }

  kind(i: number): Kind { return this.kinds[this.head.kind[i]!]!; }
  taskOf(i: number): number { return this.task[i]!; }
  text(i: number): string { return this.doc.texts[this.head.label[i]!]!; }
  phase(i: number): string { return this.doc.texts[this.head.phase[i]!]!; }
  line(i: number): number { return this.doc.places[this.head.place[i]!]![0]; }
  turnOf(i: number): number { return this.turn[i]!; }

  /** The queue that an enqueue puts its task into. */
  queue(i: number): string {
    return this.list[i]! > 0 ? `${this.phase(i)} ${millis(this.list[i]!)} ms` : this.phase(i);
  }

  /** When the task of an enqueue is expected to leave; -1: unknown. */
  dueAt(i: number): number { return this.due[i]! < 0 ? -1 : this.at[i]! + this.due[i]!; }

  /** The list of timers that an enqueue puts its task into, in nanoseconds; 0: none. */
  listOf(i: number): number { return this.list[i]!; }

  /** How long a poll may wait, in nanoseconds; -1: without end. */
  waitOf(i: number): number { return this.due[i]!; }

  /** The ids of the rules that the model noted for an event. */
  rules(i: number): string[] {
    const out: string[] = [];
    for (let n = firstFrom(this.ruled, i); this.ruled[n] === i; n++) out.push(this.doc.texts[this.head.ruledBy[n]!]!);
    return out;
  }

  event(i: number): Event {
    const [line, col] = this.doc.places[this.head.place[i]!]!;
    return {
      kind: this.kind(i), at: this.at[i]!, turn: this.turn[i]!, phase: this.phase(i),
      task: this.task[i]!, cause: this.task[i]! - this.head.cause[i]!, text: this.text(i), line, col,
    };
  }

  /** The run's name among the others of the document. */
  get name(): string { return this.head.order ? `${this.head.policy} #${this.head.order}` : this.head.policy; }
}

/** The first of some ascending numbers that is not below another. */
function firstFrom(all: Float64Array, least: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (all[mid]! < least) low = mid + 1;
    else high = mid;
  }
  return low;
}

function sums(differences: number[]): Float64Array {
  const out = new Float64Array(differences.length);
  let sum = 0;
  for (let i = 0; i < out.length; i++) out[i] = sum += differences[i]!;
  return out;
}

/** Nanoseconds as milliseconds, to the hundredth, as evsim run shows them. */
export function millis(ns: number): string {
  return String(Math.round(ns / 10_000) / 100);
}

/** The document in a page that evsim report wrote. */
export async function unpack(base64: string): Promise<PackedDocument> {
  const raw = Uint8Array.from(atob(base64.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).json()) as PackedDocument;
}
