// The shape of each kind of callback: colour alone says nothing.

import type { CallbackKind } from "./cast";

export const shapes: Record<CallbackKind, string> = {
  script: "M3 3h10v10H3z",
  tick: "M8 1.5l6.5 6.5L8 14.5 1.5 8z",
  microtask: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11z",
  timer: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm0 2a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM7.2 5h1.6v2.7l2 1.2-.8 1.3-2.8-1.7z",
  io: "M4.5 1.5L8 6H5.6v8H3.4V6H1zM11.5 14.5L8 10h2.4V2h2.2v8H15z",
  immediate: "M3.5 2l10 6-10 6z",
  frame: "M1.5 2.5h13v8.500h-13zm1.800 1.800v4.900h9.400V4.300zM5 12.500h6V14H5z",
  closing: "M3.800 2.400L8 6.600l4.200-4.200 1.400 1.400L9.400 8l4.200 4.200-1.400 1.400L8 9.400l-4.200 4.200-1.400-1.400L6.600 8 2.400 3.800z",
  task: "M2 6.500h12v3H2z",
};

export function Shape(props: { kind: CallbackKind }) {
  return <svg class="shape" viewBox="0 0 16 16" aria-hidden="true"><path d={shapes[props.kind]} /></svg>;
}

/** The same for a part of the page that is made by hand. */
export function shapeOf(kind: CallbackKind): SVGElement {
  const name = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(name, "svg");
  for (const [key, value] of Object.entries({ class: "shape", viewBox: "0 0 16 16", "aria-hidden": "true" })) svg.setAttribute(key, value);
  const path = svg.appendChild(document.createElementNS(name, "path"));
  path.setAttribute("d", shapes[kind]);
  return svg;
}

export function Icon(props: { d: string }) {
  return <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={props.d} fill="currentColor" /></svg>;
}
