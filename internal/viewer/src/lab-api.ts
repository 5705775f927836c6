// What the page asks, and what comes back. Who answers keeps nothing: a server,
// or in a page of files the same program in a worker.

import type { Kind } from "./lab-kind";
import type { Both, Claim, PackedDocument, Rule } from "./data";
import { codeEngine, engine } from "./engine";
import { arrived, known } from "./ready";

export interface GalleryItem {
  id: string;
  title: Both;
  text?: Both;
  about?: Both; // HTML
  source: string;
  language?: Kind; // of the source; undefined: YAML
  scenario?: string; // that runs the source, which is code
  predict?: boolean;
  lesson?: { hints: number; answer: boolean; then: number }; // how much it keeps
}
/** What was asked for of a lesson, as HTML; checks are a part of its file. */
export interface LessonAnswer { hints: Both[]; answer: Both | null; checks: string; then: Both[] }
export interface Lesson { id: string; title: Both; text: Both; items: GalleryItem[] }
export interface Gallery { lessons: Lesson[]; yours: GalleryItem[]; notes?: Both[] }

export interface Policy { name: string; versions: Both; about: Both }

export interface Problem {
  line: number; col: number; endLine: number; endCol: number; // from 1, columns count characters
  severity: "error" | "warning";
  message: Both;
  hint: Both; // empty: there is none
}

interface Answer { problems?: Problem[]; notes?: Both[] }
export interface Check extends Answer {
  name: Both;
  policies: { name: string; supported: boolean; lacks?: string }[];
  cases: string[];
}
export interface RunAnswer extends Answer { document: PackedDocument | null }
export interface Found { policy: string; orders: number; complete: boolean; deterministic: boolean; says: Both }
export interface ExploreAnswer extends RunAnswer { found?: Found[] }
export interface LinesAnswer extends Answer { lines?: string[]; choices?: string[][] }
export interface PictureAnswer extends Answer { svg: string }
export interface ChooseAnswer extends Answer {
  orders: number;
  right: number;
  logs: { log: string[]; possible: boolean; first?: string; second?: string; missing?: string; claims: Claim[] }[];
  rules: Rule[];
}
export interface First { line: number; said: string; could: string[]; claims?: Claim[] }
export interface PredictAnswer extends Answer {
  possible: boolean;
  complete: boolean;
  orders: number;
  score: number;
  stand: number; // lines that stand where the nearest order has them
  length: number;
  first: First | null; // and what follows: as far as hints were asked for
  nearest: string[];
  rules: Rule[];
}

/** Why a request came to nothing; the page has words for each kind. */
export type FailureKind = "offline" | "busy" | "large" | "refused" | "broken";

export class Failure extends Error {
  constructor(readonly kind: FailureKind, readonly says?: Both, readonly hint?: Both, readonly retryAfter = 0) { super(says?.en || kind); }
}

function kindOf(status: number): FailureKind {
  if (status === 429 || status === 503) return "busy";
  if (status === 413) return "large";
  return status < 500 || status === 507 ? "refused" : "broken"; // 507: the answer would be too large
}

async function failureOf(r: Response): Promise<Failure> {
  const said: { error?: Both; hint?: Both } = await r.json().catch(() => ({}));
  return new Failure(kindOf(r.status), said.error, said.hint, Number(r.headers.get("Retry-After")) || 0);
}

interface Asked { method: "GET" | "POST"; body?: string; code?: boolean; signal?: AbortSignal | undefined }

/** Asks the page's own engine, if it has one, else the server that the page came from. */
async function sent(path: string, { method, body, code, signal }: Asked): Promise<Response> {
  const own = code ? codeEngine : engine;
  if (own) return own.ask(method, path, body ?? "", signal);
  return fetch(path, { method, credentials: "omit", body: body ?? null, signal: signal ?? null, headers: body === undefined ? {} : { "Content-Type": "application/json" } });
}

async function ask<T>(path: string, init: Asked): Promise<T> {
  if (engine) {
    await arrived();
    init.signal?.throwIfAborted();
    const made = had<T>(path, init);
    if (made !== undefined) return made;
  }
  let r: Response;
  try {
    r = await sent(path, init);
  } catch (err) {
    if (init.signal?.aborted) throw err;
    throw new Failure("offline");
  }
  if (!r.ok) throw await failureOf(r);
  return (await r.json().catch(() => { throw new Failure("broken"); })) as T;
}

/** The answer to a question that was made ready and has come. */
function had<T>(path: string, { method, body }: Asked): T | undefined {
  const text = known(method, path, body ?? "");
  return text === undefined ? undefined : JSON.parse(text) as T;
}

/** What get would have, if it is here already. */
export function hadGet<T>(path: string): T | undefined {
  return had(path, { method: "GET" });
}

/** What post would have, if it is here already. */
export function hadPost<T>(path: string, body: Body): T | undefined {
  return had(path, asked(body));
}

export function get<T>(path: string): Promise<T> {
  return ask(path, { method: "GET" });
}

interface Body { language?: Kind; [field: string]: unknown }

function asked(body: Body): Asked {
  return { method: "POST", body: JSON.stringify(body), code: (body.language ?? "yaml") !== "yaml" };
}

export function post<T>(path: string, body: Body, signal?: AbortSignal): Promise<T> {
  return ask(path, { ...asked(body), signal });
}
