// Answers that were made with the site: to what the page asks before anything on
// it is changed. A page of files has them before its program is there.

import { early, type Answers } from "./engine-messages";

const file = "ready.json.gz";

/** The answers, by method, path and body as the page sends them; none, where they do not come. */
export async function read(): Promise<Answers> {
  try {
    const r = await fetch(file);
    if (!r.ok || !r.body) return {};
    return await new Response(r.body.pipeThrough(new DecompressionStream("gzip"))).json() as Answers;
  } catch {
    return {}; // the program answers
  }
}

let answers: Answers | undefined; // undefined: they have not come
let coming: Promise<void> | undefined;

/** Comes when the answers are there. */
export function arrived(): Promise<void> {
  return coming ??= (early()?.ready ?? read()).then((all) => { answers = all; });
}

/** The answer to a question, if it was made ready and has come. */
export function known(method: string, path: string, body: string): string | undefined {
  const key = `${method} ${path} ${body}`;
  return answers && Object.hasOwn(answers, key) ? answers[key] : undefined;
}
