// Where in a scenario the cursor is: the keys and items that lead there.

import { parser } from "@lezer/yaml";
import type { SyntaxNode } from "@lezer/common";

/** One step from the root of a file to a place: into a list, or to a key among others. */
export type Step = { key: string; keys: string[] } | "item";

export interface Place {
  steps: Step[];
  keys: string[]; // of the mapping that the cursor adds a key to
  role: "key" | "value" | "either"; // after a dash a key or a value may come
  word: string; // that the cursor is in
  from: number;
  to: number;
  colon: boolean; // a colon follows the word already
  column: number; // of the word, from 0
  flow: boolean; // inside braces or brackets
}

const probe = "evsimProbe";
const letters = /[\w@.]/;

/** Where a position is; undefined inside comments and texts in quotes. */
export function placeAt(text: string, pos: number): Place | undefined {
  let from = pos;
  while (from > 0 && letters.test(text[from - 1]!)) from--;
  let to = pos;
  while (to < text.length && letters.test(text[to]!)) to++;
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const line = text.slice(start, from);
  if (/(^|\s)#/.test(line)) return undefined;
  const role = roleAfter(line);
  const colon = /^[ \t]*:/.test(text.slice(to));
  // What stands there is often no YAML yet: so a word stands in for it.
  const stand = colon || role === "value" ? probe : `${probe}: `;
  const tree = parser.parse(text.slice(0, from) + stand + text.slice(to));
  const leaf = tree.resolveInner(from, 1);
  if (leaf.name !== "Literal" || leaf.from !== from) return undefined;
  const read = (n: SyntaxNode) => (n.to <= from ? text.slice(n.from, n.to) : text.slice(n.from - stand.length + (to - from), n.to - stand.length + (to - from)));
  const { steps, keys, flow } = wayTo(leaf, read);
  return { steps, keys, role: colon ? "key" : role, word: text.slice(from, to), from, to, colon, column: from - start, flow };
}

/** What may follow the part of a line before a word. */
function roleAfter(line: string): Place["role"] {
  const last = line.trimEnd();
  if (last === "" || last.endsWith("{")) return "key";
  if (/(^|\s)-$/.test(last)) return "either";
  if (!last.endsWith(",")) return "value";
  let depth = 0; // a comma goes on with what the nearest open bracket began
  for (let i = last.length - 1; i >= 0; i--) {
    if ("]}".includes(last[i]!)) depth++;
    else if ("[{".includes(last[i]!) && depth-- === 0) return last[i] === "{" ? "key" : "value";
  }
  return "value";
}

/** The names that a script gives: to what calls return, and to functions. */
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  parser.parse(text).iterate({
    enter: ({ node }) => {
      if (node.name !== "Pair") return;
      const key = node.getChild("Key");
      const value = node.lastChild;
      const over = node.parent?.parent?.getChild("Key");
      if (key && value && text.slice(key.from, key.to) === "as" && value.name === "Literal") names.add(text.slice(value.from, value.to));
      if (key && over && text.slice(over.from, over.to) === "functions") names.add(text.slice(key.from, key.to));
    },
  });
  return [...names];
}

function wayTo(leaf: SyntaxNode, read: (n: SyntaxNode) => string): Pick<Place, "steps" | "keys" | "flow"> {
  const steps: Step[] = [];
  let keys: string[] = [];
  let flow = false;
  for (let n: SyntaxNode | null = leaf; n?.parent; n = n.parent) {
    const up: SyntaxNode = n.parent;
    flow ||= up.name === "FlowMapping" || up.name === "FlowSequence";
    if (up.name === "Item") steps.unshift("item");
    if (up.name !== "Pair") continue;
    const key = up.getChild("Key");
    const all = (up.parent?.getChildren("Pair") ?? []).flatMap((pair) => pair.getChild("Key") ?? []);
    if (n.name === "Key") keys = all.filter((k) => k.from !== n!.from).map(read);
    else if (key) steps.unshift({ key: read(key), keys: all.map(read) });
  }
  return { steps, keys, flow };
}
