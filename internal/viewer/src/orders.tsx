// The orders of an exploration as a tree: where logs part, it branches.

import { useMemo } from "preact/hooks";
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

const spelled = 6; // so many orders have their conditions beside them

const most = 24; // so many lines of a branch stand in the picture

/** The lines of a branch, or of many the first and the last. */
function spelledOut(lines: string[], w: Words): string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most / 2), `… ${fill(w.more, lines.length - most)} …`, ...lines.slice(-most / 2)];
}

/** When a run's order happens, as far as it can be said. */
function condition(run: Run, w: Words): string {
  const { condition: words, example } = run.head;
  if (words) return words === "always" ? w.always : fill(w.when, words);
  return example ? fill(w.suchAs, example) : "";
}

export function Orders(props: { runs: Run[]; logs: string[][]; active: number; words: Words; onRun(run: number): void }) {
  const { runs, logs, active, words: w } = props;
  const { policy, formula, condition: said } = runs[active]!.head;
  const tree = useMemo(() => {
    const all = runs.map((_, r) => r).filter((r) => runs[r]!.head.order && runs[r]!.head.policy === policy);
    return all.length > 0 ? { all, root: branch(all, logs, 0) } : undefined;
  }, [runs, logs, policy]);
  if (!tree) return null;
  const view = (b: Branch) => (
    <li key={b.leaf ?? b.lines[0]}>
      {b.lines.length > 0 ? <span class="lines">{spelledOut(b.lines, w).map((line, n) => <span key={n}>{line}</span>)}</span> : null}
      {b.leaf !== undefined ? (
        <button type="button" class="order" aria-pressed={b.leaf === active} title={condition(runs[b.leaf]!, w)} onClick={() => props.onRun(b.leaf!)}>
          {fill(w.order, runs[b.leaf]!.head.order!)}
          {tree.all.length <= spelled ? <> <span class="dim">{condition(runs[b.leaf]!, w)}</span></> : null}
        </button>
      ) : null}
      {b.branches.length > 0 ? <ul>{b.branches.map(view)}</ul> : null}
    </li>
  );
  return (
    <section class="panel orders">
      <h2>{w.orders}: {policy}</h2>
      <div class="picture" tabIndex={0} role="region" aria-label={`${w.orders}: ${policy}`}><ul class="tree">{view(tree.root)}</ul></div>
      <p class="condition" aria-live="polite">
        <b>{fill(w.order, runs[active]!.head.order!)}</b> {condition(runs[active]!, w)}
        {formula && formula !== said ? <code> {formula}</code> : null}
      </p>
    </section>
  );
}
