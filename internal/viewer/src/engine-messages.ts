// What the page and its worker say to each other.

export interface Question { id: number; method: string; path: string; body: string }

/** The first message of the page: which program, the program itself, if it was compiled before, and the list of a packed folder, if there is one. */
export interface Start { file: string; module: WebAssembly.Module | undefined; folder: string | undefined }

export type Answered =
  | { id: number; status: number; retryAfter: string; body: string }
  | { id?: undefined; module: WebAssembly.Module };

export function answersOf(a: Answered): a is Answered & { id: number } {
  return a.id !== undefined;
}

/** Answers by method, path and body, a space between them. */
export type Answers = Record<string, string>;

/** What began before the page's script was there: the worker, if it is started already, what it said until then, and the answers that are ready. */
export interface Early { file: string; worker: Worker | undefined; module: WebAssembly.Module | undefined; broke: boolean; ready: Promise<Answers> }

/** What early.ts began; undefined where it did not run. */
export function early(): Early | undefined {
  return (globalThis as { evsimEarly?: Early }).evsimEarly;
}
