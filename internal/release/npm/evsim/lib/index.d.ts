/** The path of the binary: EVSIM_BINARY, or that of the package for this system. */
export function binary(): string;

/**
 * A wait that has a name: `io: {db: {latency: 2ms..9ms}}` in a scenario says how long it takes, and what comes of it.
 * Node itself waits as long as evsim says that runs it, and else up to 5 ms.
 */
export function io(name: string): Promise<any>;

/** Work that takes so many milliseconds. */
export function busy(ms: number): void;

/** What evsim said when it did not do what it was asked. */
export class EvsimError extends Error {
  /** The exit code: 2 for a wrong command line or file. */
  readonly code: number;
  readonly stderr: string;
}

/** What every function takes. */
export interface Common {
  /** Policies or versions, such as `node22`, `node@20.11`, `browser`; those of the scenarios by default. */
  policies?: readonly string[];
  /** The folder that paths are relative to. */
  cwd?: string;
  /** Ends the work. */
  signal?: AbortSignal;
}

/** Where a search ends, proved or not. */
export interface Budget {
  paths?: number;
  /** Such as `30s` or `5m`. */
  time?: string;
  /** Such as `1GB`. */
  memory?: string;
}

export interface RunOptions extends Common {
  /** Draw every length that is a range; without it each is its low end. */
  seed?: number;
  /** Parts of the world by path, such as `{'clock.startup': '2ms'}`. */
  set?: Readonly<Record<string, string>>;
  /** Only the case of this name. */
  case?: string;
}

/** One event of a run; docs/scenario.md has all of its kinds. */
export interface SimEvent {
  file: string;
  policy: string;
  /** From 1, in the order in which things happen. */
  seq: number;
  /** Virtual nanoseconds since the start. */
  at_ns: number;
  event: string;
  phase: string;
  turn: number;
  task: number;
  cause: number;
  text: string;
  /** Where in the file, from 1; 0 where nowhere. */
  line: number;
  col: number;
  case?: string;
}

/** Every event of the runs, as it comes. */
export function events(files: string | readonly string[], options?: RunOptions): AsyncGenerator<SimEvent, void, undefined>;

export interface Run {
  file: string;
  policy: string;
  case?: string;
  /** What it logs, in order. */
  log: string[];
}

/** What each run logs. */
export function run(files: string | readonly string[], options?: RunOptions): Promise<Run[]>;

export interface ExploreOptions extends Common {
  budget?: Budget;
  /** Lengths that are exact in the file and open here: `startup`, `phase`, `latency`, `cost`. */
  unknown?: readonly string[];
}

export interface Order {
  event: 'order';
  file: string;
  policy: string;
  /** From 1. */
  order: number;
  log: string[];
  /** When it happens, in words; absent where no condition was made. */
  when?: string;
  condition?: string;
  /** Replays it: `evsim run FILE --replay TOKEN`. */
  token: string;
  paths: number;
  stop: string;
  witness?: string[];
}

export interface Explored {
  event: 'explored';
  file: string;
  policy: string;
  orders: number;
  paths: number;
  /** Whether these are all orders that there are. */
  complete: boolean;
  /** Why it is not complete. */
  why?: string;
}

/** Every order that the files can log: each as it is found, and last what they come to. */
export function explore(files: string | readonly string[], options?: ExploreOptions): AsyncGenerator<Order | Explored, void, undefined>;

export interface TestOptions extends Common {
  budget?: Budget;
  /** Let pass what was only sampled, and is not proved. */
  allowSampled?: boolean;
  /** A file that expects nothing is a failure. */
  strict?: boolean;
  /** Rules that every order must keep, beside those of the files, such as `a before b`. */
  rules?: readonly string[];
}

export interface TestResult {
  file: string;
  name: string;
  policy: string;
  verdict: 'passed' | 'failed' | 'unproved' | 'empty' | 'invalid';
  seconds: number;
  checks?: unknown[];
}

export interface TestResults {
  /** Whether everything holds and is proved. */
  ok: boolean;
  results: TestResult[];
  summary: { passed: number; failed: number; unproved: number; empty: number; invalid: number; checks: number; files: number; interrupted: boolean; seconds: number };
}

/** What `evsim test` finds; it does not throw because an expectation fails. */
export function test(paths: string | readonly string[], options?: TestOptions): Promise<TestResults>;

/**
 * Throws an AssertionError with what `evsim test` says, its differences included, unless everything that the
 * scenarios expect holds and is proved. For node:test, vitest and jest alike.
 */
export function expectOrders(paths: string | readonly string[], options?: TestOptions): Promise<void>;
