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
  const least = thick.reduce((sum, t) => sum + t, 0) + gap * (layers.length - 1) + 28;
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

/** Where on the way from one box to another something of a size stands free, and where the way ends. */
export function between(boxes: readonly Placed[], a: number, b: number, taken: readonly Placed[], width: number): { x: number; y: number } {
  const [from, to] = [centre(boxes[a]!), centre(boxes[b]!)];
  let best = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  for (const t of [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74]) {
    const at = { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
    const own = { x: at.x - width / 2 - 3, y: at.y - 17, width: width + 6, height: 34 };
    if (t === 0.5) best = at;
    if (![...boxes, ...taken].some((box) => overlap(box, own))) return at;
  }
  return best;
}

function overlap(a: Placed, b: Placed): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function centre(p: Placed): { x: number; y: number } { return { x: p.x + p.width / 2, y: p.y + p.height / 2 }; }
