// What a text is: a scenario, or a program.

import first from "./first.yaml";

/** The languages of the lab, as requests name them. */
export type Kind = "yaml" | "javascript" | "typescript";

export const kinds: readonly Kind[] = ["yaml", "javascript", "typescript"];

export function isKind(word: unknown): word is Kind {
  return kinds.includes(word as Kind);
}

/** How the reader knows them. */
export const kindNames: Record<Kind, string> = { yaml: "YAML", javascript: "JavaScript", typescript: "TypeScript" };

/** The name of the file that holds such a text. */
export const fileNames: Record<Kind, string> = { yaml: "scenario.yaml", javascript: "script.js", typescript: "script.ts" };

const typed = /^\s*(?:export\s+)?(?:interface\s+\w+[^=]*\{|type\s+\w+(?:<[^>]*>)?\s*=|enum\s+\w+|declare\s)|\b(?:const|let|var)\s+\w+\s*:\s*[\w{[(]|\)\s*:\s*(?:Promise<|void\b|string\b|number\b|boolean\b)|\b(?:as|satisfies)\s+(?:const|string|number|unknown|any)\b/m;
const coded = /^\s*(?:\/\/|\/\*|#!|['"]use strict['"]|(?:export|import|const|let|var|function|async|class|for|while|if|try|await|new|return)\b|[\w$.]+(?:\.[\w$]+)*\(|\()|=>|\);?\s*$/m;
const keyed = /^(?:evsim|script|name|policies|title)\s*:/m;

/** What a text seems to be. */
export function kindOf(source: string): Kind {
  if (keyed.test(source) && !/^\s*(?:const|let|var|import|function)\b/m.test(source)) return "yaml";
  if (!coded.test(source)) return "yaml";
  return typed.test(source) ? "typescript" : "javascript";
}

/** The first lines that stand in a new text. */
export const firsts: Record<Kind, string> = {
  yaml: first,
  javascript: `// My first script
console.log('start');
setTimeout(() => console.log('timer'), 0);
Promise.resolve().then(() => console.log('promise'));
console.log('end');
`,
  typescript: `// My first script
const say = (text: string): void => console.log(text);
say('start');
setTimeout(() => say('timer'), 0);
Promise.resolve().then(() => say('promise'));
say('end');
`,
};

/** The name that a program gives itself: its first comment. */
export function titleOf(source: string): string {
  const found = /^\s*\/\/+[ \t]*(.*)$/m.exec(source);
  return found && source.slice(0, found.index).trim() === "" ? found[1]!.trim().slice(0, 60) : "";
}
