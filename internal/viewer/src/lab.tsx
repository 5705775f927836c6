// The page of evsim lab.

import { render } from "preact";
import { Lab } from "./lab-app";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="evsim-nonce"]')?.content ?? "";
render(<Lab nonce={nonce} />, document.getElementById("lab")!);
