// The time line: every run on one clock, as a picture that one can grab.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Axis, Track } from "./axis";
import { millis } from "./data";
import { fill, type Words } from "./words";

const ruler = 22;
const band = 32;
const bar = { top: 10, height: 15 }; // of a callback, in its band; above it are the turns, below it the phases
const left = 84;

export function laneColour(lanes: string[], lane: string): string {
  return `--lane${lanes.indexOf(lane) % 8}`;
}

export function Timeline(props: {
  axis: Axis;
  active: number;
  step: number;
  shown: number[]; // the tracks that are drawn
  marks: number[]; // by track: the step at which it parts from the others; -1: never
  lanes: string[];
  theme: string;
  words: Words;
  onSeek(track: number, step: number): void;
}) {
  const { axis, active, step, shown, words: w } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(800);
  const [zoom, setZoom] = useState(0);
  const room = Math.max(width - left - 8, 50);
  const fit = room / Math.max(axis.width, 1);
  const unit = Math.max(fit, Math.min(22, fit * 2 ** (zoom / 2)));
  const here = axis.position(active, step);
  const offset = Math.max(0, Math.min(here - room / unit / 2, axis.width - room / unit));

  useLayoutEffect(() => {
    const el = canvas.current!.parentElement!;
    const watch = new ResizeObserver(() => setWidth(el.clientWidth));
    watch.observe(el);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    const el = canvas.current!;
    const scale = devicePixelRatio || 1;
    const height = ruler + shown.length * band + 6;
    el.width = width * scale;
    el.height = height * scale;
    el.style.height = `${height}px`;
    const g = el.getContext("2d")!;
    g.scale(scale, scale);
    draw(g, { axis, active, shown, marks: props.marks, lanes: props.lanes, width, unit, offset });
  }, [axis, active, shown, props.marks, width, unit, offset, props.theme]);

  const seek = (e: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    const x = (e.clientX - box.left - left) / unit + offset;
    const y = Math.floor((e.clientY - box.top - ruler) / band);
    const track = shown[y] ?? active;
    props.onSeek(track, axis.step(track, x + 0.01));
  };
  const run = axis.tracks[active]!.run;
  const at = step > 0 ? run.at[step - 1]! : 0;
  return (
    <div class="timeline">
      <div class="needle" style={{ transform: `translateX(${Math.round(left + (here - offset) * unit) - 1}px)`, height: `${shown.length * band + 6}px` }} />
      <canvas ref={canvas} role="slider" tabIndex={0} aria-label={w.timeline} aria-valuemin={0} aria-valuemax={run.length} aria-valuenow={step}
        aria-valuetext={`${fill(w.step, step, run.length)}, ${millis(at)} ms`}
        onPointerDown={(e) => { e.currentTarget.setPointerCapture(e.pointerId); seek(e); }}
        onPointerMove={(e) => { if (e.buttons & 1) seek(e); }} />
      <div class="legend">
        {props.lanes.map((lane) => (
          <span key={lane}><i style={{ background: `var(${laneColour(props.lanes, lane)})` }} />{lane}</span>
        ))}
        {shown.length < axis.tracks.length ? <span class="dim">{fill(w.someRuns, shown.length, axis.tracks.length)}</span> : null}
        <label class="zoom">{w.zoom} <input type="range" min={0} max={24} value={zoom} onInput={(e) => setZoom(Number(e.currentTarget.value))} /></label>
      </div>
    </div>
  );
}

interface Scene {
  axis: Axis;
  active: number;
  shown: number[];
  marks: number[];
  lanes: string[];
  width: number;
  unit: number; // pixels
  offset: number; // units
}

function draw(g: CanvasRenderingContext2D, s: Scene): void {
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string) => css.getPropertyValue(name).trim();
  const x = (at: number) => left + (at - s.offset) * s.unit;
  g.clearRect(0, 0, s.width, 4000);
  g.font = "11px system-ui, sans-serif";
  g.textBaseline = "middle";
  drawRuler(g, s, x, colour);
  const paint = new Map(s.lanes.map((lane) => [lane, colour(laneColour(s.lanes, lane))]));
  s.shown.forEach((t, row) => {
    const track = s.axis.tracks[t]!;
    const y = ruler + row * band;
    g.fillStyle = colour(t === s.active ? "--text" : "--dim");
    g.font = t === s.active ? "600 11px system-ui, sans-serif" : font;
    g.fillText(track.run.name, 4, y + bar.top + bar.height / 2 + 1, left - 10);
    g.fillStyle = colour("--line");
    g.fillRect(left, y + band - 1, s.width - left, 1);
    g.save();
    g.beginPath();
    g.rect(left, y, s.width - left, band);
    g.clip();
    drawPhases(g, s, track, y, x, paint);
    drawTurns(g, s, track, y, x, colour);
    drawItems(g, s, track, y, x, paint, colour("--page"));
    if (s.marks[t]! >= 0) drawMark(g, x(s.axis.position(t, s.marks[t]!)), y, colour("--bad"));
    g.restore();
  });
}

const font = "11px system-ui, sans-serif";
const small = "9px system-ui, sans-serif";

/** What phase the loop is in, as a strip below the callbacks. */
function drawPhases(g: CanvasRenderingContext2D, s: Scene, track: Track, y: number, x: (at: number) => number, paint: Map<string, string>): void {
  for (const phase of visible(track.phases, s, 1)) {
    const from = x(phase.x);
    g.fillStyle = paint.get(phase.phase) ?? "#888";
    g.globalAlpha = 0.55;
    g.fillRect(from, y + bar.top + bar.height + 2, Math.max(1, x(phase.to) - from - 1), 3);
  }
  g.globalAlpha = 1;
}

/** Where turns begin, with their numbers where there is room. */
function drawTurns(g: CanvasRenderingContext2D, s: Scene, track: Track, y: number, x: (at: number) => number, colour: (name: string) => string): void {
  g.font = small;
  let free = 0;
  for (const turn of visible(track.turns, s)) {
    const at = Math.round(x(turn.x));
    g.fillStyle = colour("--line");
    g.fillRect(at, y + 1, 1, band - 3);
    if (at < free) continue;
    g.fillStyle = colour("--dim");
    const text = `↻ ${turn.turn}`;
    g.fillText(text, at + 3, y + 5);
    free = at + g.measureText(text).width + 6;
  }
}

/** Where the log of a run parts from that of the chosen one. */
function drawMark(g: CanvasRenderingContext2D, at: number, y: number, colour: string): void {
  g.fillStyle = colour;
  g.fillRect(Math.round(at) - 1, y + bar.top - 2, 2, bar.height + 8);
  g.font = "700 11px system-ui, sans-serif";
  g.fillText("≠", at - 11, y + 5);
}

function drawRuler(g: CanvasRenderingContext2D, s: Scene, x: (at: number) => number, colour: (name: string) => string): void {
  let free = left;
  for (const tick of visible(s.axis.ticks, s)) {
    const at = x(tick.x);
    const text = `${millis(tick.at)} ms`;
    if (at < free) continue;
    g.fillStyle = colour("--dim");
    g.fillText(text, at + 2, ruler / 2 - 2);
    g.fillStyle = colour("--line");
    g.fillRect(Math.round(at), 2, 1, ruler - 4);
    free = at + g.measureText(text).width + 10;
  }
}

/** The callbacks of a track, at most one for each pixel. */
function drawItems(g: CanvasRenderingContext2D, s: Scene, track: Track, y: number, x: (at: number) => number, paint: Map<string, string>, page: string): void {
  const size = Math.max(1, s.unit - (s.unit > 4 ? 2 : 0));
  g.font = font;
  let pixel = -1;
  for (const item of visible(track.items, s)) {
    const at = Math.floor(x(item.x));
    if (at === pixel) continue;
    pixel = at;
    g.fillStyle = paint.get(item.lane)!;
    g.fillRect(at, y + bar.top, size, bar.height);
    if (s.unit < 46) continue;
    g.fillStyle = page;
    g.fillText(clipped(g, track.run.text(item.event), size - 8), at + 4, y + bar.top + bar.height / 2 + 1);
  }
}

function clipped(g: CanvasRenderingContext2D, text: string, width: number): string {
  if (g.measureText(text).width <= width) return text;
  let n = Math.min(text.length, Math.floor(width / 4));
  while (n > 0 && g.measureText(text.slice(0, n) + "…").width > width) n--;
  return n > 0 ? text.slice(0, n) + "…" : "";
}

/** The part of a list that is in sight, and some entries before it; it is in the order of x. */
function visible<T extends { x: number }>(all: T[], s: Scene, before = 0): T[] {
  const from = Math.max(0, search(all, s.offset - 2) - before);
  const to = search(all, s.offset + s.width / s.unit + 2);
  const step = Math.max(1, Math.floor((to - from) / (4 * s.width)));
  if (step === 1) return all.slice(from, to);
  const out = [];
  for (let i = from; i < to; i += step) out.push(all[i]!);
  return out;
}

function search<T extends { x: number }>(all: T[], x: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (all[mid]!.x < x) low = mid + 1;
    else high = mid;
  }
  return low;
}
