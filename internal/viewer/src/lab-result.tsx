// What came of a run, a search or a prediction.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Viewer } from "./app";
import { Run, type PackedDocument } from "./data";
import type { ExploreAnswer, Found } from "./lab-api";
import { groupsOf, logsOf } from "./lab-logs";
import { Predict } from "./lab-predict";
import { inWords, Problems } from "./lab-problems";
import type { Activity, Outcome, Runner } from "./lab-runner";
import type { Shared } from "./lab-share";
import type { LabWords } from "./lab-words";
import { Orders } from "./orders";
import { fill, wordsOf, type Language } from "./words";

/** How the page looks. */
export interface Look { language: Language; theme: string }

export type Start = (what: Activity, over?: Partial<Shared>) => void;

export function Result(props: { runner: Runner; usable: string[]; look: Look; words: LabWords; onStart: Start }) {
  const { runner, words: w } = props;
  const { outcome } = runner;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!outcome) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }, [outcome?.serial]);
  if (runner.failure) return <p class="notice bad" role="alert">{inWords(runner.failure, w)}</p>;
  if (runner.problems) return <div class="notice bad" role="alert"><p>{w.fix}</p><Problems problems={runner.problems} words={w} /></div>;
  if (!outcome) return null;
  const title = { run: w.ranHeading, explore: w.exploreHeading, predict: w.predictHeading }[outcome.kind];
  return (
    <section class="result" aria-label={w.results}>
      <h2 ref={heading} tabIndex={-1}>{title}</h2>
      <Body {...props} outcome={outcome} />
    </section>
  );
}

function Body(props: { outcome: Outcome; usable: string[]; look: Look; words: LabWords; onStart: Start }) {
  const { outcome, words: w } = props;
  if (outcome.kind === "predict") return <Predict key={outcome.serial} request={outcome.request} usable={props.usable} words={w} onStart={props.onStart} />;
  const { document: doc, notes } = outcome.answer;
  return (
    <>
      {outcome.kind === "explore" ? <FoundList found={(outcome.answer as ExploreAnswer).found ?? []} words={w} /> : null}
      {(notes ?? []).map((note, n) => <p key={n} class="notice">{note}</p>)}
      {doc && doc.runs.length > 0 ? <Runs key={outcome.serial} doc={doc} explored={outcome.kind === "explore"} look={props.look} words={w} /> : null}
    </>
  );
}

/** The runs of a document: what they log in short, and the viewer. */
function Runs(props: { doc: PackedDocument; explored: boolean; look: Look; words: LabWords }) {
  const { doc, words: w } = props;
  const [shown, setShown] = useState(0);
  const runs = useMemo(() => doc.runs.map((head, r) => new Run(doc, head, r)), [doc]);
  const logs = useMemo(() => runs.map(logsOf), [runs]);
  const firsts = [...new Set(runs.map((r) => r.head.policy))].map((p) => runs.findIndex((r) => r.head.policy === p));
  const viewed = wordsOf(props.look.language);
  return (
    <>
      {props.explored ? (
        <div class="trees">
          {firsts.map((first) => (
            <Orders key={first} runs={runs} logs={logs} active={runs[shown]!.head.policy === runs[first]!.head.policy ? shown : first} words={viewed} onRun={setShown} />
          ))}
        </div>
      ) : <Summary runs={runs} logs={logs} words={w} />}
      <p class="dim small">{w.stepHint}</p>
      <Viewer doc={doc} host={{ ...props.look, run: shown, tell: setShown }} />
    </>
  );
}

const shownLines = 40;

/** What was logged, once for all runtimes that agree, and how runs ended that did not end by themselves. */
function Summary(props: { runs: Run[]; logs: string[][]; words: LabWords }) {
  const { runs, logs, words: w } = props;
  return (
    <>
      <ul class="summary" aria-label={w.logged}>
        {groupsOf(logs).map((group) => {
          const log = logs[group[0]!]!;
          return (
            <li key={group[0]} class="panel">
              <h3>{group.map((r) => runs[r]!.name).join(", ")}</h3>
              {log.length === 0 ? <p class="dim">{w.logsNothing}</p> : (
                <ol class="flow">{log.slice(0, shownLines).map((line, i) => <li key={i}><code>{line}</code></li>)}</ol>
              )}
              {log.length > shownLines ? <p class="dim">{fill(w.moreLines, log.length - shownLines)}</p> : null}
            </li>
          );
        })}
      </ul>
      {runs.filter((r) => r.head.limit).map((r) => (
        <p key={r.index} class="notice warn" role="alert">{fill(w.endless, r.name, r.head.reason)}{r.head.why ? ` ${r.head.why}` : ""}</p>
      ))}
    </>
  );
}

function FoundList(props: { found: Found[]; words: LabWords }) {
  return (
    <ul class="found">
      {props.found.map((f) => (
        <li key={f.policy}>
          <b>{f.policy}</b> {f.says}
          {f.deterministic && f.complete ? <span class="tag good">{props.words.sure}</span> : null}
          {f.complete ? null : <span class="tag bad">{props.words.incomplete}</span>}
        </li>
      ))}
    </ul>
  );
}
