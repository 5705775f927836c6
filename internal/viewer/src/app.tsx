// The viewer: which run, which step, and how one moves. Everything of it is on one
// screen; what it shows at a step follows from the events before that.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { axisOf, divergence } from "./axis";
import { because } from "./because";
import { Cast } from "./cast";
import { millis, Run, type PackedDocument } from "./data";
import { Deck, nextStop, speeds, stopsOf, type Unit } from "./deck";
import type { Host } from "./host";
import { memo, useLatest } from "./memo";
import { useMotion } from "./motion";
import { linesOf as searchedLines, Orders } from "./orders";
import type { Answer } from "./space";
import { Events, Logs, Source, Why, Written } from "./panels";
import { ending, Origins, reason } from "./reason";
import { Lanes, type Scene } from "./scene";
import { Icon } from "./shapes";
import { openedCards, shownCards, Stage, useOpened } from "./stage";
import { Cursor } from "./states";
import { lastUpTo, stepAt, stepsOf } from "./steps";
import { Timeline } from "./timeline";
import { fill, preferred, wordsOf, type Language, type Words } from "./words";

/** So many runs stand on the time line, one below another. */
const beside = 5;

/** The runs around one, at most as many as stand on the time line. */
function around(runs: number, active: number): number[] {
  const from = Math.max(0, Math.min(active - (beside >> 1), runs - beside));
  return Array.from({ length: Math.min(runs, beside) }, (_, n) => from + n);
}

export function Viewer(props: { doc: PackedDocument; host?: Host }) {
  const { doc, host } = props;
  const root = useRef<HTMLElement>(null);
  const [ownLanguage, setLanguage] = useState<Language>(preferred);
  const [ownTheme, setTheme] = useState(() => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  const { language, theme } = host ?? { language: ownLanguage, theme: ownTheme };
  const [active, setActive] = useState(0);
  const [step, setStep] = useState(0); // so many events are over
  const [unit, setUnit] = useState<Unit>("callbacks");
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [help, setHelp] = useState(false);
  const [compare, setCompare] = useState(false);
  const [raw, setRaw] = useState(false); // all events are shown, not the log
  const [picture, setPicture] = useState((doc.searches ?? []).length > 0); // of the orders, not the stage
  const [answers, setAnswers] = useState<Record<number, Answer[]>>({}); // by search
  const [opened, open] = useOpened();
  const w = wordsOf(language);

  const runs = useMemo(() => doc.runs.map((head, r) => new Run(doc, head, r)), [doc]);
  const cursors = useMemo(() => runs.map((run) => new Cursor(run)), [runs]);
  const casts = useMemo(() => runs.map((run) => new Cast(run)), [runs]);
  const lanes = useMemo(() => cursors.map((c, r) => new Lanes(c, casts[r]!)), [cursors, casts]);
  const steps = useMemo(() => runs.map(stepsOf), [runs]);
  const axis = useMemo(() => axisOf(runs), [runs]);
  const logs = useMemo(() => cursors.map((c) => c.logs.map((i) => c.run.text(i))), [cursors]);
  const text = useMemo(() => doc.text.replace(/\n$/, "").split("\n"), [doc]);
  const rules = useMemo(() => new Map(doc.rules.map((rule) => [rule.id, rule])), [doc]);
  const run = runs[active]!;
  const origins = useMemo(() => new Origins(run), [run]);
  const stops = useMemo(() => new Map<Unit, number[]>(), [run]);
  const stopsFor = (u: Unit) => stops.get(u) ?? stops.set(u, stopsOf(run, u, steps[active]!)).get(u)!;
  const shown = useMemo(() => around(runs.length, active), [runs, active]);
  const first = useMemo(() => logs.map((log) => divergence(logs[active]!, log)), [logs, active]);
  const from = useMemo(() => first.reduce((least, at) => (at >= 0 && (least < 0 || at < least) ? at : least), -1), [first]);
  const marks = useMemo(() => cursors.map((c, r) => (from >= 0 && (r === active || first[r] === from) ? (c.logs[from] ?? c.run.length - 1) + 1 : -1)), [cursors, first, from, active]);
  const lines = useMemo(() => linesOf(run), [run]);
  const cursor = cursors[active]!.seek(step);
  const here = axis.position(active, step);
  const ordinal = stepAt(steps[active]!, step);
  const versus = compare && runs.length > 1 ? rival(first, from, active) : -1;
  const behind: number[] = [];
  const logged: number[] = [];
  for (const r of versus < 0 ? shown : [...shown, versus]) {
    const { stops: all } = steps[r]!;
    behind[r] = r === active ? step : all[lastUpTo(all.length, (n) => axis.position(r, all[n]!), here)]!;
    logged[r] = (r === active ? cursor : cursors[r]!.seek(behind[r]!)).logged;
  }
  const room = (lane: string) => (opened.has(lane) ? openedCards : shownCards);
  const scene = lanes[active]!.scene(room);
  const other = versus < 0 ? undefined : lanes[versus]!.scene(room);

  const seek = (to: number) => { setPlaying(false); setStep(Math.max(0, Math.min(to, run.length))); };
  const choose = (r: number) => {
    if (r < 0 || r >= runs.length || r === active) return;
    const { stops: all } = steps[r]!;
    setStep(all[lastUpTo(all.length, (n) => axis.position(r, all[n]!), here)]!);
    setActive(r);
  };
  const move = (by: 1 | -1, of: Unit = unit) => {
    setPlaying(false);
    setStep((k) => nextStop(stopsFor(of), k, by));
  };
  const play = () => {
    if (!playing && step >= run.length) setStep(0);
    setPlaying(!playing);
  };
  const differ = () => { if (from >= 0) seek(standing(steps[active]!.stops, marks[active]!)); };
  const moveLine = (by: number) => {
    const at = lines.findIndex((l) => l >= line);
    const to = by > 0 ? (lines[at] === line ? at + by : at + by - 1) : (at < 0 ? lines.length : at) + by;
    const next = lines[Math.max(0, Math.min(to, lines.length - 1))];
    if (next !== undefined) seek(nextOf(run, next, step));
  };

  const onChoose = useLatest(choose);
  const onEdit = useLatest(() => host!.edit!(Math.max(1, lineAt(cursor))));
  const onTheme = useLatest(() => setTheme(theme === "dark" ? "light" : "dark"));
  const [onPlay, onStart, onEnd, onHere] = [useLatest(play), useLatest(() => seek(0)), useLatest(() => seek(run.length)), useLatest(() => step)];
  const onMove = useLatest((by: 1 | -1) => move(by));
  const onEvent = useLatest((to: number) => { setUnit("events"); seek(to); });
  const onLine = useLatest((r: number, l: number) => {
    const i = cursors[r]!.logs[l];
    if (i === undefined) return;
    setActive(r);
    seek(unit === "callbacks" ? standing(steps[r]!.stops, i + 1) : i + 1);
  });

  useLayoutEffect(() => { document.documentElement.dataset.theme = theme; }, [theme]); // before the canvas reads its colours
  useEffect(() => {
    if (host) return;
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    document.title = doc.title[language];
  }, [language, doc, host === undefined]);
  useLayoutEffect(() => { if (host?.begin) setStep((k) => k || steps[0]!.stops[1]!); }, []); // before anything is seen, so that no key comes in between
  useLayoutEffect(() => { if (host) choose(host.run); }, [host?.run]);
  useLayoutEffect(() => { host?.tell(active); }, [active]);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      setStep((k) => {
        if (k >= run.length) setPlaying(false);
        return nextStop(stopsFor(unit), k, 1);
      });
    }, (unit === "callbacks" ? 1350 : 700) / speed);
    return () => clearInterval(timer);
  }, [playing, speed, unit, run]);
  useMotion(root, `${active} ${versus} ${language}`, unit === "callbacks" ? ordinal : step);

  const act = useRef<(e: KeyboardEvent) => void>(() => {});
  act.current = (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || root.current!.offsetParent === null) return;
    const at = e.target instanceof HTMLElement ? e.target : document.body;
    if (/^(INPUT|TEXTAREA|SELECT|SUMMARY)$/.test(at.tagName) || at.isContentEditable || at.closest("[role=listbox]")) return;
    const faster = (by: number) => setSpeed((s) => speeds[Math.max(0, Math.min(speeds.indexOf(s) + by, speeds.length - 1))]!);
    const keys: Record<string, () => void> = {
      ArrowRight: () => move(1, e.shiftKey ? "events" : unit),
      ArrowLeft: () => move(-1, e.shiftKey ? "events" : unit),
      l: () => move(1, "lines"), L: () => move(-1, "lines"),
      Home: () => seek(0), End: () => seek(run.length),
      "+": () => faster(1), "=": () => faster(1), "-": () => faster(-1),
      o: () => setPicture((on) => !on), d: differ, c: () => setCompare((on) => !on), e: () => setRaw((on) => !on),
      g: () => root.current!.querySelector<HTMLInputElement>(".goto input")!.focus(),
      "?": () => setHelp((h) => !h), Escape: () => setHelp(false),
    };
    if (e.key === " " && (at.tagName !== "BUTTON" || at.closest(".deck"))) keys[" "] = play;
    const key = keys[e.key] ?? (/^[1-9]$/.test(e.key) ? () => choose(Number(e.key) - 1) : undefined);
    if (key && (!ordering || /^[o?1-9]$|Escape/.test(e.key))) {
      e.preventDefault();
      key();
    }
  };
  useLayoutEffect(() => { // no key goes to a viewer that is gone
    const on = (e: KeyboardEvent) => act.current(e);
    document.addEventListener("keydown", on);
    return () => document.removeEventListener("keydown", on);
  }, []);

  const event = cursor.event;
  const line = lineAt(cursor);
  const byEvent = unit !== "callbacks" && steps[active]!.stops[ordinal] !== step;
  const sentence = byEvent ? reason(cursor, origins, w) : because(cursor, casts[active]!, steps[active]!, ordinal, w);
  const says = [{ name: versus < 0 ? "" : run.name, text: sentence }];
  if (versus >= 0) says.push({ name: runs[versus]!.name, text: because(cursors[versus]!, casts[versus]!, steps[versus]!, stepAt(steps[versus]!, behind[versus]!), w) });
  const begun = byEvent || steps[active]!.runs[ordinal]! < 0 ? event : steps[active]!.begins[ordinal]!;
  const fresh = logsBefore(cursor, steps[active]!.begins[ordinal]!);
  const columns = versus < 0 ? [active] : [active, versus];
  const code = { text, line, other: versus < 0 ? 0 : lineAt(cursors[versus]!), stack: new Set(cursor.stack.map((i) => run.line(i))), waiting: waitingLines(scene), pick: (l: number) => seek(nextOf(run, l, step)) };
  const Frame = host ? "section" : "main";
  const found = (doc.searches ?? []).findIndex((s) => s.policy === run.head.policy && (s.case ?? "") === (run.head.case ?? ""));
  const search = doc.searches?.[found];
  const ordering = picture && search !== undefined;
  const named = useMemo(() => search && searchedLines(search, casts), [search, casts]);
  return (
    <>
      <Frame class={`viewer${versus >= 0 ? " comparing" : ""}${ordering ? " withorders" : ""}`} ref={root} aria-label={host ? `${doc.title[language]}: ${w.stageView}` : undefined} tabIndex={host ? -1 : undefined}>
        <header class="topbar">
          {host ? null : <h1 title={doc.file}>{doc.title[language]}</h1>}
          <Runs runs={runs} active={active} language={language} words={w} onChoose={onChoose} />
          {search ? <Views ordering={ordering} words={w} onPicture={setPicture} /> : null}
          {runs.length > 1 && !ordering ? <button type="button" aria-pressed={compare} onClick={() => setCompare(!compare)}>{w.compare}</button> : null}
          <Tools edit={host?.edit && onEdit} own={!host} help={help} language={language} words={w} onHelp={setHelp} onTheme={onTheme} onLanguage={setLanguage} />
        </header>
        <div class="stripes">
          {host?.stripe}
          {help ? <Keys words={w} /> : null}
          {run.head.leftOut ? <p class="dim">{fill(w.leftOut, run.head.leftOut)}</p> : null}
        </div>
        {ordering ? (
          <Orders key={found} search={search} runs={runs.filter((r) => r.head.order && r.head.policy === search.policy)} lines={named!} answers={answers[found] ?? []} rules={rules} language={language} words={w}
            onAnswer={(all) => setAnswers({ ...answers, [found]: all })} onWatch={(r) => { setPicture(false); choose(r.index); }} onReplay={host?.replay && ((token, order) => host.replay!(search.policy, token, order))} />
        ) : <>
        <div class="work">
          {host?.code ? <Written panel={host.code} marks={code} words={w} /> : <Source marks={code} words={w} onMove={moveLine} />}
          <div class="stages">
            <Stage beside={other !== undefined} run={run} scene={scene} turn={turnAt(cursor)} differs={isDifferent(from, logged[active]!, versus >= 0)} opened={opened} words={w} onOpen={open} />
            {other ? <Stage beside run={runs[versus]!} scene={other} turn={turnAt(cursors[versus]!)} differs={isDifferent(first[versus]!, logged[versus]!, true)} opened={opened} words={w} onOpen={open} /> : null}
          </div>
          <Why says={says} cursor={cursor} event={begun} begins={steps[active]!.begins[ordinal]!} kind={begun < 0 ? "task" : casts[active]!.kindOf(run.taskOf(begun))} live={!playing} origins={origins} rules={rules} language={language} words={w} onSeek={seek} />
          <section class="panel record">
            <div class="tabs">
              <h2>{raw ? w.events : w.log}</h2>
              <button type="button" aria-pressed={raw} onClick={() => setRaw(!raw)}>{w.showEvents}</button>
            </div>
            {raw ? <Events run={run} step={step} words={w} onSeek={onEvent} />
              : <Logs runs={runs} casts={casts} events={cursors.map((c) => c.logs)} logs={logs} shown={columns} logged={logged} fresh={fresh} active={active} first={first} from={from} words={w} onDiffer={differ} onLine={onLine} />}
          </section>
        </div>
        <Deck unit={unit} speed={speed} playing={playing} words={w} onUnit={setUnit} onSpeed={setSpeed} onPlay={onPlay} onMove={onMove} onStart={onStart} onEnd={onEnd}
          goto={<Goto run={run} here={onHere} words={w} onSeek={onEvent} />}
          place={<Place step={step} length={run.length} ordinal={ordinal} count={steps[active]!.stops.length - 2} exact={unit !== "callbacks"} at={scene.now} turn={turnAt(cursor)} phase={cursor.phase} words={w} />}>
          <Timeline axis={axis} casts={casts} active={active} step={step} says={sentence} shown={shown} behind={behind} marks={marks} theme={theme} words={w}
            onSeek={(r, to) => { setActive(r); setPlaying(false); setStep(unit === "events" ? to : standing(steps[r]!.stops, to)); }} />
        </Deck>
        </>}
        <div class="ghosts" aria-hidden="true" />
      </Frame>
      <footer class="dim end" hidden={ordering}>{ending(run, w)} · {run.head.versions[language]} · {w.replay} <code>{run.head.command}</code></footer>
    </>
  );
}

const Runs = memo((props: { runs: Run[]; active: number; language: Language; words: Words; onChoose(run: number): void }) => {
  const { runs, active } = props;
  return (
    <nav class="runs" aria-label={props.words.runs}>
      {runs.map((r, n) => (tabbed(runs, n) ? (
        <button key={n} type="button" aria-pressed={r.head.policy === runs[active]!.head.policy && (n === active || !!r.head.order)} title={r.head.versions[props.language]} onClick={() => props.onChoose(n)}>
          {r.head.order ? r.head.policy : r.name}
        </button>
      ) : null))}
    </nav>
  );
});

const Views = memo(({ ordering, words: w, onPicture }: { ordering: boolean; words: Words; onPicture(on: boolean): void }) => (
  <div class="views" role="group" aria-label={w.showOrders}>
    <button type="button" aria-pressed={ordering} onClick={() => onPicture(true)}>{w.showOrders}</button>
    <button type="button" aria-pressed={!ordering} onClick={() => onPicture(false)}>{w.stageView}</button>
  </div>
));

/** What is not about the run. A page that shows the viewer has a theme and a language of its own. */
const Tools = memo((props: { edit: (() => void) | undefined; own: boolean; help: boolean; language: Language; words: Words; onHelp(on: boolean): void; onTheme(): void; onLanguage(language: Language): void }) => {
  const { own, help, language, words: w } = props;
  return (
    <div class="tools">
      {props.edit ? <button type="button" onClick={props.edit}>{w.edit}</button> : null}
      <button type="button" onClick={() => props.onHelp(!help)} aria-expanded={help} aria-label={w.help} title={w.help}><b>?</b></button>
      {own ? <button type="button" aria-label={w.theme} title={w.theme} onClick={props.onTheme}><Icon d="M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 2v10A5 5 0 0 0 8 3z" /></button> : null}
      {own ? <button type="button" lang={language === "zh" ? "en" : "zh-CN"} onClick={() => props.onLanguage(language === "zh" ? "en" : "zh")}>{w.language}</button> : null}
    </div>
  );
});

/** Where the run is, in words; the element holds the number of events, too. */
function Place(props: { step: number; length: number; ordinal: number; count: number; exact: boolean; at: number; turn: number; phase: string; words: Words }) {
  const { step, length, ordinal, count, words: w } = props;
  const where = props.exact ? fill(w.step, step, length) : ordinal === 0 ? w.atStart : step >= length ? w.atEnd : fill(w.stepOf, ordinal, count);
  return (
    <div class="whereabouts">
      <output id="step" data-step={step} data-of={length}>{where}</output>
      <span class="dim"> · {fill(w.ms, millis(props.at))}<span class="extra"> · {w.turn} {props.turn} · {w.phase} <span id="phase">{props.phase || "–"}</span></span></span>
    </div>
  );
}

/** The run to compare with: the first that parts from the chosen one where the first does, else another. */
function rival(first: number[], from: number, active: number): number {
  const differs = first.findIndex((at, r) => r !== active && at >= 0 && at === from);
  return differs >= 0 ? differs : active === 0 ? 1 : 0;
}

/** The first place to stand still at or behind so many events. */
function standing(stops: number[], events: number): number {
  const at = lastUpTo(stops.length, (n) => stops[n]!, events);
  return stops[at] === events ? events : (stops[at + 1] ?? stops[at]!);
}

function isDifferent(from: number, logged: number, wanted: boolean): boolean { return wanted && from >= 0 && logged > from; }

function turnAt(c: Cursor): number { return c.event >= 0 ? c.run.turnOf(c.event) : 0; }

/** The line where a run is: of its last event that has one, else of what is on the stack. */
function lineAt(c: Cursor): number {
  const inner = c.stack[c.stack.length - 1];
  return (c.event >= 0 && c.run.line(c.event)) || (inner !== undefined ? c.run.line(inner) : 0);
}

/** How many lines were logged before an event. */
function logsBefore(c: Cursor, event: number): number {
  return lastUpTo(c.logs.length + 1, (n) => (n === 0 ? -1 : c.logs[n - 1]!), event - 1);
}

/** The lines whose callbacks wait, as far as their cards are shown. */
function waitingLines(scene: Scene) {
  return new Map([scene.outside, ...scene.between, ...scene.loop].flatMap((lane) => lane.cards).filter((card) => card.line > 0).map((card) => [card.line, card.kind]));
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

/** Goes to an event by its number, or to the next that has a text. */
const Goto = memo((props: { run: Run; here(): number; words: Words; onSeek(step: number): void }) => {
  const { run, words: w } = props;
  const [missed, setMissed] = useState(false);
  const onKey = (e: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (e.key === "Escape") e.currentTarget.blur();
    if (e.key !== "Enter") return;
    const text = e.currentTarget.value.trim();
    const to = /^\d+$/.test(text) ? Number(text) : find(run, text.toLowerCase(), props.here());
    setMissed(to < 0);
    if (to >= 0) props.onSeek(to);
  };
  return (
    <label class="goto">{w.goto} <input type="text" size={12} placeholder={w.gotoWhat} aria-invalid={missed} onInput={() => setMissed(false)} onKeyDown={onKey} /></label>
  );
});

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
