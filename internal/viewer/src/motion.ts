// Cards move: what stands elsewhere after a step goes there from where it was.
// Only transforms and opacity change, so nothing is laid out anew on the way. A box
// cuts off what leaves it, so between boxes a copy flies above them all. A step
// that follows another at once moves nothing and measures nothing: nobody could see
// the moves, and what they cost is most of what a frame has time for.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const move = 420; // ms
const leave = 180;
const hurry = 100; // a step that comes so soon behind another
const easing = "cubic-bezier(.2,.8,.2,1)";
const mostGhosts = 8;
const mostFlying = 12;

interface Stood { x: number; y: number; width: number; height: number; element: HTMLElement; lane: string }

/** How something is going to move. */
interface Way { at: Stood; frames: Keyframe[]; duration: number; flies: boolean }

/** What stands on a part of the page, measured from its corner. */
interface Room {
  root: HTMLElement;
  x: number;
  y: number;
  cards: Map<string, Stood>;
  lines: Map<string, HTMLElement>; // of the log
}

export function reduced(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Moves the cards of a page after each change of what is shown; a jump of many steps moves nothing, and neither does a step in a hurry. */
export function useMotion(root: RefObject<HTMLElement | null>, shown: unknown, step: number): void {
  const last = useRef({ shown, step, at: -Infinity });
  const before = useRef<Room | undefined>(undefined); // where the step that moves cards finds them
  const stood = useRef<Room | undefined>(undefined); // where the last one left them
  const moving = useRef<Animation[]>([]);
  const was = last.current;
  if (was.shown !== shown || was.step !== step) {
    const at = performance.now();
    const moves = was.shown === shown && Math.abs(was.step - step) === 1 && at - was.at >= hurry && !reduced();
    last.current = { shown, step, at };
    settle(root.current, moving.current);
    before.current = moves && root.current ? (stood.current ?? standing(root.current)) : undefined;
    stood.current = undefined;
  }
  useLayoutEffect(() => {
    const [el, old] = [root.current, before.current];
    before.current = undefined;
    if (!el || !old) return;
    const forward = step > was.step;
    const cards = cardsOf(el);
    const gone = [...old.cards].filter(([key]) => !cards.has(key)).slice(0, mostGhosts).map(([, one]) => ghostOf(el, one));
    const ways = waysOf((stood.current = standing(el, cards)), old, forward);
    let flying = 0;
    for (const way of ways) moving.current.push(...go(el, way.flies && flying++ < mostFlying ? way : { ...way, flies: false }));
    for (const ghost of gone) moving.current.push(ends(ghost, [{ opacity: 1 }, { opacity: 0 }], { duration: leave, fill: "forwards" }));
  }, [shown, step]);
}

/** Ends what moves before anything of the page changes: so it is laid out once for both. */
function settle(root: HTMLElement | null, moving: Animation[]): void {
  for (const a of moving.splice(0)) a.finish();
  root?.querySelector(".ghosts")?.replaceChildren();
}

/** The cards of all stages, by what they are. */
function cardsOf(root: HTMLElement): Map<string, HTMLElement> {
  const out = new Map<string, HTMLElement>();
  for (const stage of root.querySelectorAll(".stage")) {
    const name = stage.getAttribute("aria-label") ?? "";
    for (const card of stage.querySelectorAll<HTMLElement>("[data-card]")) out.set(`${name} ${card.dataset.card}`, card);
  }
  return out;
}

/** The lines of the log that are in the page, by their numbers. */
function linesOf(root: HTMLElement): Map<string, HTMLElement> {
  return new Map([...root.querySelectorAll<HTMLElement>("[data-log]")].map((line) => [line.dataset.log!, line]));
}

/** Where cards stand. */
function standing(root: HTMLElement, cards = cardsOf(root)): Room {
  const { left: x, top: y } = root.getBoundingClientRect();
  const room: Room = { root, x, y, cards: new Map(), lines: linesOf(root) };
  for (const [key, card] of cards) room.cards.set(key, placeOf(room, card));
  return room;
}

function placeOf(room: Room, element: HTMLElement): Stood {
  const box = element.getBoundingClientRect();
  return { x: box.left - room.x, y: box.top - room.y, width: box.width, height: box.height, element, lane: element.closest<HTMLElement>("[data-lane]")?.dataset.lane ?? "" };
}

/** How all that stands elsewhere than before, or is new, comes to its place. Old lines of the log go where their list is scrolled to. */
function waysOf(room: Room, before: Room, forward: boolean): Way[] {
  const out: Way[] = [];
  for (const [key, at] of room.cards) {
    const was = before.cards.get(key);
    const way = was ? slide(room, at, was) : forward ? appear(room, at, room.root.querySelector(`[data-line="${at.element.dataset.from}"]`)) : undefined;
    if (way) out.push(way);
  }
  if (!forward) return out;
  for (const [key, line] of room.lines) if (!before.lines.has(key)) out.push(appear(room, placeOf(room, line), running(room)));
  return out;
}

/** The card of what runs. */
function running(room: Room): Element | undefined {
  return [...room.cards.values()].reverse().find((s) => s.element.closest(".stackbox"))?.element;
}

/** From where it was to where it is; what was outside and runs now passes through its lane. */
function slide(room: Room, at: Stood, was: Stood): Way | undefined {
  const dx = was.x - at.x;
  const dy = was.y - at.y;
  if (Math.abs(dx) + Math.abs(dy) < 2) return undefined;
  const frames: Keyframe[] = [{ transform: `translate(${dx}px, ${dy}px)` }];
  const through = was.lane === "outside" && at.lane === "" ? room.root.querySelector(`[data-lane].lit`) : null;
  if (through) {
    const box = through.getBoundingClientRect();
    frames.push({ transform: `translate(${box.left - room.x + 8 - at.x}px, ${box.top - room.y + 34 - at.y}px)` });
  }
  return { at, frames: [...frames, { transform: "none" }], duration: through ? move * 1.6 : move, flies: was.lane !== at.lane && inSight(room, at) };
}

/** A new card comes from its line of the code, a line of the log from the card that logs it. */
function appear(room: Room, at: Stood, from: Element | null | undefined): Way {
  const box = from?.getBoundingClientRect();
  const known = box !== undefined && box.width > 0;
  const start = known ? `translate(${box.left - room.x - at.x}px, ${box.top - room.y - at.y}px)` : "none";
  return { at, frames: [{ transform: start, opacity: 0.2 }, { transform: "none", opacity: 1 }], duration: move, flies: known && inSight(room, at) };
}

/** Whether something stands where its box shows it. */
function inSight(room: Room, at: Stood): boolean {
  const box = at.element.closest(".list, .lane, .stackbox")?.getBoundingClientRect();
  return box !== undefined && at.y + room.y >= box.top - 1 && at.y + room.y + at.height <= box.bottom + 1;
}

/** Begins a move. While a copy flies, what it is a copy of is not seen. */
function go(root: HTMLElement, way: Way): Animation[] {
  const timing = { duration: way.duration, easing };
  if (!way.flies) return [way.at.element.animate(way.frames, timing)];
  return [ends(ghostOf(root, way.at), way.frames, timing), way.at.element.animate([{ opacity: 0 }, { opacity: 0 }], timing)];
}

/** A copy of something where it stands, or stood. */
function ghostOf(root: HTMLElement, at: Stood): HTMLElement {
  const ghost = at.element.cloneNode(true) as HTMLElement;
  delete ghost.dataset.card;
  delete ghost.dataset.log;
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  for (const side of ["width", "height"] as const) ghost.style[side] = `${at[side]}px`;
  ghost.style.left = `${at.x}px`;
  ghost.style.top = `${at.y}px`;
  root.querySelector(".ghosts")?.append(ghost);
  return ghost;
}

/** Moves a copy, which goes when that is over. */
function ends(ghost: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
  const moves = ghost.animate(frames, timing);
  const gone = () => ghost.remove();
  moves.finished.then(gone, gone);
  return moves;
}
