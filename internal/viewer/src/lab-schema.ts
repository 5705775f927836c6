// The JSON Schema of the language, as far as an editor needs it: what may stand
// at a place, and what it means.

import type { Place, Step } from "./lab-yaml";

export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  definitions?: Record<string, Schema>;
}

/** What is known of a value before it is complete. */
interface Shape { kind: "object" | "array" | "scalar" | "unknown"; keys: string[] }

/** One thing that may stand at a place. */
export interface Offer {
  label: string;
  kind: "key" | "value";
  info: string;
  required: string[]; // of a verb: the keys that it cannot be without
  empty: boolean; // of a key: its value is nothing
}

const depthLimit = 40; // a schema may refer to itself

export class Language {
  constructor(private readonly root: Schema) {}

  /** What may stand at a place. */
  offers(p: Place): Offer[] {
    const here = this.at(p);
    const out = new Map<string, Offer>();
    const add = (o: Offer) => { if (!out.has(o.label) || o.info.length > out.get(o.label)!.info.length) out.set(o.label, o); };
    if (p.role !== "value") this.keyOffers(here, p.keys).forEach(add);
    if (p.role !== "key") valueOffers(here).forEach(add);
    return [...out.values()];
  }

  /** Whether a name of the script may stand at a place, one that something has got elsewhere. */
  named(p: Place): boolean {
    const last = p.steps.at(-1);
    return p.role === "value" && last !== undefined && last !== "item" && last.key !== "as" && this.at(p).some((s) => s.$ref === "#/definitions/name");
  }

  /** What the word at a place means; empty if nobody knows. */
  explain(p: Place): string {
    const here = this.at(p);
    if (p.role === "value" || !p.colon) return here.find((s) => s.description)?.description ?? "";
    const found = here.flatMap((s) => s.properties?.[p.word] ?? s.additionalProperties ?? []);
    return found.flatMap((s) => (typeof s === "object" ? this.description(s) : [])).at(0) ?? "";
  }

  private description(s: Schema): string[] {
    return s.description ? [s.description] : s.$ref ? this.description(this.resolve(s.$ref)) : [];
  }

  private keyOffers(here: Schema[], taken: string[]): Offer[] {
    return here.flatMap((s) => Object.entries(s.properties ?? {}).filter(([key]) => !taken.includes(key)).map(([key, value]): Offer => {
      const whole = statementOf(key, here);
      return {
        label: key, kind: "key", info: this.description(value)[0] ?? "",
        required: (whole?.required ?? []).filter((k) => k !== key),
        empty: (whole?.properties?.[key] ?? value).type === "null",
      };
    }));
  }

  private resolve(ref: string): Schema {
    return this.root.definitions?.[ref.replace("#/definitions/", "")] ?? {};
  }

  /** The schemas that hold at a place. */
  private at(p: Place): Schema[] {
    let here = this.flat(this.root, shapeOf(p.steps[0], p), 0);
    p.steps.forEach((step, i) => {
      const shape = shapeOf(p.steps[i + 1], p);
      here = here.flatMap((s) => below(s, step)).flatMap((s) => this.flat(s, shape, 0));
    });
    return here;
  }

  /** A schema and all that it says by others, as far as they apply. */
  private flat(s: Schema, shape: Shape, depth: number): Schema[] {
    if (depth > depthLimit) return [];
    const parts = [...(s.$ref ? [this.resolve(s.$ref)] : []), ...(s.allOf ?? []), ...(s.anyOf ?? []), ...(s.oneOf ?? [])];
    if (s.if) parts.push((applies(s.if, shape) ? s.then : s.else) ?? {});
    return [s, ...parts.flatMap((part) => this.flat(part, shape, depth + 1))];
  }
}

/** All that a statement of a verb may have, where statements may stand. */
function statementOf(verb: string, here: Schema[]): Schema | undefined {
  const all = here.flatMap((s) => s.then?.allOf ?? []);
  return all.find((a) => a.if?.required?.[0] === verb)?.then;
}

/** What the next step tells of the value that it goes through. */
function shapeOf(next: Step | undefined, p: Place): Shape {
  if (next === "item") return { kind: "array", keys: [] };
  if (next) return { kind: "object", keys: next.keys };
  if (p.role === "value") return { kind: "scalar", keys: [] };
  return { kind: "object", keys: p.keys };
}

function below(s: Schema, step: Step): Schema[] {
  if (step === "item") return s.items ? [s.items] : [];
  const found = s.properties?.[step.key] ?? s.additionalProperties;
  return typeof found === "object" ? [found] : [];
}

function applies(condition: Schema, shape: Shape): boolean {
  if (condition.type && shape.kind !== "unknown" && condition.type !== shape.kind) return false;
  if (condition.required && !condition.required.every((key) => shape.keys.includes(key))) return false;
  return !condition.anyOf || condition.anyOf.some((c) => applies(c, shape));
}

function valueOffers(here: Schema[]): Offer[] {
  return here.flatMap((s) => {
    const values = s.enum ?? (s.const !== undefined ? [s.const] : s.type === "boolean" ? [true, false] : []);
    return values.map((v): Offer => ({ label: String(v), kind: "value", info: s.description ?? "", required: [], empty: false }));
  });
}
