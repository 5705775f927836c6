// Starts the program of a page of files before the page's own script is there, and
// asks for the answers that are ready, so that all come at the same time.

import type { Early } from "./engine-messages";

const worker = new Worker("worker.js");
const early: Early = { file: "engine.wasm.gz", worker, module: undefined, broke: false, ready: fetch("ready.json.gz").catch(() => undefined) };
worker.onmessage = (e: MessageEvent<{ module: WebAssembly.Module }>) => { early.module = e.data.module; };
worker.onerror = (e) => { e.preventDefault(); early.broke = true; };
worker.postMessage({ file: early.file, module: undefined, folder: document.querySelector<HTMLMetaElement>('meta[name="evsim-folder"]')?.content });
(globalThis as { evsimEarly?: Early }).evsimEarly = early;
