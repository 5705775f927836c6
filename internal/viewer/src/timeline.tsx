// The time line: every run on one clock, as a picture that one can grab. What has
// run is filled, what is to come is pale, what nobody does is hatched.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { visible, type Axis, type Item, type Track } from "./axis";
import { Bars, barWidth, edged, pale } from "./bars";
import type { Cast } from "./cast";
import { millis } from "./data";
import { fill, type Words } from "./words";

const ruler = 16;
const band = 22;
const bar = { top: 2, height: 18 }; // of a callback, in its band
const wide = 84; // for names
const narrow = 66;

export function Timeline(props: {
  axis: Axis;
  casts: Cast[];
  active: number;
  step: number;
  says: string; // of the step
  shown: number[]; // the tracks that are drawn
  behind: number[]; // by track: how many of its events are over
  marks: number[]; // by track: the step at which it parts from the others; -1: never
  theme: string;
  words: Words;
  onSeek(track: number, step: number): void;
}) {
  const { axis, active, step, shown, words: w } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(800);
  const [zoom, setZoom] = useState(0);
  const left = width < 600 ? narrow : wide;
  const room = Math.max(width - left - 8, 50);
  const fit = room / Math.max(axis.width, 1);
  const unit = Math.max(fit, Math.min(96, fit * 2 ** (zoom / 2)));
  const here = axis.position(active, step);
  const offset = Math.max(0, Math.min(here - room / unit / 2, axis.width - room / unit));

  useLayoutEffect(() => {
    const el = canvas.current!.parentElement!;
    const watch = new ResizeObserver(() => setWidth(el.clientWidth));
    watch.observe(el);
    return () => watch.disconnect();
  }, []);

  const colours = useRef<Colours | undefined>(undefined); // of the theme, as soon as it is the page's
  const bars = useRef<Bars | undefined>(undefined);
  const paint = () => {
    const el = canvas.current;
    if (!el || !colours.current) return;
    const g = sized(el, width, ruler + shown.length * band + 2);
    draw(g, { ...props, width, left, unit, offset, bars: (bars.current ??= new Bars()) }, colours.current);
  };
  useLayoutEffect(() => queueMicrotask(paint)); // behind all that measures the page: a font has it styled
  useEffect(() => {
    colours.current = coloursOf(canvas.current!);
    paint();
  }, [props.theme]);

  const seek = (e: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    const x = (e.clientX - box.left - left) / unit + offset;
    const y = Math.floor((e.clientY - box.top - ruler) / band);
    const track = shown[y] ?? active;
    props.onSeek(track, axis.step(track, Math.floor(x) + 1.01));
  };
  const run = axis.tracks[active]!.run;
  return (
    <div class="timeline">
      <canvas ref={canvas} role="slider" tabIndex={0} aria-label={w.timeline} aria-valuemin={0} aria-valuemax={run.length} aria-valuenow={step} aria-valuetext={props.says}
        onPointerDown={(e) => { e.currentTarget.setPointerCapture(e.pointerId); seek(e); }}
        onPointerMove={(e) => { if (e.buttons & 1) seek(e); }} />
      {fit < 12 || shown.length < axis.tracks.length ? (
        <div class="legend dim">
          {shown.length < axis.tracks.length ? <span>{fill(w.someRuns, shown.length, axis.tracks.length)}</span> : null}
          {fit < 12 ? <label class="zoom">{w.zoom} <input type="range" min={0} max={24} value={zoom} onInput={(e) => setZoom(Number(e.currentTarget.value))} /></label> : null}
        </div>
      ) : null}
    </div>
  );
}

/** The context of a canvas of some size. What it has already is not set again: that would lay out the page, and take a new picture. */
function sized(el: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const scale = devicePixelRatio || 1;
  const [w, h] = [Math.floor(width * scale), Math.floor(height * scale)];
  if (el.width !== w) el.width = w;
  if (el.height !== h) el.height = h;
  if (el.style.height !== `${height}px`) el.style.height = `${height}px`;
  const g = el.getContext("2d")!;
  g.setTransform(scale, 0, 0, scale, 0, 0);
  return g;
}

/** The colours of a theme, by the names of their properties. */
type Colours = (name: string) => string;

function coloursOf(el: Element): Colours {
  const css = getComputedStyle(el);
  const known = new Map<string, string>();
  return (name) => known.get(name) ?? known.set(name, css.getPropertyValue(name).trim()).get(name)!;
}

interface Scene {
  axis: Axis;
  casts: Cast[];
  active: number;
  shown: number[];
  behind: number[];
  marks: number[];
  words: Words;
  width: number;
  left: number;
  unit: number; // pixels
  offset: number; // units
  bars: Bars;
}

interface Pen { g: CanvasRenderingContext2D; s: Scene; x(at: number): number; colour: Colours }

const font = "11px system-ui, sans-serif";
const strong = "600 11px system-ui, sans-serif";

function draw(g: CanvasRenderingContext2D, s: Scene, colour: Colours): void {
  const pen: Pen = { g, s, colour, x: (at) => s.left + (at - s.offset) * s.unit };
  g.clearRect(0, 0, s.width, 4000);
  g.textBaseline = "middle";
  g.font = font;
  drawRuler(pen);
  s.shown.forEach((t, row) => {
    const track = s.axis.tracks[t]!;
    const y = ruler + row * band;
    g.fillStyle = colour(t === s.active ? "--accent" : "--line");
    g.fillRect(0, y + bar.top, 3, bar.height);
    g.fillStyle = colour(t === s.active ? "--text" : "--dim");
    g.font = t === s.active ? strong : font;
    g.fillText(clipped(g, track.run.name, s.left - 12), 8, y + bar.top + bar.height / 2 + 1);
    g.save();
    g.beginPath();
    g.rect(s.left, y, s.width - s.left, band);
    g.clip();
    drawWaits(pen, y);
    drawItems(pen, track, t, y);
    g.restore();
  });
}

function drawRuler({ g, s, x, colour }: Pen): void {
  let free = s.left;
  for (const tick of visible(s.axis.ticks, s)) {
    const at = x(tick.x);
    if (at < free) continue;
    const text = `${millis(tick.at)} ms`;
    g.fillStyle = colour("--dim");
    g.fillText(text, at + 2, ruler / 2);
    free = at + g.measureText(text).width + 10;
  }
}

/** The time between two instants, hatched, with its length where there is room. */
function drawWaits({ g, s, x, colour }: Pen, y: number): void {
  if (s.unit < 14) return;
  const ticks = visible(s.axis.ticks, s, 1);
  const high = y + bar.top;
  for (let n = 1; n < ticks.length; n++) {
    const to = x(ticks[n]!.x) - 2;
    const from = to - (s.axis.gap * s.unit - 4);
    g.save();
    g.beginPath();
    g.rect(from, high, to - from, bar.height);
    g.clip();
    g.strokeStyle = colour("--line");
    g.lineWidth = 2;
    for (let at = from - bar.height; at < to; at += 7) {
      g.beginPath();
      g.moveTo(at, high + bar.height);
      g.lineTo(at + bar.height, high);
      g.stroke();
    }
    g.restore();
    const text = millis(ticks[n]!.at - ticks[n - 1]!.at);
    const size = g.measureText(text).width;
    if (size + 4 > to - from) continue;
    g.fillStyle = colour("--page");
    g.fillRect((from + to - size) / 2 - 2, high + 1, size + 4, bar.height - 2);
    g.fillStyle = colour("--dim");
    g.font = font;
    g.fillText(text, (from + to - size) / 2, high + bar.height / 2 + 1);
  }
}

/** The callbacks of a track. */
function drawItems(pen: Pen, track: Track, t: number, y: number): void {
  const { g, s, x, colour } = pen;
  const behind = s.behind[t] ?? 0;
  if (s.unit <= edged) {
    const strip = { track, cast: s.casts[t]!, colour, unit: s.unit, offset: s.offset, width: s.width - s.left, high: bar.height, scale: devicePixelRatio || 1 };
    s.bars.draw(g, strip, s.left, y + bar.top, behind);
  } else {
    const items = visible(track.items, s);
    items.forEach((item, n) => {
      const last = item.event < behind && (items[n + 1]?.event ?? Infinity) >= behind;
      drawItem(pen, { item, at: Math.floor(x(item.x)), y: y + bar.top, size: barWidth(s.unit), t, past: item.event < behind, last });
    });
  }
  if (s.marks[t]! >= 0) drawMark(pen, x(s.axis.position(t, s.marks[t]!)), y);
}

function drawItem({ g, s, colour }: Pen, o: { item: Item; at: number; y: number; size: number; t: number; past: boolean; last: boolean }): void {
  const cast = s.casts[o.t]!;
  const task = cast.run.taskOf(o.item.event);
  const kind = cast.kindOf(task);
  const paint = colour(`--k-${kind}`);
  g.fillStyle = paint;
  g.globalAlpha = o.past ? 1 : pale;
  g.fillRect(o.at, o.y, o.size, bar.height);
  g.globalAlpha = 1;
  g.strokeStyle = o.last ? colour("--lit-edge") : paint;
  g.lineWidth = o.last ? 3 : 1;
  g.strokeRect(o.at + 0.5, o.y + 0.5, o.size - 1, bar.height - 1);
  if (s.unit < 34) return;
  g.fillStyle = o.past ? colour("--on-kind") : colour("--text");
  g.font = o.last ? strong : font;
  g.fillText(clipped(g, cast.name(o.item.event), o.size - 10), o.at + 5, o.y + bar.height / 2 + 1);
}

/** Where the log of a run parts from that of the chosen one. */
function drawMark({ g, s, colour }: Pen, at: number, y: number): void {
  g.fillStyle = colour("--bad");
  g.fillRect(Math.round(at) - 3, y + 1, 3, band - 2);
  if (s.unit < 40) return;
  g.fillStyle = colour("--page");
  g.fillRect(at - 18, y + bar.top + 2, 14, bar.height - 4);
  g.fillStyle = colour("--bad");
  g.font = "700 12px system-ui, sans-serif";
  g.fillText("≠", at - 15, y + bar.top + bar.height / 2 + 1);
}

function clipped(g: CanvasRenderingContext2D, text: string, width: number): string {
  if (text.length < 200 && g.measureText(text).width <= width) return text;
  let n = Math.min(text.length, Math.floor(width / 4));
  while (n > 0 && g.measureText(text.slice(0, n) + "…").width > width) n--;
  return n > 0 ? text.slice(0, n) + "…" : "";
}
