// The orders of a search: which of them answers leave, what is open among them,
// and what is always so.

import type { Search } from "./data";

/** An answer: one box stands before another. */
export interface Answer { first: number; second: number }

/** A pair of boxes of which either can be first; the first has the lower number. */
export interface Question {
  a: number;
  b: number;
  first: number; // in so many of the orders that are left a is
}

export const few = 12;

/** What is open among some orders. */
export interface Open { questions: Question[]; pairs: number; of(box: number): Question[] }

export class Space {
  private readonly places: Int32Array[]; // of each order: where each box begins

  constructor(readonly search: Search) {
    this.places = search.logs.map((log) => {
      const at = new Int32Array(search.lines.length).fill(-1);
      log.forEach((line, i) => { at[line] = i; });
      return Int32Array.from(search.boxes, (box) => at[box.lines[0]!]!);
    });
  }

  /** Whether an order has a box before another. */
  has(order: number, a: Answer): boolean {
    const at = this.places[order]!;
    return at[a.first]! < at[a.second]!;
  }

  /** The orders that have all of some answers. */
  left(answers: readonly Answer[]): number[] {
    const out = [];
    for (let i = 0; i < this.places.length; i++) if (answers.every((a) => this.has(i, a))) out.push(i);
    return out;
  }

  /** How many of some orders have one box before another: by first, then second. */
  private counts(orders: readonly number[]): Uint32Array {
    const n = this.search.boxes.length;
    const out = new Uint32Array(n * n);
    for (const i of orders) {
      const at = this.places[i]!;
      for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) if (at[a]! < at[b]!) out[a * n + b]!++;
    }
    return out;
  }

  /**
   * What is open among some orders: questions first, and how many pairs are open in
   * all. Of few pairs each is a question. Of many those are for which all that always
   * comes before one of the two comes before the other as well: the others hang on
   * such pairs.
   */
  open(orders: readonly number[]): Open {
    const n = this.search.boxes.length;
    const count = this.counts(orders);
    const before = (a: number, b: number) => count[a * n + b] === orders.length;
    const isOpen = (a: number, b: number) => a !== b && orders.length > 0 && !before(a, b) && !before(b, a);
    const question = (a: number, b: number): Question => (a < b ? { a, b, first: count[a * n + b]! } : { a: b, b: a, first: count[b * n + a]! });
    const own = (a: number, b: number) => {
      for (let x = 0; x < n; x++) if (before(x, a) !== before(x, b)) return false;
      return true;
    };
    const questions: Question[] = [];
    const all: Question[] = [];
    let pairs = 0;
    for (let a = 0; a < n; a++) {
      for (let b = a + 1; b < n; b++) {
        if (!isOpen(a, b)) continue;
        pairs++;
        if (pairs <= few) all.push(question(a, b));
        if (own(a, b)) questions.push(question(a, b));
      }
    }
    return { questions: pairs <= few ? all : questions, pairs, of: (box) => Array.from({ length: n }, (_, b) => b).filter((b) => isOpen(box, b)).map((b) => question(box, b)) };
  }

  /** A box in words. */
  name(box: number): string { return this.search.lines[this.search.boxes[box]!.lines[0]!]!; }

  /** What was asked about two boxes, and which way round; undefined: it was not. */
  asked(a: number, b: number): { on: string[]; ways: [Search["open"][number]["ways"][number], Search["open"][number]["ways"][number]] } | undefined {
    const [x, y] = [this.search.boxes[a]!.lines[0]!, this.search.boxes[b]!.lines[0]!];
    const pair = this.search.open.find((p) => (p.a === x && p.b === y) || (p.a === y && p.b === x));
    if (!pair) return undefined;
    const [first, second] = [pair.ways[0]!, pair.ways[1]!];
    return { on: pair.on, ways: pair.a === x ? [first, second] : [second, first] };
  }
}
