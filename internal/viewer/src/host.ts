// What a page that shows the viewer among other things decides for it.

import type { ComponentChildren } from "preact";
import type { CallbackKind } from "./cast";
import type { Language } from "./words";

export interface Host {
  language: Language;
  theme: string;
  run: number; // that is to be shown
  tell(run: number): void; // which run is shown now
  replay?(policy: string, token: string, order: number): void; // makes the run of an order that has none here
  edit?(line: number): void; // goes to where the code is written
  begin?: boolean; // the first step is taken at once, so that something moves
  stripe?: ComponentChildren; // what is to be said of these runs, such as that the code has changed
  code?: CodePanel; // where the code is written, if that is to stand on the stage
}

/** An editor that a stage takes in the place of its own code. */
export interface CodePanel {
  /** Takes it into an element; what is returned gives it back. */
  take(slot: HTMLElement): () => void;
  mark(marks: Marks): void;
}

/** What lines of code are to a step of a run; lines count from 1. */
export interface Marks {
  text: string[]; // that ran, by lines: what is written may be another text by now
  line: number; // where the run is; 0: nowhere
  other: number; // where the run is that it is compared with; 0: nowhere
  stack: Set<number>;
  waiting: Map<number, CallbackKind>;
  pick(line: number): void;
}
