// The page of evsim lab.

import { render } from "preact";
import { engine, type Engine } from "./engine";
import { early } from "./engine-messages";
import { Lab } from "./lab-app";
import { arrived } from "./ready";

const patience = 150; // ms in which the answers that are ready are there, if they come with the page: with them it is drawn once
const rest = 1000; // ms after the page is there in which the processor is left to it, where the program is at hand

const nonce = document.querySelector<HTMLMetaElement>('meta[name="evsim-nonce"]')?.content ?? "";
const show = () => render(<Lab nonce={nonce} />, document.getElementById("lab")!);

/** Shows the page, and has the program there when something is asked that is not ready. */
async function begin(program: Engine): Promise<void> {
  if (early()?.worker) program.start();
  await Promise.race([arrived(), new Promise((resolve) => setTimeout(resolve, patience))]);
  show();
  setTimeout(() => program.start(), rest);
}

if (engine) void begin(engine);
else show();

const version = document.querySelector<HTMLMetaElement>('meta[name="evsim-version"]')?.content;
if (version && "serviceWorker" in navigator) {
  engine?.loaded.then(() => navigator.serviceWorker.register(`offline.js?v=${version}`)).catch(() => {}); // it loads all files anew, for which the first run does not wait; without it the page needs its host each time
}
