// What is wrong with a text, in words; and why a request came to nothing.

import type { Check, Failure, Problem } from "./lab-api";
import type { LabWords } from "./lab-words";
import { fill } from "./words";

const shown = 20;

export function ProblemList(props: { check: Check | undefined; failure: Failure | undefined; pending: boolean; words: LabWords; onGo(p: Problem): void }) {
  const { check, failure, words: w } = props;
  const problems = check?.problems ?? [];
  return (
    <section class="problems" aria-label={w.problems} aria-live="polite" aria-busy={props.pending}>
      {failure ? <p class="notice bad">{inWords(failure, w)}</p> : null}
      {!check && !failure ? <p class="dim small">{w.checking}</p> : null}
      {check && !failure && problems.length === 0 ? <p class="good small">✓ {w.noProblems}</p> : null}
      <Problems problems={problems} words={w} onGo={props.onGo} />
    </section>
  );
}

export function Problems(props: { problems: Problem[]; words: LabWords; onGo?(p: Problem): void }) {
  const { problems, words: w } = props;
  if (problems.length === 0) return null;
  return (
    <ul>
      {problems.slice(0, shown).map((p, n) => (
        <li key={n} class={p.severity}>
          {props.onGo ? <button type="button" class="link" onClick={() => props.onGo!(p)}>{fill(w.at, p.line, p.col)}</button> : fill(w.at, p.line, p.col)}
          {" "}<b>{p.severity === "error" ? w.error : w.warning}</b> {p.message[w.lang].replaceAll("`", "")}
          {p.hint.en ? <span class="dim"> · {w.hint} {p.hint[w.lang].replaceAll("`", "")}</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** A failure as a reader is told of it. */
export function inWords(f: Failure, w: LabWords): string {
  switch (f.kind) {
    case "offline": return w.offline;
    case "busy": return f.retryAfter > 0 ? fill(w.busyFor, f.retryAfter) : w.busy;
    case "large": return w.large;
    case "refused": return fill(w.refused, [f.says?.[w.lang] || w.brokenPlain, f.hint?.[w.lang]].filter(Boolean).join(" "));
    case "broken": return fill(w.broken, [f.says?.[w.lang] || w.brokenPlain, f.hint?.[w.lang]].filter(Boolean).join(" "));
  }
}
