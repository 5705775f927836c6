// The panels around the stage: the code, why this callback runs now, the log, and
// all events.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CallbackKind, Cast } from "./cast";
import { millis, type Rule, type Run } from "./data";
import type { CodePanel, Marks } from "./host";
import { List } from "./list";
import { memo } from "./memo";
import { rulesOf, type Origins } from "./reason";
import { Shape } from "./shapes";
import type { Cursor } from "./states";
import { lastUpTo } from "./steps";
import { fill, sentence, type Language, type Words } from "./words";

/** The code: the line where the run is, the lines of what is on the stack, and a sign at each line whose callback waits. */
export function Source(props: { marks: Marks; words: Words; onMove(by: number): void }) {
  const { marks: m, words: w } = props;
  return (
    <Code words={w}>
      <List label={w.source} count={m.text.length} current={m.line - 1} row={20} onPick={(i) => m.pick(i + 1)} onMove={props.onMove} basis={m.text} shows={(i) => m.waiting.get(i + 1) ?? ""}
        className={(i) => (m.stack.has(i + 1) ? "onstack" : "") + (m.other === i + 1 ? " otherline" : "")}
        render={(i) => <CodeLine number={i + 1} text={m.text[i]!} waits={m.waiting.get(i + 1)} />} />
    </Code>
  );
}

const CodeLine = (props: { number: number; text: string; waits: CallbackKind | undefined }) => (
  <span data-line={props.number}><span class="number">{props.number}</span><code>{props.text}</code>{props.waits ? <span class={`waits k-${props.waits}`}><Shape kind={props.waits} /></span> : null}</span>
);

/** The same in the editor, where the code is written. */
export function Written(props: { panel: CodePanel; marks: Marks; words: Words }) {
  const slot = useRef<HTMLDivElement>(null);
  const { panel, marks } = props;
  useLayoutEffect(() => panel.take(slot.current!), [panel]);
  useLayoutEffect(() => panel.mark(marks));
  return <Code words={props.words}><div class="slot" ref={slot} /></Code>;
}

/** The panel of the code; on a phone it has three lines until it is opened. */
function Code(props: { words: Words; children: ComponentChildren }) {
  const [tall, setTall] = useState(false);
  return (
    <section class={`panel source${tall ? " tall" : ""}`}>
      <h2>{props.words.source}</h2>
      {props.children}
      <button type="button" class="tallness" aria-expanded={tall} aria-label={props.words.allCode} title={props.words.allCode} onClick={() => setTall(!tall)}>{tall ? "▾" : "▸"}</button>
    </section>
  );
}

/** A sentence for the step, and behind a click the rules with their sources, and how it came to be. */
export function Why(props: {
  says: { name: string; text: string }[]; cursor: Cursor; event: number; begins: number; kind: CallbackKind; live: boolean; origins: Origins; rules: Map<string, Rule>; language: Language; words: Words; onSeek(step: number): void;
}) {
  const { cursor: c, words: w, event } = props;
  const task = event >= 0 ? c.run.taskOf(event) : 0;
  const [open, setOpen] = useState(false); // what stands behind the click is made when it is asked for
  const chain = open ? props.origins.chain(task, 12) : [];
  const reasons = useMemo(() => new Map(c.run.head.reasons.map((r) => [r.event, r])), [c]);
  const next = props.begins < 0 ? undefined : c.logs[lastUpTo(c.logs.length + 1, (n) => (n === 0 ? -1 : c.logs[n - 1]!), props.begins - 1)];
  const between = next !== undefined && next < c.step ? reasons.get(next) : undefined;
  return (
    <section class={`panel why k-${props.kind}`}>
      <h2>{w.why}</h2>
      <div aria-live={props.live ? "polite" : "off"}>
        {props.says.map((one) => <p key={one.name} class="reason">{one.name ? <b>{one.name} </b> : null}{one.text}</p>)}
      </div>
      <details open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary onClick={(e) => { e.preventDefault(); setOpen(!open); }}>{w.ruleAndSource}</summary>
        {(open ? rulesOf(c, event) : []).map((id) => <RuleOf key={id} id={id} rule={props.rules.get(id)} chinese={props.language === "zh"} words={w} />)}
        {chain.length > 0 ? <h3>{w.causes}</h3> : null}
        <ol class="chain">
          {chain.map((i) => (
            <li key={i}>
              <button type="button" class="link" onClick={() => props.onSeek(i + 1)}>
                {c.run.text(i)}{c.run.line(i) > 0 ? `, ${fill(w.line, c.run.line(i))}` : ""}
              </button>
              <span class="dim"> {millis(c.run.at[i]!)} ms</span>
            </li>
          ))}
        </ol>
        {open && between ? (
          <>
            <h3>{fill(w.between, between.before, c.run.text(next!))}</h3>
            {between.claims.map((claim, n) => (
              <div key={n}>
                <p>{sentence(claim.text, w)}</p>
                <RuleOf id={claim.rule} rule={props.rules.get(claim.rule)} chinese={props.language === "zh"} words={w} />
              </div>
            ))}
          </>
        ) : null}
      </details>
    </section>
  );
}

/** A rule, what it says, and where it is written down. */
export function RuleOf(props: { id: string; rule: Rule | undefined; chinese?: boolean; words: { written: string } }) {
  const { rule } = props;
  const says = (props.chinese && rule?.zh) || rule?.says;
  return (
    <div class="rule">
      <p><code>{props.id}</code>{says ? <> {says.replaceAll("`", "")}</> : null}</p>
      {rule ? (
        <p class="dim">{props.words.written} {rule.sources.map((part, n) => part.url
          ? <a key={n} href={part.url} target="_blank" rel="noreferrer">{part.text}</a>
          : part.text)}</p>
      ) : null}
    </div>
  );
}

/** The log of a run, or of two side by side. What a run has not logged yet is a dashed line. */
export function Logs(props: {
  runs: Run[]; casts: Cast[]; events: readonly (readonly number[])[]; logs: string[][]; shown: number[]; logged: number[]; fresh: number; active: number; first: number[]; from: number; words: Words;
  onLine(run: number, line: number): void; onDiffer(): void;
}) {
  const { runs, logs, shown, logged, active, first, from, words: w } = props;
  const columns = `grid-template-columns: 2.2rem repeat(${shown.length}, minmax(0, 1fr))`;
  const cell = (r: number, i: number) => {
    const event = props.events[r]![i];
    if (event === undefined) return <span key={r} />;
    const text = i < logged[r]! ? logs[r]![i]! : undefined;
    return <LogCell key={r} run={r} line={i} text={text} kind={props.casts[r]!.kindOf(runs[r]!.taskOf(event))} onLine={props.onLine} />;
  };
  const rows = Math.max(0, ...shown.map((r) => logs[r]!.length));
  return (
    <div class="logs">
      {shown.length > 1 ? <div class="row head" style={columns}><span />{shown.map((r) => <b key={r}>{runs[r]!.name}</b>)}</div> : null}
      <List label={w.log} count={rows} current={logged[active]! - 1} row={24} empty={w.logEmpty} basis={logs}
        shows={(i) => `${w.lang} ${from} ${shown.map((r) => `${r} ${i < logged[r]!}`)}`}
        onMove={(by) => props.onLine(active, Math.max(0, Math.min(logged[active]! - 1 + by, logs[active]!.length - 1)))}
        className={(i) => (i === from ? "differs " : "") + (i >= props.fresh && i < logged[active]! ? "fresh" : "")}
        render={(i) => (
          <div class="row" style={columns}>
            <span class="number">{i === from ? <b class="mark" title={w.differs}>≠</b> : i + 1}</span>
            {shown.map((r) => cell(r, i))}
          </div>
        )} />
      {runs.length > 1 ? (
        <p class="dim differ">{from < 0 ? w.same : <><span>{differing({ runs, first, from, words: w })}</span> <button type="button" class="link" onClick={props.onDiffer}>{w.toDifference}</button></>}</p>
      ) : null}
    </div>
  );
}

/** A line of a log; without a text it is not logged yet. */
const LogCell = memo((props: { run: number; line: number; text: string | undefined; kind: CallbackKind; onLine(run: number, line: number): void }) => {
  const { run: r, line: i, text } = props;
  const said = text !== undefined;
  return (
    <span class={`text${said ? "" : " later"}`} data-log={said ? `${r} ${i}` : undefined} onClick={() => props.onLine(r, i)}>
      {said ? <><span class={`k-${props.kind} sign`}><Shape kind={props.kind} /></span>{text}</> : null}
    </span>
  );
});

const namedRuns = 3;

/** Which runs part from the chosen one first, and where. */
function differing(props: { runs: Run[]; first: number[]; from: number; words: Words }): string {
  const names = props.runs.filter((_, r) => props.first[r] === props.from).map((run) => run.name);
  const more = names.length - namedRuns;
  const rest = more > 0 ? `, ${fill(props.words.more, more)}` : "";
  return fill(props.words.differ, props.from + 1, names.slice(0, namedRuns).join(", ") + rest);
}

export function Events(props: { run: Run; step: number; words: Words; onSeek(step: number): void }) {
  const { run } = props;
  return (
    <div class="events">
      <List label={props.words.events} count={run.length} current={props.step - 1} row={20} basis={run} onPick={(i) => props.onSeek(i + 1)} onMove={(by) => props.onSeek(props.step + by)}
        render={(i) => <EventLine run={run} event={i} />} />
    </div>
  );
}

const EventLine = ({ run, event: i }: { run: Run; event: number }) => (
  <>
    <span class="number">{millis(run.at[i]!)}</span> <span class={`kind e-${run.kind(i)}`}>{run.kind(i)}</span>{" "}
    <span class="text">{run.text(i) || run.phase(i)}{run.kind(i) === "enqueue" ? ` → ${run.queue(i)}` : ""}</span>
  </>
);
