// What came of a run, a search or a prediction.

import { useEffect, useRef } from "preact/hooks";
import { Viewer, type Host } from "./app";
import type { ExploreAnswer, Found } from "./lab-api";
import { Predict } from "./lab-predict";
import { inWords, Problems } from "./lab-problems";
import type { Activity, Outcome, Runner } from "./lab-runner";
import type { Shared } from "./lab-share";
import type { LabWords } from "./lab-words";
import { fill } from "./words";

export type Start = (what: Activity, over?: Partial<Shared>) => void;

export function Result(props: { runner: Runner; host: Host; words: LabWords; onStart: Start }) {
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

function Body(props: { outcome: Outcome; host: Host; words: LabWords; onStart: Start }) {
  const { outcome, words: w } = props;
  if (outcome.kind === "predict") return <Predict key={outcome.serial} request={outcome.request} language={props.host.language} words={w} onStart={props.onStart} />;
  const doc = outcome.answer.document;
  const limited = (doc?.runs ?? []).filter((r) => r.limit);
  return (
    <>
      {outcome.kind === "explore" ? <FoundList found={(outcome.answer as ExploreAnswer).found ?? []} words={w} /> : null}
      {(outcome.answer.notes ?? []).map((note, n) => <p key={n} class="notice">{note}</p>)}
      {outcome.kind === "run" ? limited.map((r, n) => (
        <p key={n} class="notice warn" role="alert">{fill(w.endless, r.policy, r.reason)}{r.why ? ` ${r.why}` : ""}</p>
      )) : null}
      {doc && doc.runs.length > 0 ? <><p class="dim small">{w.stepHint}</p><Viewer key={outcome.serial} doc={doc} host={props.host} /></> : null}
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
