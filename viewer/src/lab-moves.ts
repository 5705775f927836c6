// Putting lines into an order: moves of a list.

/** The list with the item of one place taken to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const out = [...list];
  const end = Math.max(0, Math.min(to, out.length - 1));
  if (from < 0 || from >= out.length) return out;
  out.splice(end, 0, ...out.splice(from, 1));
  return out;
}

/** Which row lies under a height, of rows with these upper edges. */
export function rowAt(tops: readonly number[], y: number): number {
  let at = 0;
  for (let i = 1; i < tops.length; i++) if (y >= tops[i]!) at = i;
  return at;
}
