// What runs log, in short.

import type { Run } from "./data";

/** The lines that a run logs. */
export function logsOf(run: Run): string[] {
  const out: string[] = [];
  for (let i = 0; i < run.length; i++) if (run.kind(i) === "log") out.push(run.text(i));
  return out;
}

/** Which logs are equal: groups of their numbers, in the order of their first. */
export function groupsOf(logs: string[][]): number[][] {
  const groups = new Map<string, number[]>();
  logs.forEach((log, n) => {
    const key = JSON.stringify(log);
    groups.set(key, [...(groups.get(key) ?? []), n]);
  });
  return [...groups.values()];
}
