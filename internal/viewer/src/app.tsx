// The viewer: which run, which step, and how one moves.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { axisOf, divergence } from "./axis";
import { millis, Run, type PackedDocument } from "./data";
import { Orders } from "./orders";
import { Events, Logs, Queues, Source, Stack, Why } from "./panels";
import { ending, Origins, reason } from "./reason";
import { Cursor } from "./states";
import { Timeline } from "./timeline";
import { fill, preferred, wordsOf, type Language, type Words } from "./words";

export type Unit = "events" | "callbacks" | "lines";

const speeds = [0.5, 1, 2, 4, 8, 16, 60];

/** Steps at which one may stop, ascending, for a unit. */
export function stopsOf(run: Run, unit: Unit): number[] {
  const out = [0];
  for (let i = 0; i < run.length; i++) {
    const kind = run.kind(i);
    const stop =
      unit === "callbacks" ? kind === "run" || kind === "stop"
      : unit === "lines" ? kind === "log" || kind === "throw" || kind === "stop"
      : kind !== "pass" && !(kind === "schedule" && i + 1 < run.length && run.kind(i + 1) === "enqueue" && run.taskOf(i + 1) === run.taskOf(i));
    if (stop) out.push(i + 1);
  }
  return out;
}

/** The nearest stop beyond a step, in a direction. */
export function nextStop(stops: number[], step: number, by: 1 | -1): number {
  let low = 0;
  let high = stops.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (by > 0 ? stops[mid]! <= step : stops[mid]! < step) low = mid + 1;
    else high = mid;
  }
  const at = by > 0 ? low : low - 1;
  return stops[Math.max(0, Math.min(at, stops.length - 1))]!;
}

/** So many runs stand beside one another. */
const beside = 8;

/** The runs around one, at most as many as stand beside one another. */
function around(runs: number, active: number): number[] {
  const from = Math.max(0, Math.min(active - beside / 2, runs - beside));
  return Array.from({ length: Math.min(runs, beside) }, (_, n) => from + n);
}

/** What a page that shows the viewer among other things decides for it. */
export interface Host {
  language: Language;
  theme: string;
  run: number; // that is to be shown
  tell(run: number): void; // which run is shown now
}

export function Viewer(props: { doc: PackedDocument; host?: Host }) {
  const { doc, host } = props;
  const root = useRef<HTMLElement>(null);
  const [ownLanguage, setLanguage] = useState<Language>(preferred);
  const [ownTheme, setTheme] = useState(() => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  const { language, theme } = host ?? { language: ownLanguage, theme: ownTheme };
  const [active, setActive] = useState(0);
  const [step, setStep] = useState(0);
  const [unit, setUnit] = useState<Unit>("events");
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [help, setHelp] = useState(false);
  const w = wordsOf(language);

  const runs = useMemo(() => doc.runs.map((head, r) => new Run(doc, head, r)), [doc]);
  const cursors = useMemo(() => runs.map((run) => new Cursor(run)), [runs]);
  const axis = useMemo(() => axisOf(runs), [runs]);
  const logs = useMemo(() => cursors.map((c) => c.logs.map((i) => c.run.text(i))), [cursors]);
  const lanes = useMemo(() => [...new Set(axis.tracks.flatMap((t) => [...new Set(t.items.map((item) => item.lane))]))], [axis]);
  const text = useMemo(() => doc.text.replace(/\n$/, "").split("\n"), [doc]);
  const rules = useMemo(() => new Map(doc.rules.map((rule) => [rule.id, rule])), [doc]);
  const run = runs[active]!;
  const origins = useMemo(() => new Origins(run), [run]);
  const stops = useMemo(() => new Map<Unit, number[]>(), [run]);
  const stopsFor = (u: Unit) => stops.get(u) ?? stops.set(u, stopsOf(run, u)).get(u)!;
  const shown = useMemo(() => around(runs.length, active), [runs, active]);
  const first = useMemo(() => logs.map((log) => divergence(logs[active]!, log)), [logs, active]);
  const from = useMemo(() => first.reduce((least, at) => (at >= 0 && (least < 0 || at < least) ? at : least), -1), [first]);
  const marks = useMemo(() => cursors.map((c, r) => (from >= 0 && (r === active || first[r] === from) ? (c.logs[from] ?? c.run.length - 1) + 1 : -1)), [cursors, first, from, active]);
  const lines = useMemo(() => linesOf(run), [run]);
  const cursor = cursors[active]!.seek(step);
  const here = axis.position(active, step);
  const logged: number[] = [];
  for (const r of shown) logged[r] = (r === active ? cursor : cursors[r]!.seek(axis.step(r, here))).logged;

  const seek = (to: number) => setStep(Math.max(0, Math.min(to, run.length)));
  const choose = (r: number) => {
    if (r < 0 || r >= runs.length || r === active) return;
    setStep(axis.step(r, here));
    setActive(r);
  };
  const move = (by: 1 | -1, of: Unit = unit) => {
    setPlaying(false);
    setStep((k) => nextStop(stopsFor(of), k, by));
  };
  const differ = () => { if (from >= 0) { setPlaying(false); seek(marks[active]!); } };
  const moveLine = (by: number) => {
    const at = lines.findIndex((l) => l >= line);
    const to = by > 0 ? (lines[at] === line ? at + by : at + by - 1) : (at < 0 ? lines.length : at) + by;
    const next = lines[Math.max(0, Math.min(to, lines.length - 1))];
    if (next !== undefined) seek(nextOf(run, next, step));
  };

  useLayoutEffect(() => { document.documentElement.dataset.theme = theme; }, [theme]); // before the canvas reads its colours
  useEffect(() => {
    if (host) return;
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    document.title = doc.title;
  }, [language, doc, host === undefined]);
  useEffect(() => { if (host) choose(host.run); }, [host?.run]);
  useEffect(() => { host?.tell(active); }, [active]);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      setStep((k) => {
        if (k >= run.length) setPlaying(false);
        return nextStop(stopsFor(unit), k, 1);
      });
    }, 1000 / speed);
    return () => clearInterval(timer);
  }, [playing, speed, unit, run]);

  const act = useRef<(e: KeyboardEvent) => void>(() => {});
  act.current = (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const at = e.target as HTMLElement;
    if (host && !root.current!.contains(at)) return; // the keys of the rest of the page are its own
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || at.isContentEditable) return;
    const faster = (by: number) => setSpeed((s) => speeds[Math.max(0, Math.min(speeds.indexOf(s) + by, speeds.length - 1))]!);
    const keys: Record<string, () => void> = {
      ArrowRight: () => move(1, e.shiftKey ? "callbacks" : unit),
      ArrowLeft: () => move(-1, e.shiftKey ? "callbacks" : unit),
      l: () => move(1, "lines"), L: () => move(-1, "lines"),
      Home: () => seek(0), End: () => seek(run.length),
      "+": () => faster(1), "=": () => faster(1), "-": () => faster(-1),
      d: differ, g: () => root.current!.querySelector<HTMLInputElement>(".goto input")!.focus(),
      "?": () => setHelp((h) => !h), Escape: () => setHelp(false),
    };
    if (e.key === " " && at.tagName !== "BUTTON") keys[" "] = () => setPlaying((p) => !p);
    const key = keys[e.key] ?? (/^[1-9]$/.test(e.key) ? () => choose(Number(e.key) - 1) : undefined);
    if (key) {
      e.preventDefault();
      key();
    }
  };
  useEffect(() => {
    const on = (e: KeyboardEvent) => act.current(e);
    document.addEventListener("keydown", on);
    return () => document.removeEventListener("keydown", on);
  }, []);

  const event = cursor.event;
  const inner = cursor.stack[cursor.stack.length - 1];
  const line = (event >= 0 && run.line(event)) || (inner !== undefined ? run.line(inner) : 0);
  const Frame = host ? "section" : "main";
  return (
    <Frame class="viewer" ref={root} aria-label={host ? doc.title : undefined} tabIndex={host ? -1 : undefined}>
      <header>
        {host ? null : (
          <div>
            <h1>{doc.title}</h1>
            <p class="dim">{doc.file}</p>
          </div>
        )}
        <div class="tools">
          <button type="button" onClick={() => setHelp(!help)} aria-expanded={help}>{w.help}</button>
          {host ? null : <button type="button" onClick={() => setTheme(theme === "dark" ? "light" : "dark")}>{w.theme}</button>}
          {host ? null : <button type="button" lang={language === "zh" ? "en" : "zh-CN"} onClick={() => setLanguage(language === "zh" ? "en" : "zh")}>{w.language}</button>}
        </div>
      </header>
      {help ? <Keys words={w} /> : null}
      <nav class="runs" aria-label={w.runs}>
        {runs.map((r, n) => (tabbed(runs, n) ? (
          <button key={n} type="button" aria-pressed={r.head.policy === run.head.policy && (n === active || !!r.head.order)} title={r.head.versions} onClick={() => choose(n)}>
            {r.head.order ? r.head.policy : r.name}
          </button>
        ) : null))}
      </nav>
      <div class="controls" role="toolbar" aria-label={w.play}>
        <button type="button" onClick={() => seek(0)} aria-label={w.first} title={w.first}><Icon d="M3 3h2v10H3zM13 3v10L6 8z" /></button>
        <button type="button" onClick={() => move(-1)} aria-label={w.back} title={w.back}><Icon d="M11 3v10L4 8z" /></button>
        <button type="button" class="play" onClick={() => setPlaying(!playing)} aria-label={playing ? w.pause : w.play}><Icon d={playing ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4 2l10 6-10 6z"} /></button>
        <button type="button" onClick={() => move(1)} aria-label={w.forward} title={w.forward}><Icon d="M5 3v10l7-5z" /></button>
        <button type="button" onClick={() => seek(run.length)} aria-label={w.last} title={w.last}><Icon d="M3 3v10l7-5zM11 3h2v10h-2z" /></button>
        <label>{w.unit} <select value={unit} onChange={(e) => setUnit(e.currentTarget.value as Unit)}>
          <option value="events">{w.unitEvents}</option>
          <option value="callbacks">{w.unitCallbacks}</option>
          <option value="lines">{w.unitLines}</option>
        </select></label>
        <label>{w.speed} <select value={speed} onChange={(e) => setSpeed(Number(e.currentTarget.value))}>
          {speeds.map((s) => <option key={s} value={s}>{s}×</option>)}
        </select></label>
        <Goto run={run} step={step} words={w} onSeek={(to) => { setPlaying(false); seek(to); }} />
        <output id="step">{fill(w.step, step, run.length)}</output>
        <dl class="now">
          <div><dt>{w.time}</dt><dd>{fill(w.ms, millis(event >= 0 ? run.at[event]! : 0))}</dd></div>
          <div><dt>{w.turn}</dt><dd>{event >= 0 ? run.turnOf(event) : 0}</dd></div>
          <div><dt>{w.phase}</dt><dd id="phase">{cursor.phase || "–"}</dd></div>
        </dl>
      </div>
      <Timeline axis={axis} active={active} step={step} shown={shown} marks={marks} lanes={lanes} theme={theme} words={w}
        onSeek={(r, to) => { setPlaying(false); setActive(r); setStep(to); }} />
      {run.head.leftOut ? <p class="dim">{fill(w.leftOut, run.head.leftOut)}</p> : null}
      {host ? null : <Orders runs={runs} logs={logs} active={active} words={w} onRun={choose} />}
      <div class="grid">
        <Source text={text} line={line} stack={new Set(cursor.stack.map((i) => run.line(i)))} words={w} onPick={(l) => seek(nextOf(run, l, step))} onMove={moveLine} />
        <div class="middle">
          <Why text={reason(cursor, origins, w)} cursor={cursor} step={step} origins={origins} rules={rules} words={w} onSeek={seek} />
          <Stack cursor={cursor} step={step} lanes={lanes} words={w} />
          <Queues cursor={cursor} step={step} words={w} />
        </div>
        <div class="right">
          <Logs runs={runs} logs={logs} shown={shown} logged={logged} active={active} first={first} from={from} words={w} onRun={choose} onDiffer={differ}
            onLine={(r, l) => { const i = cursors[r]!.logs[l]; if (i !== undefined) { setActive(r); setStep(i + 1); } }} />
          <Events run={run} step={step} words={w} onSeek={seek} />
        </div>
      </div>
      <footer class="dim">{ending(run, w)} · {run.head.versions} · {w.replay} <code>{run.head.command}</code></footer>
    </Frame>
  );
}

function Icon(props: { d: string }) {
  return <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={props.d} fill="currentColor" /></svg>;
}

/** The next step at an event of a line, from the beginning after the last. */
function nextOf(run: Run, line: number, step: number): number {
  for (let n = 0; n < run.length; n++) {
    const i = (step + n) % run.length;
    if (run.line(i) === line) return i + 1;
  }
  return step;
}

/** Whether a run has a button of its own: of explored orders the first has, for its policy. */
function tabbed(runs: Run[], n: number): boolean {
  const head = runs[n]!.head;
  return !head.order || runs[n - 1]?.head.policy !== head.policy || !runs[n - 1]!.head.order;
}

/** The lines of the scenario from which events come, ascending. */
function linesOf(run: Run): number[] {
  const seen = new Set<number>();
  for (let i = 0; i < run.length; i++) seen.add(run.line(i));
  seen.delete(0);
  return [...seen].sort((a, b) => a - b);
}

/** Goes to a step by its number, or to the next event that has a text. */
function Goto(props: { run: Run; step: number; words: Words; onSeek(step: number): void }) {
  const { run, step, words: w } = props;
  const [missed, setMissed] = useState(false);
  const onKey = (e: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (e.key === "Escape") e.currentTarget.blur();
    if (e.key !== "Enter") return;
    const text = e.currentTarget.value.trim();
    const to = /^\d+$/.test(text) ? Number(text) : find(run, text.toLowerCase(), step);
    setMissed(to < 0);
    if (to >= 0) props.onSeek(to);
  };
  return (
    <label class="goto">{w.goto} <input type="text" size={12} placeholder={w.gotoWhat} aria-invalid={missed} onInput={() => setMissed(false)} onKeyDown={onKey} /></label>
  );
}

/** The step behind the next event that has a text, from the beginning after the last; -1: there is none. */
function find(run: Run, text: string, step: number): number {
  for (let n = 0; text !== "" && n < run.length; n++) {
    const i = (step + n) % run.length;
    if (`${run.kind(i)} ${run.text(i) || run.phase(i)}`.toLowerCase().includes(text)) return i + 1;
  }
  return -1;
}

function Keys(props: { words: Words }) {
  return (
    <dl class="keys">
      {props.words.keys.split(";").map((row) => {
        const [key, what] = row.split("|");
        return <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>;
      })}
    </dl>
  );
}
