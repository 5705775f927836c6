// The page that evsim report writes: its document stands inside it.

import { render } from "preact";
import { Viewer } from "./app";
import { unpack } from "./data";

const place = document.getElementById("viewer")!;
unpack(document.getElementById("document")!.textContent!).then(
  (doc) => render(<Viewer doc={doc} />, place),
  (err: unknown) => { place.textContent = `This page cannot be read: ${String(err)}`; },
);
