// Predict of a race: the reader says which logs can be, and hears how many are
// said rightly, and why the others cannot.

import { useState } from "preact/hooks";
import { post, type ChooseAnswer, type Failure } from "./lab-api";
import type { Kind } from "./lab-kind";
import { inWords } from "./lab-problems";
import type { Solving } from "./lab-predict";
import type { Start } from "./lab-result";
import { failureOf } from "./lab-runner";
import type { LabWords } from "./lab-words";
import { RuleOf } from "./panels";
import { fill, sentence } from "./words";

interface Request { source: string; language: Kind; policy: string; case: string }

export function Choose(props: { request: Request; choices: string[][]; chinese: boolean; words: LabWords; onOrder(): void; onStart: Start } & Solving) {
  const { request, choices, words: w } = props;
  const over = { source: request.source, kind: request.language, case: request.case, policies: [request.policy] };
  const [ticked, setTicked] = useState<boolean[]>(() => choices.map(() => false));
  const [answer, setAnswer] = useState<ChooseAnswer>();
  const [shown, show] = useState(false);
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const check = () => {
    setBusy(true);
    setFailure(undefined);
    post<ChooseAnswer>("/api/choose", { ...request, ticked }).then(
      (a) => {
        setBusy(false);
        setAnswer(a);
        setTries(tries + 1);
        if (a.right === a.logs.length) { show(true); if (!shown) props.onSolved(Math.min(tries, 3)); }
      },
      (err: unknown) => { setBusy(false); setFailure(failureOf(err)); },
    );
  };
  const tick = (i: number) => { setTicked((all) => all.map((on, n) => (n === i ? !on : on))); if (!shown) setAnswer(undefined); };
  const all = answer?.right === choices.length;
  return (
    <>
      <h3>{w.whichCan}</h3>
      <p class="dim">{w.chooseHelp}</p>
      <ul class="choices">
        {choices.map((log, i) => (
          <li key={i}>
            <label class={`choice${ticked[i] ? " on" : ""}${shown && answer ? (answer.logs[i]!.possible ? " can" : " cannot") : ""}`}>
              <input type="checkbox" checked={ticked[i]} onChange={() => tick(i)} />
              <span class="flow">{log.length === 0 ? <span class="dim">{w.logsNothing}</span> : log.map((line, n) => <span key={n}><code>{line}</code></span>)}</span>
            </label>
            {shown && answer ? <Because log={answer.logs[i]!} answer={answer} chinese={props.chinese} words={w} /> : null}
          </li>
        ))}
      </ul>
      {failure ? <p class="notice bad" role="alert">{inWords(failure, w)}</p> : null}
      <div class="tools">
        <button type="button" class="main" disabled={busy} onClick={check}>{w.check}</button>
        <button type="button" onClick={props.onOrder}>{w.orderInstead}</button>
      </div>
      <div aria-live="polite">
        {answer ? (
          <section class={`panel verdict ${all ? "good" : "bad"}`}>
            <h3>{all ? "✓" : "✗"} {all ? fill(w.chosenRight, answer.orders) : fill(w.chosenSome, answer.right, choices.length)}</h3>
            <div class="tools">
              {shown ? null : <button type="button" onClick={() => show(true)}>{w.showWhich}</button>}
              {shown ? <button type="button" onClick={() => props.onStart("explore", over)}>{w.seeAll}</button> : null}
              {all && props.next ? <button type="button" class="main" onClick={props.next.open}>{fill(w.nextLesson, props.next.title)}</button> : null}
            </div>
          </section>
        ) : null}
      </div>
    </>
  );
}

/** What is true of a log: it can be, or which pair always holds, and why. */
function Because(props: { log: ChooseAnswer["logs"][number]; answer: ChooseAnswer; chinese: boolean; words: LabWords }) {
  const { log, words: w } = props;
  if (log.possible) return <p class="small good">✓ {w.canBe}</p>;
  const rules = [...new Set(log.claims.map((c) => c.rule))];
  return (
    <div class="small claim">
      <p>✗ {log.missing ? fill(w.alwaysLogged, log.missing) : fill(w.alwaysFirst, log.first ?? "", log.second ?? "")}</p>
      {log.claims.map((c, n) => <p key={n}>{sentence(c.text, w)}</p>)}
      {rules.map((id) => <RuleOf key={id} id={id} rule={props.answer.rules.find((r) => r.id === id)} chinese={props.chinese} words={w} />)}
    </div>
  );
}
