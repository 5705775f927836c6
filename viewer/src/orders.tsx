// The orders of an exploration as a tree: where logs part, it branches.

import type { Run } from "./data";
import { fill, type Words } from "./words";

interface Branch {
  lines: string[]; // that all below share
  branches: Branch[];
  leaf?: number; // a run
}

/** The tree of the logs of some runs, which all differ. */
export function branch(runs: number[], logs: string[][], from: number): Branch {
  let to = from;
  const lead = logs[runs[0]!]!;
  while (to < lead.length && runs.every((r) => logs[r]![to] === lead[to])) to++;
  const out: Branch = { lines: lead.slice(from, to), branches: [] };
  if (runs.length === 1) return { ...out, lines: lead.slice(from), leaf: runs[0]! };
  const parts = new Map<string, number[]>();
  for (const r of runs) {
    const key = to < logs[r]!.length ? `+${logs[r]![to]}` : `-${r}`; // a log that ends here is a leaf
    parts.set(key, [...(parts.get(key) ?? []), r]);
  }
  if (parts.size === 1) return { ...out, lines: lead.slice(from), leaf: runs[0]! };
  out.branches = [...parts.values()].map((part) => branch(part, logs, to));
  return out;
}

function condition(run: Run, w: Words): string {
  const words = run.head.condition;
  if (!words) return "";
  return words === "always" ? w.always : fill(w.when, words);
}

export function Orders(props: { runs: Run[]; logs: string[][]; active: number; words: Words; onRun(run: number): void }) {
  const { runs, words: w } = props;
  const policy = runs[props.active]!.head.policy;
  const all = runs.map((_, r) => r).filter((r) => runs[r]!.head.order && runs[r]!.head.policy === policy);
  if (all.length === 0) return null;
  const view = (b: Branch) => (
    <li>
      {b.lines.length > 0 ? <span class="lines">{b.lines.join(", ")}</span> : null}
      {b.leaf !== undefined ? (
        <button type="button" class="order" aria-pressed={b.leaf === props.active} onClick={() => props.onRun(b.leaf!)}>
          {fill(w.order, runs[b.leaf]!.head.order!)}{" "}
          <span class="dim">{condition(runs[b.leaf]!, w)}</span>
        </button>
      ) : null}
      {b.branches.length > 0 ? <ul>{b.branches.map(view)}</ul> : null}
    </li>
  );
  return (
    <section class="panel orders">
      <h2>{w.orders}: {policy}</h2>
      <ul class="tree">{view(branch(all, props.logs, 0))}</ul>
    </section>
  );
}
