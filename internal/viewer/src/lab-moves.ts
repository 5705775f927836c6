// Putting lines into an order: moves of a list.

/** The list with the item of one place taken to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const out = [...list];
  const end = Math.max(0, Math.min(to, out.length - 1));
  if (from < 0 || from >= out.length) return out;
  out.splice(end, 0, ...out.splice(from, 1));
  return out;
}

/** Which lines of an order stand in a prediction as well, one after the other, as many as can be. */
export function kept(order: readonly string[], said: readonly string[]): boolean[] {
  const most = order.map(() => said.map(() => 0)); // by where one begins in each: the length of the longest common part
  const at = (i: number, j: number) => most[i]?.[j] ?? 0;
  for (let i = order.length - 1; i >= 0; i--) {
    for (let j = said.length - 1; j >= 0; j--) most[i]![j] = order[i] === said[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const out = order.map(() => false);
  for (let i = 0, j = 0; i < order.length && j < said.length;) {
    if (order[i] === said[j]) { out[i++] = true; j++; }
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return out;
}

/** Which row lies under a height, of rows with these upper edges. */
export function rowAt(tops: readonly number[], y: number): number {
  let at = 0;
  for (let i = 1; i < tops.length; i++) if (y >= tops[i]!) at = i;
  return at;
}
