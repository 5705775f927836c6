// A link that carries a scenario: the part behind # never goes to a server.

import { isKind, type Kind } from "./lab-kind";

/** What a link carries. */
export interface Shared {
  source: string;
  policies: string[];
  case: string;
  predict: boolean; // the reader is to predict first
  run?: boolean; // it is to run at once
  kind: Kind;
  scenario: string; // that runs the source, which is code; "": it stands alone
}

const prefix = "#code=";
const older = "#s1="; // links of before there was code

/** How long a shared scenario may be, in bytes; the server takes no more. */
export const maxShared = 256 * 1024;

/** What is wrong with a link. */
export class BadLink extends Error {}

async function through(bytes: Uint8Array<ArrayBuffer>, by: GenericTransformStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = (new Blob([bytes]).stream().pipeThrough(by) as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new BadLink("too long"); // a short link may unpack to any length
    }
    parts.push(value);
  }
}

/** A text, deflated. */
export function packed(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
}

export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(parts.join(""));
}

/** The fragment that carries a scenario, with its #. */
export async function fragmentOf(s: Shared): Promise<string> {
  const text = JSON.stringify([s.source, s.policies.join(" "), s.case, s.predict ? 1 : s.run ? 2 : 0, s.kind, ...(s.scenario ? [s.scenario] : [])]);
  return prefix + base64(await packed(text)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Whether a fragment is meant to carry something. */
export function isShared(fragment: string): boolean {
  return /^#(?:code|s\d+)=/.test(fragment);
}

/** What a fragment carries; a BadLink if that cannot be told. */
export async function sharedIn(fragment: string): Promise<Shared> {
  if (!fragment.startsWith(prefix) && !fragment.startsWith(older)) throw new BadLink("another version");
  const code = fragment.slice(fragment.indexOf("=") + 1).replaceAll("-", "+").replaceAll("_", "/");
  try {
    const raw = Uint8Array.from(atob(code), (c) => c.charCodeAt(0));
    const bytes = await through(raw, new DecompressionStream("deflate-raw"), maxShared + 4096);
    const said: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return sharedOf(said);
  } catch (err) {
    throw err instanceof BadLink ? err : new BadLink("damaged");
  }
}

function sharedOf(said: unknown): Shared {
  const [source, policies, name, predict, kind, scenario] = Array.isArray(said) ? (said as unknown[]) : [];
  if (typeof source !== "string" || typeof policies !== "string" || typeof name !== "string") throw new BadLink("damaged");
  return { source, policies: policies.split(" ").filter(Boolean), case: name, predict: predict === 1, run: predict === 2, kind: isKind(kind) ? kind : "yaml", scenario: typeof scenario === "string" ? scenario : "" };
}
