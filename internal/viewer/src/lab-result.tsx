// What came of a run, a search or a prediction.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Viewer } from "./app";
import { Run, type PackedDocument } from "./data";
import type { CodePanel } from "./host";
import { Failure, post, type ExploreAnswer, type Found, type Problem, type RunAnswer } from "./lab-api";
import { groupsOf, logsOf } from "./lab-logs";
import { Predict, type Solving } from "./lab-predict";
import { inWords, Problems } from "./lab-problems";
import { failureOf, type Activity, type Asked, type Outcome, type Runner } from "./lab-runner";
import type { Shared } from "./lab-share";
import type { LabWords } from "./lab-words";
import { fill, type Language } from "./words";

/** How the page looks. */
export interface Look { language: Language; theme: string }

export type Start = (what: Activity, over?: Partial<Shared>) => void;

interface ResultProps extends Solving { runner: Runner; source: string; problems: Problem[]; code: CodePanel; usable: string[]; look: Look; words: LabWords; onStart: Start; onGo(p: Problem): void; onEdit(line: number): void }

export function Result(props: ResultProps) {
  const { runner, words: w } = props;
  const { outcome } = runner;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => { // nothing moves away under a pointer, and no key goes astray, once it is seen
    if (!outcome || outcome.kind === "run" && outcome.quiet) return; // nobody looks away from what they type
    const stage = heading.current?.parentElement?.querySelector<HTMLElement>(".viewer"); // its keys work at once
    const to = outcome.kind !== "predict" && stage ? stage : heading.current;
    to?.focus({ preventScroll: true });
    to?.scrollIntoView({ block: "start", behavior: outcome.kind !== "predict" || matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }, [outcome?.serial]);
  const staged = outcome && outcome.kind !== "predict" && (outcome.answer.document?.runs.length ?? 0) > 0;
  if (!staged && (runner.failure || runner.problems)) return wrongOf(props);
  if (!outcome) return null;
  if (outcome.kind === "predict") {
    return (
      <section class="result exercise" aria-label={w.results}>
        <h2 ref={heading} tabIndex={-1}>{w.predictHeading}</h2>
        {outcome.request.source === props.source ? null : <p class="notice stale" role="status">{w.stale} <button type="button" onClick={() => props.onStart("predict")}>{w.runAgain}</button></p>}
        <div class="facing">
          <Held panel={props.code} />
          <Predict key={outcome.serial} request={outcome.request} usable={props.usable} chinese={props.look.language === "zh"} words={w} next={props.next} onSolved={props.onSolved} onStart={props.onStart} />
        </div>
      </section>
    );
  }
  return (
    <section class="result" aria-label={w.results}>
      <h2 ref={heading} tabIndex={-1}>{outcome.kind === "run" ? w.ranHeading : w.exploreHeading}</h2>
      <Body {...props} outcome={outcome} />
    </section>
  );
}

/** The editor beside what is asked about its text. */
function Held(props: { panel: CodePanel }) {
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => props.panel.take(slot.current!), [props.panel]);
  return <div class="slot held" ref={slot} />;
}

/** What kept the last request from being done; null: nothing did. */
function wrongOf(props: ResultProps) {
  const { runner, words: w } = props;
  const { failure, problems } = runner;
  if (failure) return <p class="notice bad" role="alert">{inWords(failure, w)}</p>;
  const first = problems?.find((p) => p.severity === "error");
  if (!problems) return null;
  return (
    <div class="notice bad" role="alert">
      <p>{w.fix}{first ? <> <button type="button" onClick={() => props.onGo(first)}>{fill(w.goToLine, first.line)}</button></> : null}</p>
      <Problems problems={problems} words={w} />
    </div>
  );
}

/** What is to be said of the runs that stand there: others are made, could not be made, or the code is another. */
function stripeOf(props: ResultProps, source: string) {
  const { runner, words: w } = props;
  if (runner.busy) return <p class="notice busy" role="status"><span class="spinner" aria-hidden="true" /> {w.runningStripe} <button type="button" onClick={runner.cancel}>{w.stop}</button></p>;
  if (runner.failure) return <p class="notice bad" role="alert">{inWords(runner.failure, w)} <span class="dim">{w.lastGood}</span></p>;
  const refused = runner.problems;
  const errors = (refused ?? (source === props.source ? [] : props.problems)).filter((p) => p.severity === "error");
  const first = errors[0];
  if (first) return <ErrorStripe first={first} more={errors.length - 1} role={refused ? "alert" : undefined} words={w} onGo={props.onGo} />;
  if (source === props.source) return null;
  return <p class="notice stale" role="status">{w.stale} <button type="button" onClick={() => props.onStart(runner.outcome?.kind === "explore" ? "explore" : "run")}>{w.runAgain}</button></p>;
}

/** The first error in one line: below it the last run needs its room. */
function ErrorStripe(props: { first: Problem; more: number; role: "alert" | undefined; words: LabWords; onGo(p: Problem): void }) {
  const { first: p, words: w } = props;
  return (
    <p class="notice bad" role={props.role}>
      <b>{fill(w.errorAt, p.line)}</b> {p.message[w.lang].replaceAll("`", "")}{p.hint.en ? ` · ${w.hint} ${p.hint[w.lang].replaceAll("`", "")}` : ""}{" "}
      <button type="button" onClick={() => props.onGo(p)}>{fill(w.goToLine, p.line)}</button>
      <span class="dim">{props.more > 0 ? ` ${fill(w.moreErrors, props.more)}` : ""} {w.lastGood}</span>
    </p>
  );
}

/** The stage before the first run. */
export function Empty(props: { words: LabWords; ready: boolean; onStart: Start }) {
  const { words: w } = props;
  return (
    <section class="empty panel" aria-label={w.results}>
      <p>{w.emptyStage}</p>
      <button type="button" disabled={!props.ready} onClick={() => props.onStart("run")}>▶ {w.runNow}</button>
    </section>
  );
}

function Body(props: ResultProps & { outcome: Exclude<Outcome, { kind: "predict" }> }) {
  const { outcome, words: w } = props;
  const { document: doc, notes } = outcome.answer;
  return (
    <>
      {outcome.kind === "explore" ? <FoundList found={(outcome.answer as ExploreAnswer).found ?? []} words={w} /> : null}
      {(notes ?? []).map((note, n) => <p key={n} class="notice">{note[w.lang]}</p>)}
      {doc && doc.runs.length > 0 ? <Runs key={outcome.serial} doc={doc} asked={outcome.asked} explored={outcome.kind === "explore"} look={props.look} stripe={stripeOf(props, outcome.asked.source)} code={doc.text === outcome.asked.source ? props.code : undefined} words={w} onEdit={props.onEdit} /> : null}
    </>
  );
}

/** The runs of a document: what they log in short, and the viewer. */
function Runs(props: { doc: PackedDocument; asked: Asked; explored: boolean; look: Look; stripe: ComponentChildren; code: CodePanel | undefined; words: LabWords; onEdit(line: number): void }) {
  const { doc, asked, words: w } = props;
  const [shown, setShown] = useState(0);
  const [again, setAgain] = useState<{ doc: PackedDocument; order: number } | Failure>(); // an order that has no run in the document
  const replay = (policy: string, token: string, order: number) => {
    post<RunAnswer>("/api/run", { source: asked.source, language: asked.language, policies: [policy], case: asked.case, replay: token }).then(
      (answer) => { if (answer.document) setAgain({ doc: answer.document, order }); },
      (err: unknown) => setAgain(failureOf(err)),
    );
  };
  const one = again && !(again instanceof Failure) ? again : undefined;
  const code = props.code ? { code: props.code } : {};
  const runs = useMemo(() => doc.runs.map((head, r) => new Run(doc, head, r)), [doc]);
  const logs = useMemo(() => runs.map(logsOf), [runs]);
  return (
    <>
      {again instanceof Failure ? <p class="notice bad" role="alert">{inWords(again, w)}</p> : null}
      {one ? (
        <>
          <p class="notice">{fill(w.oneOfMany, one.order)} <button type="button" onClick={() => setAgain(undefined)}>{w.backToOrders}</button></p>
          <Viewer doc={one.doc} host={{ ...props.look, run: 0, tell: () => {}, edit: props.onEdit, begin: true, stripe: props.stripe, ...code }} />
        </>
      ) : null}
      <div hidden={one !== undefined}>
        <Viewer doc={doc} host={{ ...props.look, run: shown, tell: setShown, edit: props.onEdit, begin: !props.explored, stripe: props.stripe, replay, ...(one ? {} : code) }} />
      </div>
      {props.explored ? null : <Summary runs={runs} logs={logs} words={w} />}
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
        <p key={r.index} class="notice warn" role="alert">{fill(w.endless, r.name, r.head.reason)}{r.head.why ? ` ${r.head.why[w.lang]}` : ""}</p>
      ))}
    </>
  );
}

function FoundList(props: { found: Found[]; words: LabWords }) {
  return (
    <ul class="found">
      {props.found.map((f) => (
        <li key={f.policy}>
          <b>{f.policy}</b> {f.says[props.words.lang]}
          {f.deterministic && f.complete ? <span class="tag good">{props.words.sure}</span> : null}
          {f.complete ? null : <span class="tag bad">{props.words.incomplete}</span>}
        </li>
      ))}
    </ul>
  );
}
