// The stage: what runs, what waits outside, what runs between callbacks, and the
// lanes of the loop in the order in which this runtime serves them.

import { useState } from "preact/hooks";
import { millis, type Run } from "./data";
import { memo, useLatest } from "./memo";
import type { Card, LaneView, Scene } from "./scene";
import { Shape } from "./shapes";
import { fill, type Words } from "./words";

/** So many cards of a lane are shown, and so many of one that was opened. */
export const shownCards = 5;
export const openedCards = 120;

export function Stage(props: { beside: boolean; run: Run; scene: Scene; turn: number; differs: boolean; opened: Set<string>; words: Words; onOpen(lane: string): void }) {
  const { run, scene, opened, words: w } = props;
  const of = (label: string) => (props.beside ? `${run.name}: ${label}` : label); // two stages have no two parts of one name
  const lane = (view: LaneView, n: number, ordered: boolean) => (
    <LaneBox key={view.name} label={of(view.name)} view={view} number={ordered ? n + 1 : 0} opened={opened.has(view.name)} now={waitedFor(view.cards, scene.now)} words={w} onOpen={props.onOpen} />
  );
  const phases = run.head.process === true;
  return (
    <section class="stage" aria-label={run.name}>
      <header class="stagehead">
        <h2>{run.name}{props.differs ? <b class="mark" title={w.differs}> ≠</b> : null}</h2>
        <span class="dim versions">{run.head.versions[w.lang]}</span>
        <span class="clock" title={w.time}>{fill(w.ms, millis(scene.now))}</span>
      </header>
      <div class="upper">
        <section class="stackbox box" aria-label={of(w.stack)}>
          <h3>{w.stack} <span class="dim note">{w.stackNote}</span></h3>
          {scene.stack.length === 0 ? <p class="dim note">{w.stackEmpty}</p> : null}
          <ol aria-label={w.stack} class={scene.stack.length > 1 ? "scrolls" : ""} tabIndex={scene.stack.length > 1 ? 0 : undefined}>
            {[...scene.stack].reverse().map((card, n) => (
              <>
                {n === scene.stack.length - 1 && scene.deep > 0 ? <li key="deep" class="dim note">{fill(w.more, scene.deep)}</li> : null}
                <CardItem key={card.task} card={card} left={leftOf(card, scene.now)} words={w} />
              </>
            ))}
          </ol>
        </section>
        <LaneBox label={of(w.outside)} view={scene.outside} number={0} opened={opened.has("")} now={waitedFor(scene.outside.cards, scene.now)} words={w} onOpen={props.onOpen} />
      </div>
      <section class="between" aria-label={of(w.between1)}>
        <h3>{w.between1} <span class="dim note">{run.head.lists ? w.betweenLists : w.betweenEach}</span></h3>
        <div class="lanes">{scene.between.map((view, n) => lane(view, n, scene.between.length > 1))}</div>
      </section>
      <section class="loop" aria-label={of(w.loop)}>
        <h3>{phases ? w.loop : w.loopWeb} <span class="dim note">{phases ? w.loopNote : w.loopWebNote}</span>
          {props.turn > 0 ? <span class="turn">{fill(w.turnOf, props.turn)}</span> : null}</h3>
        <div class={`lanes${phases ? " phases" : ""}`}>{scene.loop.map((view, n) => lane(view, n, phases))}</div>
      </section>
    </section>
  );
}

/** How long a callback waits yet; 0: it does not. */
function leftOf(card: Card, now: number): number { return Math.max(0, card.due - now); }

/** The time, if one of some cards waits for another; else nothing of them depends on it. */
function waitedFor(cards: Card[], now: number): number { return cards.some((card) => leftOf(card, now) > 0) ? now : -1; }

const LaneBox = memo((props: { label: string; view: LaneView; number: number; opened: boolean; now: number; words: Words; onOpen(lane: string): void }) => {
  const { view, words: w } = props;
  const outside = view.in === "outside";
  const title = outside ? w.outside : view.name;
  const about = outside ? w.outsideNote : (w.places[view.name] ?? "");
  const rest = view.size - view.cards.length;
  const slim = view.kind === "closing";
  return (
    <section class={`lane k-${view.kind}${view.now ? " lit" : ""}${outside ? " outside box" : ""}${slim && view.size === 0 ? " slim" : ""}${props.opened ? " opened" : ""}`}
      data-lane={outside ? "outside" : view.name} aria-label={props.label}>
      <h4>
        {props.number > 0 ? <span class="place">{props.number}</span> : null}
        {outside ? null : <Shape kind={view.kind} />}
        <span class="lanename">{title}</span>
        <span class="count">{view.size > 0 ? view.size : ""}</span>
      </h4>
      {view.size === 0 ? <p class="dim note">{outside ? w.outsideEmpty : about}</p> : (
        <ol aria-label={title} class={view.cards.length > 1 ? "scrolls" : ""} tabIndex={view.cards.length > 1 ? 0 : undefined}>
          {view.cards.map((card) => <CardItem key={card.task} card={card} left={props.now < 0 ? 0 : leftOf(card, props.now)} words={w} />)}
        </ol>
      )}
      {rest > 0 || props.opened ? (
        <button type="button" class="link more" aria-expanded={props.opened} onClick={() => props.onOpen(view.name)}>{props.opened ? (rest > 0 ? fill(w.fewerOf, rest) : w.fewer) : fill(w.more, rest)}</button>
      ) : null}
    </section>
  );
});

/** A callback. Where it waits for a time, a bar says how much of it is left. */
const CardItem = memo((props: { card: Card; left: number; words: Words }) => {
  const { card, left, words: w } = props;
  const waits = left > 0;
  return (
    <li class={`callcard k-${card.kind}`} data-card={card.task} data-from={card.line}>
      <span class="cardhead"><Shape kind={card.kind} /><b>{card.text}</b>{card.line > 0 ? <span class="cardline">{fill(w.shortLine, card.line)}</span> : null}</span>
      {waits ? <span class="cardsays">{fill(w.left, millis(left))}{card.place === "timers" || card.kind === "timer" ? "" : ` · ${card.place}`}</span>
        : card.says ? <span class="cardsays">&gt; {card.says}</span> : null}
      {waits ? <span class="bar" aria-hidden="true"><i style={{ transform: `scaleX(${left / Math.max(card.due - card.since, 1)})` }} /></span> : null}
    </li>
  );
});

/** Which lanes are open. */
export function useOpened(): [Set<string>, (lane: string) => void] {
  const [opened, setOpened] = useState<Set<string>>(new Set());
  return [opened, useLatest((lane) => setOpened((s) => {
    const next = new Set(s);
    if (!next.delete(lane)) next.add(lane);
    return next;
  }))];
}
