// What the browser keeps between visits. A browser may refuse: then the work
// lives as long as the page, and the reader is told.

import { isKind, titleOf, type Kind } from "./lab-kind";

export interface Draft {
  id: string;
  source: string;
  kind?: Kind | undefined; // undefined: YAML
  from?: string | undefined; // the example that it was made from
  scenario?: string | undefined; // that runs it, if it is code
  at: number; // when it was last written, in milliseconds since 1970
}

export interface Settings { language?: string; theme?: string; policies?: string[]; policiesOf?: string; current?: string; done?: Record<string, number> } // policiesOf: the text that they were chosen for; done: with how many hints an exercise was solved

const drafts = "evsim-lab/draft/";
const settings = "evsim-lab/settings";

export class Store {
  private readonly memory = new Map<string, string>();
  refused = false; // the browser did not keep something

  constructor(private readonly storage: () => Storage) {} // the name alone may throw

  private write(key: string, text: string): void {
    this.memory.set(key, text);
    try {
      this.storage().setItem(key, text);
      this.refused = false;
    } catch {
      this.refused = true;
    }
  }

  private read(key: string): string | null {
    try {
      return this.storage().getItem(key) ?? this.memory.get(key) ?? null;
    } catch {
      return this.memory.get(key) ?? null;
    }
  }

  private keys(): string[] {
    const all = new Set(this.memory.keys());
    try {
      const s = this.storage();
      for (let i = 0; i < s.length; i++) all.add(s.key(i)!);
    } catch { /* nothing was kept */ }
    return [...all];
  }

  settings(): Settings {
    return parsed<Settings>(this.read(settings)) ?? {};
  }

  keep(change: Settings): void {
    this.write(settings, JSON.stringify({ ...this.settings(), ...change }));
  }

  draft(id: string): Draft | undefined {
    const d = parsed<Draft>(this.read(drafts + id));
    return d && typeof d.source === "string" ? { ...d, id, kind: isKind(d.kind) ? d.kind : undefined, scenario: typeof d.scenario === "string" ? d.scenario : undefined } : undefined;
  }

  /** Every draft, the newest first. */
  list(): Draft[] {
    const ids = this.keys().filter((k) => k.startsWith(drafts)).map((k) => k.slice(drafts.length));
    return ids.flatMap((id) => this.draft(id) ?? []).sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  }

  put(d: Draft): void {
    this.write(drafts + d.id, JSON.stringify({ source: d.source, kind: d.kind, from: d.from, scenario: d.scenario, at: d.at }));
  }

  remove(id: string): void {
    this.memory.delete(drafts + id);
    try { this.storage().removeItem(drafts + id); } catch { /* it was never kept */ }
  }
}

function parsed<T>(text: string | null): T | undefined {
  try {
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** A text's name, as it has it. */
export function nameIn(source: string, kind: Kind = "yaml"): string {
  if (kind !== "yaml") return titleOf(source);
  const found = /^name:[ \t]*(.*)$/m.exec(source)?.[1]?.replace(/\s+#.*$/, "").trim() ?? "";
  if (found.startsWith("{") || found === "") return nameByLanguage(source, found);
  return found.replace(/^(['"])(.*)\1$/, "$2");
}

/** A name that is given by language, in braces or below its key; undefined words are none. */
function nameByLanguage(source: string, braces: string): string {
  const block = /^name:[ \t]*\n((?:[ \t]+\S.*\n?)+)/m.exec(source)?.[1];
  const inside = braces.replace(/^\{|\}$/g, "") || block || "";
  const one = /(?:^|[\s,])en:[ \t]*([^,\n]+)/.exec(inside) ?? /(?:^|[\s,])zh:[ \t]*([^,\n]+)/.exec(inside);
  return (one?.[1] ?? "").trim().replace(/^(['"])(.*)\1$/, "$2");
}

/** The policies that a scenario names, as far as its text has them in one place. */
export function policiesIn(source: string): string[] {
  const flow = /^policies:[ \t]*\[([^\]]*)\]/m.exec(source)?.[1];
  if (flow !== undefined) return flow.split(",").map((p) => p.trim()).filter(Boolean);
  const block = /^policies:[ \t]*\n((?:[ \t]*-[ \t]+.*\n?)+)/m.exec(source)?.[1];
  if (block !== undefined) return [...block.matchAll(/-[ \t]+(\S+)/g)].map((m) => m[1]!);
  const one = /^policies:[ \t]*(\S+)/m.exec(source)?.[1];
  return one ? [one] : [];
}
