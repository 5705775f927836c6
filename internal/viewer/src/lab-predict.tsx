// Predict first: the reader puts the lines into an order, and hears what is
// right about it and why.

import { useEffect, useState } from "preact/hooks";
import { Choose } from "./lab-choose";
import type { Both } from "./data";
import { post, type Failure, type LinesAnswer, type PredictAnswer, type Problem } from "./lab-api";
import { OrderList, type Line } from "./lab-order-list";
import { inWords, Problems } from "./lab-problems";
import type { Start } from "./lab-result";
import { failureOf, type Predicted } from "./lab-runner";
import type { LabWords } from "./lab-words";
import { Verdict, type Next } from "./lab-verdict";
import { fill } from "./words";

const most = 40; // lines that one still puts into order by hand

/** What becomes of an exercise that is solved. */
export interface Solving {
  next: Next | undefined;
  /** Is told with how many hints it was; the order itself counts as one more. */
  onSolved(hints: number): void;
}

export function Predict(props: { request: Predicted; usable: string[]; chinese: boolean; words: LabWords; onStart: Start } & Solving) {
  const { request, words: w } = props;
  const over = { source: request.source, kind: request.language, scenario: request.scenario, case: request.case };
  const [lines, setLines] = useState<Line[]>();
  const [choices, setChoices] = useState<string[][]>([]); // of a race; none: lines are put into order
  const [answer, setAnswer] = useState<PredictAnswer>();
  const [failure, setFailure] = useState<Failure>();
  const [notes, setNotes] = useState<Both[]>([]);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [busy, setBusy] = useState(false);
  const [hints, setHints] = useState(0); // that were asked for
  const failed = (found?: Problem[]) => { setProblems(found ?? []); return (found ?? []).some((p) => p.severity === "error"); };

  useEffect(() => {
    const abort = new AbortController();
    post<LinesAnswer>("/api/lines", { ...request }, abort.signal).then(
      (a) => { setNotes(a.notes ?? []); setChoices(a.choices ?? []); if (!failed(a.problems)) setLines((a.lines ?? []).map((text, id) => ({ id, text }))); },
      (err: unknown) => { if (!abort.signal.aborted) setFailure(failureOf(err)); },
    );
    return () => abort.abort();
  }, []);
  const check = (asked: number) => {
    setBusy(true);
    setHints(asked);
    setFailure(undefined);
    post<PredictAnswer>("/api/predict", { ...request, lines: lines!.map((l) => l.text), hints: asked }).then(
      (a) => { setBusy(false); setNotes(a.notes ?? []); if (failed(a.problems)) return; setAnswer(a); if (a.possible) props.onSolved(asked); },
      (err: unknown) => { setBusy(false); setFailure(failureOf(err)); },
    );
  };
  return (
    <div class="predict">
      <label>{w.predictOn} <select value={request.policy} onChange={(e) => props.onStart("predict", { ...over, policies: [e.currentTarget.value] })}>
        {[...new Set([request.policy, ...props.usable])].map((p) => <option key={p} value={p}>{p}</option>)}
      </select>{request.case ? ` ${w.case}: ${request.case}` : ""}</label>
      {notes.map((note, n) => <p key={n} class="notice">{note[w.lang]}</p>)}
      {failure ? <p class="notice bad" role="alert">{inWords(failure, w)}</p> : null}
      {problems.some((p) => p.severity === "error") ? <div class="notice bad"><p>{w.fix}</p><Problems problems={problems} words={w} /></div> : null}
      {choices.length > 0 ? <Choose request={request} choices={choices} chinese={props.chinese} words={w} next={props.next} onSolved={props.onSolved} onStart={props.onStart} onOrder={() => setChoices([])} /> : null}
      {choices.length === 0 && lines && (lines.length > 0 || notes.length === 0) ? <Task lines={lines} marks={answer} hints={hints} words={w} onChange={(l) => { setLines(l); setAnswer(undefined); }} /> : null}
      {choices.length === 0 && lines && lines.length > 1 && lines.length <= most ? <button type="button" class="main" disabled={busy} onClick={() => check(hints)}>{w.check}</button> : null}
      <div aria-live="polite">
        {answer && lines ? <Verdict answer={answer} said={lines.map((l) => l.text)} hints={hints} next={props.next} words={w} onHint={() => check(hints + 1)}
          onExplore={() => props.onStart("explore", { ...over, policies: [request.policy] })}
          onStep={() => props.onStart("run", { ...over, policies: [request.policy] })} /> : null}
      </div>
    </div>
  );
}

function Task(props: { lines: Line[]; marks: PredictAnswer | undefined; hints: number; words: LabWords; onChange(lines: Line[]): void }) {
  const { lines, words: w } = props;
  if (lines.length === 0) return <p class="notice">{w.noLines}</p>;
  if (lines.length === 1) return <p class="notice">{w.oneLine}</p>;
  if (lines.length > most) return <p class="notice">{fill(w.manyLines, lines.length, most)}</p>;
  return (
    <>
      <p id="predict-help">{w.predictHelp}</p>
      <OrderList lines={lines} wrong={props.hints > 0 ? props.marks?.first?.line ?? -1 : -1} right={props.marks?.possible ?? false} words={w} onChange={props.onChange} />
    </>
  );
}
