// What is as it was is not made again.

import { Component, type ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

/** A component that is made again only if one of its properties is another than before. */
export function memo<P extends object>(make: (props: P) => ComponentChildren) {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean { return !same(this.props, next); }
    override render(): ComponentChildren { return make(this.props as P); }
  };
}

/** Whether two objects or lists have the same in each place. */
export function same<T extends object>(a: T, b: T): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, n) => one === b[n]);
  let more = 0; // places of the first that the second is not known to have
  for (const name in a) {
    if (a[name] !== b[name]) return false;
    more++;
  }
  for (const _ in b) more--;
  return more === 0;
}

/** The same function at each call, which does what the last one that was given does. */
export function useLatest<A extends unknown[], R>(does: (...args: A) => R): (...args: A) => R {
  const last = useRef(does);
  last.current = does;
  return useRef((...args: A) => last.current(...args)).current;
}
