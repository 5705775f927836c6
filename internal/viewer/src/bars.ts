// The callbacks of a track where they are too narrow for more than a colour. Nothing
// of them changes from step to step but where the past ends: so there is one picture
// of all, which is drawn twice, full up to there and pale behind it.

import { visible, type Track } from "./axis";
import type { Cast } from "./cast";
import { same } from "./memo";
import { lastUpTo } from "./steps";

/** What a picture of the bars of a track follows from. */
export interface Strip {
  track: Track;
  cast: Cast;
  colour(name: string): string;
  unit: number; // pixels
  offset: number; // units
  width: number; // pixels
  high: number;
  scale: number; // of the screen
}

/** So wide are the callbacks that have an edge of their own, and so are none of a picture. */
export const edged = 8;

export const pale = 0.14;

/** The width of a bar. */
export function barWidth(unit: number): number { return Math.max(1, unit - (unit > 6 ? 3 : unit > 3 ? 1 : 0)); }

const pixelOf = (s: Strip, x: number) => Math.floor((x - s.offset) * s.unit);

/** The picture of a strip, as if all had run; at most one callback for each pixel. */
function pictureOf(s: Strip): HTMLCanvasElement {
  const picture = document.createElement("canvas");
  picture.width = Math.max(1, Math.floor(s.width * s.scale));
  picture.height = Math.floor(s.high * s.scale);
  const g = picture.getContext("2d")!;
  g.scale(s.scale, s.scale);
  let last = -Infinity;
  for (const { event, x } of visible(s.track.items, s)) {
    const at = pixelOf(s, x);
    if (at === last) continue;
    last = at;
    g.fillStyle = s.colour(`--k-${s.cast.kindOf(s.track.run.taskOf(event))}`);
    g.fillRect(at, 0, barWidth(s.unit), s.high);
  }
  return picture;
}

/** The pixel from which on callbacks are to come: that of the first that is not among so many events. */
function split(s: Strip, behind: number): number {
  const { items } = s.track;
  const past = lastUpTo(items.length + 1, (n) => (n === 0 ? -1 : items[n - 1]!.event), behind - 1);
  const next = past < items.length ? pixelOf(s, items[past]!.x) : s.width;
  const taken = past > 0 && pixelOf(s, items[past - 1]!.x) === next; // by one that has run
  return Math.max(0, Math.min(next + (taken ? 1 : 0), s.width));
}

/** The pictures of some tracks, each as long as it stays the same. */
export class Bars {
  private readonly kept = new Map<Track, { strip: Strip; picture: HTMLCanvasElement }>();

  draw(g: CanvasRenderingContext2D, s: Strip, x: number, y: number, behind: number): void {
    let one = this.kept.get(s.track);
    if (!one || !same(one.strip, s)) {
      this.kept.set(s.track, (one = { strip: s, picture: pictureOf(s) }));
    }
    const at = split(s, behind);
    const part = (from: number, to: number) => {
      if (to > from) g.drawImage(one.picture, from * s.scale, 0, (to - from) * s.scale, s.high * s.scale, x + from, y, to - from, s.high);
    };
    part(0, at);
    g.globalAlpha = pale;
    part(at, s.width);
    g.globalAlpha = 1;
  }
}
