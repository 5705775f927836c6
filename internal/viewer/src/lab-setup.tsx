// Which runtimes, which world, and what to do.

import type { Policy } from "./lab-api";
import type { Activity } from "./lab-runner";
import type { LabWords } from "./lab-words";
import { fill } from "./words";

interface Support { supported: boolean; lacks?: string }

export function Setup(props: {
  policies: Policy[];
  supports: Map<string, Support>;
  chosen: string[];
  usable: string[];
  cases: string[];
  case: string;
  seed: number;
  busy: Activity | undefined;
  words: LabWords;
  onToggle(name: string): void;
  onCase(name: string): void;
  onSeed(seed: number): void;
  onStart(what: Activity): void;
  onCancel(): void;
}) {
  const { policies, supports, chosen, usable, words: w } = props;
  const idle = usable.length > 0;
  return (
    <section class="setup" aria-label={w.policies}>
      <fieldset>
        <legend>{w.policies}</legend>
        <p class="dim small">{w.policiesHelp}</p>
        <div class="chips">
          {policies.map((p) => <Chip key={p.name} policy={p} support={supports.get(p.name)} on={chosen.includes(p.name)} words={w} onToggle={() => props.onToggle(p.name)} />)}
        </div>
        {idle || policies.length === 0 ? null : <p class="notice bad small">{w.oneAtLeast}</p>}
      </fieldset>
      <div class="fields">
        {props.cases.length > 0 ? (
          <label>{w.case} <select value={props.case} onChange={(e) => props.onCase(e.currentTarget.value)}>
            <option value="">{w.caseNone}</option>
            {props.cases.map((c) => <option key={c} value={c}>{c}</option>)}
          </select></label>
        ) : null}
        <label title={w.seedHelp}>{w.seed} <input type="number" min={0} max={999999999} value={props.seed} aria-describedby="seed-help"
          onInput={(e) => props.onSeed(Math.max(0, Math.trunc(Number(e.currentTarget.value)) || 0))} /></label>
        <span id="seed-help" class="dim small">{w.seedHelp}</span>
      </div>
      <div class="acts">
        <button type="button" class="main" disabled={!idle} onClick={() => props.onStart("run")}>▶ {w.run}</button>
        <button type="button" disabled={!idle} onClick={() => props.onStart("predict")}>{w.predict}</button>
        <button type="button" disabled={!idle} onClick={() => props.onStart("explore")}>{w.explore}</button>
      </div>
      {props.busy ? <p role="status" class="busy"><span class="spinner" aria-hidden="true" /> {w.working} <button type="button" onClick={props.onCancel}>{w.cancel}</button></p> : null}
    </section>
  );
}

function Chip(props: { policy: Policy; support: Support | undefined; on: boolean; words: LabWords; onToggle(): void }) {
  const { policy, support, words: w } = props;
  const off = support?.supported === false;
  const why = off ? (support.lacks ? fill(w.lacks, support.lacks) : w.lacksAny) : `${policy.versions[w.lang]}: ${policy.about[w.lang]}`;
  return (
    <label class={`chip${off ? " off" : ""}${props.on && !off ? " on" : ""}`} title={why}>
      <input type="checkbox" checked={props.on} disabled={off} onChange={props.onToggle} />
      {policy.name}{off ? <span class="hidden"> {why}</span> : null}
    </label>
  );
}
