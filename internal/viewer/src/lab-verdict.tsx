// What a prediction is worth, and why.

import type { First, PredictAnswer } from "./lab-api";
import { kept } from "./lab-moves";
import type { LabWords } from "./lab-words";
import { RuleOf } from "./panels";
import { fill } from "./words";

export function Verdict(props: { answer: PredictAnswer; said: string[]; words: LabWords; onExplore(): void; onStep(): void }) {
  const { answer: a, words: w } = props;
  const many = a.complete ? String(a.orders) : fill(w.atLeast, a.orders);
  const race = a.orders > 1;
  const head = a.possible ? (race ? fill(w.rightRace, many) : w.right) : race ? fill(w.wrongRace, many) : w.wrong;
  return (
    <section class={`panel verdict ${a.possible ? "good" : "bad"}`}>
      <h3>{a.possible ? "✓" : "✗"} {head} <span class="score">{fill(w.score, Math.round(a.score * 100))}</span></h3>
      {a.first ? <Where first={a.first} words={w} /> : null}
      {a.first?.claims?.length ? <Reasons answer={a} words={w} /> : null}
      {a.possible ? null : <Nearest order={a.nearest} said={props.said} title={race ? w.nearest : w.answer} />}
      {race ? <p>{w.race}</p> : null}
      {a.complete ? null : <p class="dim">{w.notAll}</p>}
      <div class="tools">
        <button type="button" onClick={props.onExplore}>{w.seeAll}</button>
        <button type="button" onClick={props.onStep}>{w.stepIt}</button>
      </div>
    </section>
  );
}

/** A claim as a sentence. Names of code keep their first letter. */
function sentence(claim: string): string {
  return `${claim.charAt(0).toUpperCase()}${claim.slice(1)}.`.replaceAll("`", "");
}

function Where(props: { first: First; words: LabWords }) {
  const { first: f, words: w } = props;
  if (f.could.length === 0) return <p>{fill(w.firstWrongEnd, f.line + 1, f.said)}</p>;
  const could = f.could.join(w.orWord);
  return <p>{f.said === "" ? fill(w.firstMissing, f.line + 1, could) : fill(w.firstWrong, f.line + 1, f.said, could)}</p>;
}

function Reasons(props: { answer: PredictAnswer; words: LabWords }) {
  const { answer: a, words: w } = props;
  return (
    <>
      <h4>{w.reason}</h4>
      {a.first!.claims!.map((claim, n) => {
        const rule = a.rules.find((r) => r.id === claim.rule);
        return (
          <div key={n} class="claim">
            <p>{sentence(claim.text)}</p>
            <RuleOf id={claim.rule} rule={rule} words={w} />
          </div>
        );
      })}
    </>
  );
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
