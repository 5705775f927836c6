// The worker that runs the lab's program, compiled to WebAssembly, in a page of
// files. Go's own support script, wasm_exec.js, lies beside it.

import type { Question, Start } from "./engine-messages";

interface GoProgram { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> }
interface Scope {
  Go: new () => GoProgram;
  evsimReady(): void;
  evsimFolder?: string;
  evsimLesson?(id: string, text: string): boolean;
  evsimAnswer(method: string, path: string, body: string): Promise<[number, string, string]>;
  importScripts(...files: string[]): void;
  postMessage(message: unknown): void;
  onmessage: ((e: MessageEvent<Start | Question>) => void) | null;
}
const scope = self as unknown as Scope;

scope.importScripts("wasm_exec.js");

/** The program's bytes, which a host without compression of its own sends compressed all the same. */
async function compiled(file: string): Promise<WebAssembly.Module> {
  const r = await fetch(file);
  if (!r.ok || !r.body) throw new Error(`${file}: ${r.status}`);
  const plain = r.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(plain, { headers: { "Content-Type": "application/wasm" } }));
}

let packed: Record<string, string> = {}; // the files of what lessons keep, by their ids

async function started({ file, module: known, folder }: Start): Promise<void> {
  if (folder) {
    scope.evsimFolder = await textOf(folder);
    packed = (JSON.parse(scope.evsimFolder) as { files: Record<string, string> }).files;
  }
  const module = known ?? await compiled(file);
  if (!known) scope.postMessage({ module });
  const go = new scope.Go();
  const ready = new Promise<void>((resolve) => { scope.evsimReady = resolve; });
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const ended = go.run(instance).then(() => fail(new Error("the program ended")));
  await Promise.race([ready, ended]);
}

async function textOf(file: string): Promise<string> {
  const r = await fetch(file);
  if (!r.ok) throw new Error(`${file}: ${r.status}`);
  return r.text();
}

/** Loads what a lesson keeps when something of it is asked for; without it the program says what is wrong. */
async function loaded(path: string, body: string): Promise<void> {
  if (path !== "/api/lesson") return;
  try {
    const { id } = JSON.parse(body) as { id: string };
    const file = Object.hasOwn(packed, id) ? packed[id] : undefined;
    if (file) scope.evsimLesson?.(id, await textOf(file));
  } catch { /* there may be no network */ }
}

/** Has the page hear of an error, which one in a promise alone would not do. */
function fail(err: unknown): void {
  setTimeout(() => { throw err; });
}

let program: Promise<void> | undefined;

scope.onmessage = ({ data }) => {
  if (!("id" in data)) {
    program = started(data);
    program.catch(fail);
    return;
  }
  const { id, method, path, body } = data;
  program?.then(() => loaded(path, body)).then(() => scope.evsimAnswer(method, path, body)).then(([status, retryAfter, text]) => {
    scope.postMessage({ id, status, retryAfter, body: text });
  }, fail);
};
