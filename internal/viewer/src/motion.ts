// Cards move: what stands elsewhere after a step goes there from where it was.
// Only transforms and opacity change, so nothing is laid out anew on the way.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const move = 420; // ms
const leave = 180;
const easing = "cubic-bezier(.2,.8,.2,1)";
const mostGhosts = 8;
const own = "evsim-move"; // the name of these animations: others, such as a spinner, have no end

interface Stood { x: number; y: number; width: number; element: HTMLElement; lane: string }

export function reduced(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Moves the cards of a page after each change of what is shown; a jump of many steps moves nothing. */
export function useMotion(root: RefObject<HTMLElement | null>, shown: unknown, step: number): void {
  const stood = useRef<Map<string, Stood>>(new Map());
  const last = useRef({ shown, step });
  useLayoutEffect(() => {
    const el = root.current;
    if (!el) return;
    const near = last.current.shown === shown && Math.abs(last.current.step - step) === 1;
    const forward = step > last.current.step;
    last.current = { shown, step };
    if (reduced()) {
      stood.current.clear();
      return;
    }
    for (const a of el.getAnimations({ subtree: true })) if (a.id === own) a.finish();
    const before = stood.current;
    const now = (stood.current = standing(el));
    if (!near) return;
    for (const [key, at] of now) {
      const was = before.get(key);
      if (was) slide(el, at, was);
      else if (forward) appear(el, key, at, now);
    }
    let ghosts = 0;
    for (const [key, was] of before) if (!now.has(key) && key.startsWith("card") && ghosts++ < mostGhosts) vanish(el, was);
  }, [shown, step]);
}

/** Where cards and lines of the log stand, measured from the corner of the page's part. */
function standing(root: HTMLElement): Map<string, Stood> {
  const out = new Map<string, Stood>();
  const corner = root.getBoundingClientRect();
  for (const element of root.querySelectorAll<HTMLElement>("[data-card], [data-log]")) {
    const box = element.getBoundingClientRect();
    const stage = element.closest<HTMLElement>(".stage")?.getAttribute("aria-label") ?? "";
    const key = element.dataset.card ? `card ${stage} ${element.dataset.card}` : `log ${element.dataset.log}`;
    out.set(key, { x: box.left - corner.left, y: box.top - corner.top, width: box.width, element, lane: element.closest<HTMLElement>("[data-lane]")?.dataset.lane ?? "" });
  }
  return out;
}

/** From where it was to where it is; what was outside and runs now passes through its lane. */
function slide(root: HTMLElement, at: Stood, was: Stood): void {
  const dx = was.x - at.x;
  const dy = was.y - at.y;
  if (Math.abs(dx) + Math.abs(dy) < 2) return;
  const frames: Keyframe[] = [{ transform: `translate(${dx}px, ${dy}px)`, zIndex: 5 }];
  const through = was.lane === "outside" && at.lane === "" ? root.querySelector<HTMLElement>(`[data-lane].lit`) : null;
  if (through) {
    const corner = root.getBoundingClientRect();
    const box = through.getBoundingClientRect();
    frames.push({ transform: `translate(${box.left - corner.left + 8 - at.x}px, ${box.top - corner.top + 34 - at.y}px)`, zIndex: 5 });
  }
  at.element.animate([...frames, { transform: "none", zIndex: 5 }], { id: own, duration: through ? move * 1.6 : move, easing });
}

/** A new card comes from its line of the code, a line of the log from the card that logs it. */
function appear(root: HTMLElement, key: string, at: Stood, now: Map<string, Stood>): void {
  const from = key.startsWith("log")
    ? [...now.values()].reverse().find((s) => s.element.closest(".stackbox"))?.element
    : root.querySelector<HTMLElement>(`[data-line="${at.element.dataset.from}"]`);
  const corner = root.getBoundingClientRect();
  const box = from?.getBoundingClientRect();
  const start = box && box.width > 0 ? `translate(${box.left - corner.left - at.x}px, ${box.top - corner.top - at.y}px)` : "none";
  at.element.animate([{ transform: start, opacity: 0.2, zIndex: 5 }, { transform: "none", opacity: 1, zIndex: 5 }], { id: own, duration: move, easing });
}

/** What is no longer there fades where it was. */
function vanish(root: HTMLElement, was: Stood): void {
  const ghost = was.element.cloneNode(true) as HTMLElement;
  delete ghost.dataset.card;
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  ghost.style.left = `${was.x}px`;
  ghost.style.top = `${was.y}px`;
  ghost.style.width = `${was.width}px`;
  root.querySelector(".ghosts")?.append(ghost);
  const fade = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { id: own, duration: leave, fill: "forwards" });
  const gone = () => ghost.remove();
  fade.finished.then(gone, gone);
}
