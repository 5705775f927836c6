// Where boxes stand in the picture of what always comes before what: a box that
// comes after others stands behind them.

export interface Placed { x: number; y: number; width: number; height: number }

export interface Layout { boxes: Placed[]; width: number; height: number }

const char = 7.9; // pixels of a letter of the picture, about
const wide = 13.5; // of a Chinese one
const line = 19;
const mostLetters = 22;
export const mostLines = 6; // of a box

/** A text as a box has it. */
export function shortened(text: string): string {
  let room = mostLetters * char;
  let out = "";
  for (const c of text) {
    if ((room -= c.codePointAt(0)! > 0x2e7f ? wide : char) < 0) return `${out}…`;
    out += c;
  }
  return out;
}

function widthOf(text: string): number {
  let width = 0;
  for (const c of shortened(text)) width += c.codePointAt(0)! > 0x2e7f ? wide : char;
  return width;
}

/** The size of a box with these lines. */
export function sizeOf(lines: readonly string[]): { width: number; height: number } {
  return { width: 40 + Math.max(24, ...lines.slice(0, mostLines).map(widthOf)), height: 12 + line * Math.min(lines.length, mostLines + 1) };
}

/** How deep each box stands: one deeper than the deepest that it comes after. */
export function depths(after: readonly (readonly number[])[]): number[] {
  const out: number[] = [];
  after.forEach((before, i) => { out[i] = before.reduce((most, b) => Math.max(most, out[b]! + 1), 0); });
  return out;
}

/** Places from 0 to 1, of boxes that would stand at some: in their order, so far apart. */
function spread(wanted: number[], apart: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const out: number[] = [];
  let last = -Infinity;
  for (const i of order) out[i] = last = Math.max(wanted[i]!, last + apart);
  const middle = (Math.max(...out) + Math.min(...out)) / 2;
  const aim = wanted.reduce((sum, x) => sum + x, 0) / wanted.length;
  const half = (Math.max(...out) - Math.min(...out)) / 2;
  const centre = Math.min(Math.max(aim, half + apart / 2), 1 - half - apart / 2);
  return out.map((x) => x + centre - middle);
}

/** Where the boxes stand, from left to right or from top to bottom, in at least so much room. */
export function layout(sizes: readonly { width: number; height: number }[], after: readonly (readonly number[])[], room: { width: number; height: number }, down: boolean): Layout {
  const depth = depths(after);
  const layers: number[][] = [];
  depth.forEach((d, i) => (layers[d] ??= []).push(i));
  const most = Math.max(1, ...layers.map((l) => l.length));
  const across = new Array<number>(sizes.length);
  for (const layer of layers) {
    const wanted = layer.map((i) => (after[i]!.length ? after[i]!.reduce((sum, b) => sum + across[b]!, 0) / after[i]!.length : 0.5));
    spread(wanted, 1 / most).forEach((x, n) => { across[layer[n]!] = x; });
  }
  const deep = (i: number) => (down ? sizes[i]!.height : sizes[i]!.width);
  const side = (i: number) => (down ? sizes[i]!.width : sizes[i]!.height);
  const thick = layers.map((l) => Math.max(...l.map(deep)));
  const gap = down ? 46 : 74;
  const around = down && layers.length === 1 && sizes.length > 2 ? 150 : 0; // ways between boxes that stand in one row go around those between
  const least = thick.reduce((sum, t) => sum + t, 0) + gap * (layers.length - 1) + 28 + around;
  const sideways = Math.max(down ? room.width : room.height, most * (Math.max(...sizes.map((_, i) => side(i)), 0) + (down ? 10 : 30)) + 12);
  const along = Math.max(down ? Math.min(room.height, least) : room.width, least);
  const extra = layers.length > 1 ? (along - least) / (layers.length - 1) : 0;
  const boxes: Placed[] = [];
  let at = 14;
  layers.forEach((layer, d) => {
    for (const i of layer) {
      const centre = across[i]! * sideways;
      const lead = layers.length > 1 ? at + (down ? (thick[d]! - deep(i)) / 2 : 0) : (along - deep(i)) / 2;
      boxes[i] = down ? { ...sizes[i]!, x: centre - sizes[i]!.width / 2, y: lead } : { ...sizes[i]!, x: lead, y: centre - sizes[i]!.height / 2 };
    }
    at += thick[d]! + gap + extra;
  });
  return down ? { boxes, width: sideways, height: along } : { boxes, width: along, height: sideways };
}

/** A way between two boxes: a curve that is drawn towards a point between its ends. */
export interface Way { from: Point; over: Point; to: Point }

export interface Point { x: number; y: number }

/** So far ways leave the straight line, in pixels, to go around what stands on it. */
const bends = [0, 40, -40, 64, -64, 96, -96];

/** The least bent way between two boxes that crosses no other, and stays in the picture; a straight one where there is none. */
export function wayOf(at: Layout, a: number, b: number): Way {
  const [from, to] = [centre(at.boxes[a]!), centre(at.boxes[b]!)];
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const others = at.boxes.filter((_, i) => i !== a && i !== b);
  for (const bend of bends) {
    const off = (2 * bend) / length; // half of the way that the point lies off is what the curve does
    const way = { from, to, over: { x: middle.x - (to.y - from.y) * off, y: middle.y + (to.x - from.x) * off } };
    const free = (t: number) => {
      const p = pointAt(way, t);
      const within = p.x > 6 && p.y > 6 && p.x < at.width - 6 && p.y < at.height - 6;
      return within && !others.some((box) => overlap(box, { x: p.x - 4, y: p.y - 4, width: 8, height: 8 }));
    };
    if ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].every(free)) return way;
  }
  return { from, to, over: middle };
}

export function pointAt(w: Way, t: number): Point {
  const on = (a: number, over: number, b: number) => (1 - t) * (1 - t) * a + 2 * t * (1 - t) * over + t * t * b;
  return { x: on(w.from.x, w.over.x, w.to.x), y: on(w.from.y, w.over.y, w.to.y) };
}

/** Where on a way something of a width stands free; its middle where it stands nowhere free. */
export function between(boxes: readonly Placed[], way: Way, taken: readonly Placed[], width: number): Point {
  for (const t of [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74]) {
    const at = pointAt(way, t);
    const own = { x: at.x - width / 2 - 3, y: at.y - 17, width: width + 6, height: 34 };
    if (![...boxes, ...taken].some((box) => overlap(box, own))) return at;
  }
  return pointAt(way, 0.5);
}

function overlap(a: Placed, b: Placed): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function centre(p: Placed): Point { return { x: p.x + p.width / 2, y: p.y + p.height / 2 }; }
