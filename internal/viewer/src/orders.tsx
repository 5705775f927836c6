// The orders that a search found: what is always before what, what is open, the
// answers that narrow it down, and each order that is left.

import { useMemo, useState } from "preact/hooks";
import type { CallbackKind, Cast } from "./cast";
import type { Claim, Rule, Run, Search } from "./data";
import { Picture } from "./orders-picture";
import { RuleOf } from "./panels";
import { Space, type Answer, type Open, type Question } from "./space";
import { fill, sentence, type Language, type Words } from "./words";

const listed = 30; // orders are listed when so many are left
const mostNames = 4; // lengths of an example
const mostChips = 40; // lines of an order in the list

/** What stands in a box, and of what kind of callback each line is. */
export interface Lines { text(line: number): string; kind(line: number): CallbackKind }

/** The lines of a search, each of the kind that it has in the first run that logs it. */
export function linesOf(search: Search, casts: readonly Cast[]): Lines {
  const kinds = new Map<string, CallbackKind>();
  for (const cast of casts) {
    const { run } = cast;
    if (run.head.policy !== search.policy) continue;
    const times = new Map<string, number>();
    for (let i = 0; i < run.length; i++) {
      if (run.kind(i) !== "log") continue;
      const n = (times.get(run.text(i)) ?? 0) + 1;
      times.set(run.text(i), n);
      const name = n === 1 ? run.text(i) : `${run.text(i)}#${n}`;
      if (!kinds.has(name)) kinds.set(name, cast.kindOf(run.taskOf(i)));
    }
  }
  return { text: (line) => search.lines[line]!, kind: (line) => kinds.get(search.lines[line]!) ?? "task" };
}

export interface OrdersProps {
  search: Search;
  runs: Run[]; // of this policy, by order
  lines: Lines;
  answers: Answer[];
  rules: Map<string, Rule>;
  language: Language;
  words: Words;
  onAnswer(answers: Answer[]): void;
  onWatch(run: Run): void;
  onReplay: ((token: string, order: number) => void) | undefined;
}

export function Orders(props: OrdersProps) {
  const { search, answers, words: w } = props;
  const space = useMemo(() => new Space(search), [search]);
  const left = useMemo(() => space.left(answers), [space, answers]);
  const open = useMemo(() => space.open(left), [space, left]);
  const [chosen, choose] = useState<[number, number]>();
  const [box, pick] = useState<number>();
  const pair = pairOf(chosen, box, open, answers);
  const answer = (a: number, b: number, first: number | undefined) => {
    const rest = answers.filter((x) => !(x.first === a && x.second === b) && !(x.first === b && x.second === a));
    props.onAnswer(first === undefined ? rest : [...rest, { first, second: first === a ? b : a }]);
    choose([a, b]);
  };
  return (
    <div class="orders">
      <section class="panel whole">
        <header>
          <h2>{heading(search, w)}</h2>
          <p class="dim">{subtitle(search, open.questions.length, open.pairs, w)}</p>
        </header>
        <Picture search={search} space={space} lines={props.lines} answers={answers} open={open} left={left} pair={pair} box={box} words={w}
          onPair={(a, b) => { choose([a, b]); }} onBox={(b) => { pick(b === box ? undefined : b); choose(undefined); }} />
        <Legend words={w} />
        {search.some?.length ? <p class="dim note">{w.someLines} {search.some.map((s) => `“${search.lines[s.line]}” ${fill(w.inSome, s.in, search.orders)}`).join(", ")}</p> : null}
        {search.leftOut ? <p class="dim note">{fill(w.linesLeftOut, search.leftOut)}</p> : null}
      </section>
      <aside>
        {search.orders > 1 ? <Pair {...props} space={space} pair={pair} left={left} onFirst={answer} /> : null}
        <Left {...props} left={left} />
      </aside>
    </div>
  );
}

function heading(s: Search, w: Words): string {
  if (!s.complete) return fill(w.ordersAtLeast, s.orders, s.policy);
  return s.orders === 1 ? fill(w.orderOnly, s.policy) : fill(w.ordersOf, s.orders, s.policy);
}

function subtitle(s: Search, questions: number, pairs: number, w: Words): string {
  const found = fill(s.complete ? w.foundAll : w.foundSome, s.lines.length, s.paths);
  const cut = s.logs.length < s.orders ? ` ${fill(w.firstOrders, s.logs.length)}` : "";
  if (s.orders === 1) return found + cut;
  return `${found}${cut} ${pairs === 0 ? w.noQuestion : pairs > questions ? fill(w.questionsOf, questions, pairs) : fill(w.questions, questions)}`;
}

/** The pair that is asked about: the chosen one, else the first question, of the picked box if there is one. */
function pairOf(chosen: [number, number] | undefined, box: number | undefined, open: Open, answers: Answer[]): Question | undefined {
  if (chosen) return { a: Math.min(...chosen), b: Math.max(...chosen), first: 0 };
  const last = answers[answers.length - 1];
  return (box === undefined ? undefined : open.of(box)[0]) ?? open.questions[0] ?? (last && { a: Math.min(last.first, last.second), b: Math.max(last.first, last.second), first: 0 });
}

function Legend(props: { words: Words }) {
  const { words: w } = props;
  return (
    <p class="ordkey">
      <span><svg viewBox="0 0 42 12" aria-hidden="true"><path class="always" d="M1 6h34" /><path class="head" d="M34 1l8 5-8 5z" /></svg>{w.alwaysBefore}</span>
      <span><svg viewBox="0 0 42 12" aria-hidden="true"><path class="open" d="M1 6h40" /></svg>{w.openLegend}</span>
      <span><svg viewBox="0 0 42 12" aria-hidden="true"><path class="open set" d="M1 6h40" /></svg>{w.setLegend}</span>
      <span>{w.boxesLegend}</span>
    </p>
  );
}

/** A question: on what it hangs, and the two answers. */
function Pair(props: OrdersProps & { space: Space; pair: Question | undefined; left: number[]; onFirst(a: number, b: number, first: number | undefined): void }) {
  const { space, pair, answers, left, words: w } = props;
  if (!pair) return null;
  const { a, b } = pair;
  const asked = space.asked(a, b);
  const given = answers.find((x) => (x.first === a && x.second === b) || (x.first === b && x.second === a));
  const others = given ? space.left(answers.filter((x) => x !== given)) : left;
  const way = (first: number, second: number, n: 0 | 1) => {
    const many = others.filter((i) => space.has(i, { first, second })).length;
    const found = asked?.ways[n];
    return (
      <label class={given?.first === first ? "on" : ""}>
        <input type="radio" name="way" checked={given?.first === first} disabled={many === 0} onChange={() => props.onFirst(a, b, first)} />
        <span><b>{fill(w.isFirst, space.name(first))}</b> <span class="dim">{fill(w.ofOrders, many, others.length)}</span>
          {many > 0 && found?.example ? <small>{fill(w.suchAs, exampleOf(found.example, asked!.on, w))}</small> : null}
          {many > 0 && found?.claims?.length ? <Because claims={found.claims} rules={props.rules} language={props.language} words={w} /> : null}
        </span>
      </label>
    );
  };
  return (
    <section class="panel ask" aria-label={w.question}>
      <h2>{space.name(a)} <span class="mark">?</span> {space.name(b)}</h2>
      <p>{asked && asked.on.length > 0 ? w.hangsOn : w.either}</p>
      {asked && asked.on.length > 0 ? <ul class="hang">{[...new Set(asked.on.map((name) => plainName(name, w)))].map((name) => <li key={name}>{name}</li>)}</ul> : null}
      <fieldset class="ways">
        <legend class="offscreen">{w.whichFirst}</legend>
        {way(a, b, 0)}
        {way(b, a, 1)}
        <label class={given ? "" : "on"}><input type="radio" name="way" checked={!given} onChange={() => props.onFirst(a, b, undefined)} /><span>{w.leaveOpen}</span></label>
      </fieldset>
    </section>
  );
}

/** Why one line is first: what is claimed, and behind a click the rule. */
function Because(props: { claims: Claim[]; rules: Map<string, Rule>; language: Language; words: Words }) {
  const { words: w } = props;
  return (
    <>
      <small>{props.claims.map((c) => sentence(c.text, w)).join(" ")}</small>
      <details><summary>{w.ruleAndSource}</summary>
        {[...new Set(props.claims.map((c) => c.rule))].map((id) => <RuleOf key={id} id={id} rule={props.rules.get(id)} chinese={props.language === "zh"} words={w} />)}
      </details>
    </>
  );
}

/** An unknown length in plain words. */
export function plainName(name: string, w: Words): string {
  const at = /^latency \(line (\d+)(?:, column (\d+))?\)(?: no\. \d+)?$/.exec(name);
  if (at) return at[2] ? fill(w.howLongAt, at[1]!, at[2]) : fill(w.howLong, at[1]!);
  return (w.unknowns as Record<string, string>)[name] ?? name;
}

/** The lengths of an example on which the question hangs, or the first of all. */
function exampleOf(example: string, on: readonly string[], w: Words): string {
  const parts = example.split(", ").map((part) => /^(.*) (\S+)$/.exec(part) ?? [part, part, ""]);
  const about = parts.filter(([, name]) => on.includes(name!));
  return (about.length > 0 ? about : parts).slice(0, mostNames).map(([part, name, length]) => (length ? `${plainName(name!, w)}: ${length}` : part)).join(", ");
}

/** The orders that are left, or why they are not listed. */
function Left(props: OrdersProps & { left: number[] }) {
  const { search, left, answers, words: w } = props;
  const all = search.logs.length;
  return (
    <section class="panel rest" aria-label={w.orders}>
      <header><h2 aria-live="polite">{left.length === all ? (all === 1 ? w.oneOrder : fill(w.allLeft, all)) : fill(w.ordersLeft, left.length, all)}</h2>
        {answers.length > 0 ? <button type="button" onClick={() => props.onAnswer([])}>{w.resetAnswers}</button> : null}</header>
      {left.length === 0 ? <p>{w.noneLeft}</p> : null}
      {left.length > listed ? <p class="dim">{fill(w.tooMany, listed)}</p> : null}
      <ol class="list" tabIndex={0} aria-label={w.orders}>
        {(left.length > listed ? [left[0]!, left[left.length - 1]!] : left).map((i) => <One key={i} {...props} order={i} />)}
      </ol>
    </section>
  );
}

function One(props: OrdersProps & { order: number }) {
  const { search, order, lines, words: w } = props;
  const log = search.logs[order]!;
  const run = props.runs.find((r) => r.head.order === order + 1);
  const token = search.tokens?.[order];
  const when = run ? [run.head.likely ? fill(w.likely, run.head.likely) : "", condition(run, w)].filter((text) => text).join("; ") : "";
  return (
    <li>
      <span class="number">{order + 1}</span>
      <span class="seq">{log.slice(0, mostChips).map((line, n) => <span key={n} class={`chipline k-${lines.kind(line)}`}>{lines.text(line)}</span>)}
        {log.length > mostChips ? <span class="dim">{fill(w.more, log.length - mostChips)}</span> : null}
        {log.length === 0 ? <span class="dim">{w.logEmpty}</span> : null}</span>
      {run ? <button type="button" aria-label={fill(w.watchOrder, order + 1)} onClick={() => props.onWatch(run)}>{w.watch}</button>
        : props.onReplay && token ? <button type="button" aria-label={fill(w.watchOrder, order + 1)} onClick={() => props.onReplay!(token, order + 1)}>{w.watch}</button> : <span />}
      {when ? <small class="when dim" title={when}>{when}{run?.head.formula && run.head.formula !== run.head.condition?.en ? <code> {run.head.formula}</code> : null}</small> : null}
      {!run && !props.onReplay && token ? <small class="when"><code>{search.command} --replay {token}</code></small> : null}
    </li>
  );
}

/** When a run's order happens, as far as it can be said. */
function condition(run: Run, w: Words): string {
  const { condition: words, example } = run.head;
  if (words) return words.en === "always" ? w.always : fill(w.when, words[w.lang]);
  return example ? fill(w.suchAs, example) : "";
}

