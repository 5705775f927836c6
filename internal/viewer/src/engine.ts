// The lab's program in a worker of the page, where no server runs it. A worker
// whose work is no longer wanted, or does not end, is ended, and another takes
// its place; what else was asked of it is asked again.

import { answersOf, early, type Answered, type Early, type Question } from "./engine-messages";

const most = 20_000; // ms of one answer once the program is there, which itself stops work after a few seconds

/** An answer that is an error, as the program words one. */
function refusal(en: string, zh: string): string {
  return JSON.stringify({ error: { en, zh }, hint: { en: "let the script do less", zh: "请让脚本少做一些" } });
}

interface Pending { question: Question; settle(r: Response): void; fail(err: unknown): void }

export class Engine {
  private worker: Worker | undefined;
  private module: WebAssembly.Module | undefined; // compiled once
  private serial = 0;
  private readonly waiting = new Map<number, Pending>();
  private under: number | undefined; // the question that the worker has
  private began = () => {};

  /** Comes when the program is there. */
  readonly loaded = new Promise<void>((resolve) => { this.began = resolve; });

  constructor(private readonly script: string, private readonly file: string, private readonly folder?: string) {}

  ask(method: string, path: string, body: string, signal?: AbortSignal): Promise<Response> {
    return new Promise((settle, fail) => {
      if (signal?.aborted) return fail(signal.reason);
      const id = ++this.serial;
      this.waiting.set(id, { question: { id, method, path, body }, settle, fail });
      signal?.addEventListener("abort", () => this.forget(id, signal.reason));
      this.next();
    });
  }

  /** Gives the worker the oldest question, one at a time. */
  private next(): void {
    const first = this.waiting.keys().next();
    if (this.under !== undefined || first.done) return;
    const id = this.under = first.value;
    this.start().postMessage(this.waiting.get(id)!.question);
    void this.loaded.then(() => setTimeout(() => { if (this.under === id) this.giveUp(id); }, most)); // a slow line is no reason to load it again
  }

  /** Loads the program, unless that was begun. */
  start(): Worker {
    if (this.worker) return this.worker;
    const begun = earlyOf(this.file);
    const w = this.worker = begun?.worker ?? new Worker(this.script);
    w.onmessage = (e: MessageEvent<Answered>) => {
      if (w !== this.worker) return;
      if (answersOf(e.data)) this.answered(e.data);
      else this.has(e.data.module);
    };
    w.onerror = (e) => { e.preventDefault(); if (w === this.worker) this.broke(); };
    if (!begun) w.postMessage({ file: this.file, module: this.module, folder: this.folder });
    else if (begun.broke) setTimeout(() => { if (w === this.worker) this.broke(); });
    else if (begun.module) this.has(begun.module);
    return w;
  }

  private has(module: WebAssembly.Module): void {
    this.module = module;
    this.began();
  }

  private answered({ id, status, retryAfter, body }: Answered & { id: number }): void {
    const one = this.waiting.get(id);
    this.waiting.delete(id);
    this.under = undefined;
    one?.settle(new Response(body, { status, headers: retryAfter ? { "Retry-After": retryAfter } : {} }));
    this.next();
  }

  /** Answers in the place of a worker that does not, and ends it. */
  private giveUp(id: number): void {
    this.stop();
    this.answered({ id, status: 507, retryAfter: "", body: refusal(`the work took longer than the ${most / 1000} s that it may`, `所用时间超过了允许的 ${most / 1000} 秒`) });
  }

  /** Ends the worker if it is at work on this question. */
  private forget(id: number, why: unknown): void {
    this.waiting.get(id)?.fail(why);
    this.waiting.delete(id);
    if (this.under === id) this.stop();
    this.next();
  }

  private broke(): void {
    const one = this.under === undefined ? undefined : this.waiting.get(this.under);
    if (this.under !== undefined) this.waiting.delete(this.under);
    this.stop();
    one?.settle(new Response(refusal("the work ended the program that did it", "这项工作使运行它的程序终止了"), { status: 507 }));
    this.next();
  }

  private stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.under = undefined;
  }
}

/** The worker that early.ts started for a program, once. */
function earlyOf(file: string): Early & { worker: Worker } | undefined {
  const begun = early();
  if (begun?.file !== file || !begun.worker) return undefined;
  const own = { ...begun, worker: begun.worker };
  begun.worker = undefined;
  return own;
}

const script = document.querySelector<HTMLMetaElement>('meta[name="evsim-engine"]')?.content;

const folder = document.querySelector<HTMLMetaElement>('meta[name="evsim-folder"]')?.content;

/** The engine of this page; undefined where a server answers. */
export const engine = script ? new Engine(script, "engine.wasm.gz", folder) : undefined;

/** The one that runs code, too. It is larger, and loaded when it is first asked. */
export const codeEngine = script ? new Engine(script, "code.wasm.gz") : undefined;
