// The panels around the time line. Each shows one part of a state.

import { useMemo } from "preact/hooks";
import { millis, type Rule, type Run } from "./data";
import { List } from "./list";
import { rulesOf, type Origins } from "./reason";
import type { Cursor } from "./states";
import { laneColour } from "./timeline";
import { fill, type Words } from "./words";

const shownTasks = 40; // of a queue
const shownQueues = 40;

export function Source(props: { text: string[]; line: number; stack: Set<number>; words: Words; onPick(line: number): void; onMove(by: number): void }) {
  return (
    <section class="panel source">
      <h2>{props.words.source}</h2>
      <List label={props.words.source} count={props.text.length} current={props.line - 1} row={20} onPick={(i) => props.onPick(i + 1)} onMove={props.onMove}
        className={(i) => (props.stack.has(i + 1) ? "onstack" : "")}
        render={(i) => (<><span class="number">{i + 1}</span><code>{props.text[i]}</code></>)} />
    </section>
  );
}

export function Stack(props: { cursor: Cursor; step: number; lanes: string[]; words: Words }) {
  const { cursor: c, words: w } = props;
  return (
    <section class="panel stack">
      <h2>{w.stack}</h2>
      {c.stack.length === 0 ? <p class="dim">{w.stackEmpty}</p> : null}
      <ol>
        {[...c.stack].reverse().map((i) => (
          <li key={i} class="task" style={{ borderColor: `var(${laneColour(props.lanes, c.run.phase(i))})` }}>
            {c.run.text(i)} {c.run.line(i) > 0 ? <span class="dim">{fill(w.line, c.run.line(i))}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The numbers of a run's queues in the order of its policy, and the names of those that it does not use. */
function ordered(c: Cursor): { order: number[]; unused: string[] } {
  const known = c.run.head.queues;
  const place = (name: string) => { // lists of timers stand with the timers, what is unknown at the end
    const at = known.findIndex((k) => name === k || (name.startsWith(k) && /^ [\d.]+( ms)?$/.test(name.slice(k.length))));
    return at < 0 ? known.length : at;
  };
  const all = c.queues.map((q, n) => ({ n, at: place(q.name) })).sort((a, b) => a.at - b.at);
  const used = new Set(all.map(({ at }) => at));
  return { order: all.map(({ n }) => n), unused: known.filter((_, at) => !used.has(at)) };
}

/** The queues that are shown: all, or of many those in which something waits, as many as have room. */
function inSight(c: Cursor, order: number[]): number[] {
  return order.length <= shownQueues ? order : order.filter((n) => c.queues[n]!.size > 0).slice(0, shownQueues);
}

export function Queues(props: { cursor: Cursor; step: number; words: Words }) {
  const { cursor: c, words: w } = props;
  const { order, unused } = useMemo(() => ordered(c), [c]);
  const shown = inSight(c, order);
  return (
    <section class="panel queues">
      <h2>{w.queues}</h2>
      <div class="cards">
        {shown.map((n) => ({ n, q: c.queues[n]! })).map(({ q, n }) => (
          <section class={`card${q.size ? " full" : ""}`} key={q.name} aria-label={q.name}>
            <h3>{q.name} <span class="count">{q.size}</span></h3>
            {q.size === 0 ? <p class="dim">{w.queueEmpty}</p> : null}
            <ol>
              {c.waiting(n, shownTasks).map((i) => (
                <li key={c.run.taskOf(i)} class={`task${i === c.event ? " new" : ""}`}>
                  {c.run.text(i)}
                  {c.run.line(i) > 0 ? <span class="dim"> {fill(w.line, c.run.line(i))}</span> : null}
                  {c.run.dueAt(i) >= 0 ? <span class="dim"> {fill(w.due, millis(c.run.dueAt(i)))}</span> : null}
                </li>
              ))}
            </ol>
            {q.size > shownTasks ? <p class="dim">{fill(w.more, q.size - shownTasks)}</p> : null}
          </section>
        ))}
      </div>
      {shown.length < order.length ? <p class="dim small">{fill(w.more, order.length - shown.length)}</p> : null}
      {unused.length > 0 ? <p class="dim small">{fill(w.unused, unused.join(", "))}</p> : null}
    </section>
  );
}

export function Why(props: { text: string; cursor: Cursor; step: number; origins: Origins; rules: Map<string, Rule>; words: Words; onSeek(step: number): void }) {
  const { cursor: c, words: w } = props;
  const task = c.event >= 0 ? c.run.taskOf(c.event) : 0;
  const chain = props.origins.chain(task, 12);
  const next = c.logs[c.logged]; // the line that comes next
  const between = c.run.head.reasons.find((r) => r.event === next);
  return (
    <section class="panel why" aria-live="polite">
      <h2>{w.why}</h2>
      <p class="reason">{props.text}</p>
      {rulesOf(c).map((id) => <RuleOf key={id} id={id} rule={props.rules.get(id)} words={w} />)}
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
      {between ? (
        <>
          <h3>{fill(w.between, between.before, c.run.text(next!))}</h3>
          {between.claims.map((claim, n) => <div key={n}><p>{claim.text.replaceAll("`", "")}.</p><RuleOf id={claim.rule} rule={props.rules.get(claim.rule)} words={w} /></div>)}
        </>
      ) : null}
    </section>
  );
}

/** A rule, what it says, and where it is written down. */
export function RuleOf(props: { id: string; rule: Rule | undefined; words: { written: string } }) {
  const { rule } = props;
  return (
    <div class="rule">
      <p><code>{props.id}</code>{rule ? <> {rule.says.replaceAll("`", "")}</> : null}</p>
      {rule ? (
        <p class="dim">{props.words.written} {rule.sources.map((part, n) => part.url
          ? <a key={n} href={part.url} target="_blank" rel="noreferrer">{part.text}</a>
          : part.text)}</p>
      ) : null}
    </div>
  );
}

/** Logs side by side: those of the runs that are shown. What a run has not logged yet is dim. */
export function Logs(props: {
  runs: Run[]; logs: string[][]; shown: number[]; logged: number[]; active: number; first: number[]; from: number; words: Words;
  onRun(run: number): void; onLine(run: number, line: number): void; onDiffer(): void;
}) {
  const { runs, logs, shown, logged, active, first, from, words: w } = props;
  const columns = { gridTemplateColumns: `2.5rem repeat(${shown.length}, minmax(7rem, 1fr))` };
  const rows = useMemo(() => Math.max(0, ...logs.map((log) => log.length)), [logs]);
  return (
    <section class="panel logs">
      <h2>{w.log}</h2>
      {runs.length > 1 ? <p class="dim">{from < 0 ? w.same : <>{differing(props)} <button type="button" class="link" onClick={props.onDiffer}>{w.toDifference}</button></>}</p> : null}
      <div class="wide">
        <div class="row head" style={columns}>
          <span />
          {shown.map((r) => (
            <button key={r} type="button" class="link" aria-pressed={r === active} onClick={() => props.onRun(r)}>{runs[r]!.name}</button>
          ))}
        </div>
        <List label={w.log} count={rows} current={logged[active]! - 1} row={22} empty={w.logEmpty}
          onMove={(by) => props.onLine(active, Math.max(0, Math.min(logged[active]! - 1 + by, logs[active]!.length - 1)))}
          className={(i) => (i === from ? "differs" : "")}
          render={(i) => (
            <div class="row" style={columns}>
              <span class="number">{i + 1}</span>
              {shown.map((r) => (
                <span key={r} class={cell(i, logs[r]!, logs[active]!, logged[r]!)} onClick={() => props.onLine(r, i)}>
                  {logs[r]![i] ?? ""}
                  {i === from && first[r] === from ? <b class="mark" title={w.differs}> ≠</b> : null}
                </span>
              ))}
            </div>
          )} />
      </div>
    </section>
  );
}

const namedRuns = 4;

/** Which runs part from the chosen one first, and where. */
function differing(props: { runs: Run[]; first: number[]; from: number; words: Words }): string {
  const names = props.runs.filter((_, r) => props.first[r] === props.from).map((run) => run.name);
  const more = names.length - namedRuns;
  const rest = more > 0 ? `, ${fill(props.words.more, more)}` : "";
  return fill(props.words.differ, props.from + 1, names.slice(0, namedRuns).join(", ") + rest);
}

function cell(i: number, log: string[], active: string[], logged: number): string {
  return `text${i < logged ? "" : " later"}${log !== active && log[i] !== active[i] ? " other" : ""}`;
}

export function Events(props: { run: Run; step: number; words: Words; onSeek(step: number): void }) {
  const { run } = props;
  return (
    <section class="panel events">
      <h2>{props.words.events}</h2>
      <List label={props.words.events} count={run.length} current={props.step - 1} row={20} onPick={(i) => props.onSeek(i + 1)} onMove={(by) => props.onSeek(props.step + by)}
        render={(i) => (
          <>
            <span class="number">{millis(run.at[i]!)}</span> <span class={`kind k-${run.kind(i)}`}>{run.kind(i)}</span>{" "}
            <span class="text">{run.text(i) || run.phase(i)}{run.kind(i) === "enqueue" ? ` → ${run.queue(i)}` : ""}</span>
          </>
        )} />
    </section>
  );
}
