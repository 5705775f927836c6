// The page of evsim lab.

import { render } from "preact";
import { Lab } from "./lab-app";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="evsim-nonce"]')?.content ?? "";
render(<Lab nonce={nonce} />, document.getElementById("lab")!);

const version = document.querySelector<HTMLMetaElement>('meta[name="evsim-version"]')?.content;
if (version && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(`offline.js?v=${version}`).catch(() => {}); // without it the page needs its host each time
}
