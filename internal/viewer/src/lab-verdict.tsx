// What a prediction is worth, and why.

import type { First, PredictAnswer } from "./lab-api";
import { kept } from "./lab-moves";
import type { LabWords } from "./lab-words";
import { RuleOf } from "./panels";
import { fill, sentence } from "./words";

const lastHint = 3;
export const shownOrder = lastHint + 1;

/** What a next lesson is called, and what opens it. */
export interface Next { title: string; open(): void }

export function Verdict(props: { answer: PredictAnswer; said: string[]; hints: number; next: Next | undefined; words: LabWords; onHint(): void; onExplore(): void; onStep(): void }) {
  const { answer: a, hints, words: w } = props;
  const many = a.complete ? String(a.orders) : fill(w.atLeast, a.orders);
  const race = a.orders > 1;
  const told = a.possible || hints >= shownOrder;
  return (
    <section class={`panel verdict ${a.possible ? "good" : "bad"}`}>
      <h3>{a.possible ? "✓" : "✗"} {a.possible ? (race ? fill(w.rightRace, many) : w.right) : race ? fill(w.wrongRace, many) : w.wrong}</h3>
      {a.possible ? null : <p>{fill(race ? w.standRace : w.stand, a.stand, a.length)}</p>}
      {a.first ? <Hints answer={a} first={a.first} hints={hints} words={w} /> : null}
      {!a.possible && told && a.nearest.length > 0 ? <Nearest order={a.nearest} said={props.said} title={race ? w.nearest : w.answer} /> : null}
      {told && race ? <p>{w.race}</p> : null}
      {a.complete ? null : <p class="dim">{w.notAll}</p>}
      <div class="tools">
        {told ? null : <button type="button" onClick={props.onHint}>{[w.hintWhere, w.hintRule, w.hintPair, w.showOrder][hints]}</button>}
        {told ? <button type="button" onClick={props.onStep}>{w.stepIt}</button> : null}
        {told ? <button type="button" onClick={props.onExplore}>{w.seeAll}</button> : null}
        {a.possible && props.next ? <button type="button" class="main" onClick={props.next.open}>{fill(w.nextLesson, props.next.title)}</button> : null}
      </div>
    </section>
  );
}

/** As many hints as were asked for: where to look, by which rule, one pair. */
function Hints(props: { answer: PredictAnswer; first: First; hints: number; words: LabWords }) {
  const { answer: a, first: f, hints, words: w } = props;
  return (
    <>
      {hints >= 1 ? <p>{fill(w.lookAt, f.line + 1)}</p> : null}
      {hints >= 2 && a.rules.length === 0 ? <p>{w.noRule}</p> : null}
      {hints >= 2 ? a.rules.map((rule) => <div key={rule.id} class="claim"><RuleOf id={rule.id} rule={rule} chinese={w.lang === "zh"} words={w} /></div>) : null}
      {hints >= 3 ? <Where first={f} words={w} /> : null}
      {hints >= 3 ? (f.claims ?? []).map((claim, n) => <p key={n}>{sentence(claim.text, w)}</p>) : null}
    </>
  );
}

function Where(props: { first: First; words: LabWords }) {
  const { first: f, words: w } = props;
  if (f.could.length === 0) return <p>{fill(w.firstWrongEnd, f.line + 1, f.said)}</p>;
  const could = f.could.join(w.orWord);
  return <p>{f.said === "" ? fill(w.firstMissing, f.line + 1, could) : fill(w.firstWrong, f.line + 1, f.said, could)}</p>;
}

/** A possible order; lines that the prediction has elsewhere are marked. */
function Nearest(props: { order: string[]; said: string[]; title: string }) {
  const right = kept(props.order, props.said);
  return (
    <>
      <h4>{props.title}</h4>
      <ol class="nearest">
        {props.order.map((line, i) => <li key={i} class={right[i] ? undefined : "misplaced"}><span class="number" aria-hidden="true">{i + 1}</span><code>{line}</code></li>)}
      </ol>
    </>
  );
}
