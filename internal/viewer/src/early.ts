// Begins what a page of files waits for before the page's own script is there: it
// asks for the answers that are ready, and starts the program where that has to be
// loaded, so that all come at the same time. Where the browser keeps the files the
// program is there soon enough when the page starts it, and takes no processor
// from what is shown first.

import type { Early } from "./engine-messages";
import { read } from "./ready";

const early: Early = { file: "engine.wasm.gz", worker: undefined, module: undefined, broke: false, ready: read() };
if (!navigator.serviceWorker?.controller) {
  const worker = early.worker = new Worker("worker.js");
  worker.onmessage = (e: MessageEvent<{ module: WebAssembly.Module }>) => { early.module = e.data.module; };
  worker.onerror = (e) => { e.preventDefault(); early.broke = true; };
  worker.postMessage({ file: early.file, module: undefined, folder: document.querySelector<HTMLMetaElement>('meta[name="evsim-folder"]')?.content });
}
(globalThis as { evsimEarly?: Early }).evsimEarly = early;
