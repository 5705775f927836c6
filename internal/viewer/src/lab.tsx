// The page of evsim lab.

import { render } from "preact";
import { engine } from "./engine";
import { Lab } from "./lab-app";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="evsim-nonce"]')?.content ?? "";
render(<Lab nonce={nonce} />, document.getElementById("lab")!);

engine?.start(); // what is asked first may all be ready
const version = document.querySelector<HTMLMetaElement>('meta[name="evsim-version"]')?.content;
if (version && "serviceWorker" in navigator) {
  engine?.loaded.then(() => navigator.serviceWorker.register(`offline.js?v=${version}`)).catch(() => {}); // it loads all files anew, for which the first run does not wait; without it the page needs its host each time
}
