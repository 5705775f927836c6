// The scenario that is written, and what becomes of it: every opened text is a
// draft as soon as it is changed, so opening another loses nothing.

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GalleryItem } from "./lab-api";
import { Store, type Draft } from "./lab-store";

export interface Work {
  id: string;
  source: string;
  from?: string | undefined; // the example that it began as
  revision: number; // counts the texts that the editor did not make
}

const first = `evsim: 1
name: My first scenario
script:
  - log: start
  - setTimeout: 0
    do: {log: timer}
  - then: resolved
    do: {log: promise}
  - log: end
`;

const saveAfter = 300; // ms without a key

/** An id that no draft has. */
function freshId(store: Store, stem: string): string {
  for (let n = 1; ; n++) if (!store.draft(`${stem}-${n}`)) return `${stem}-${n}`;
}

function begin(store: Store): Work {
  const id = store.settings().current;
  const kept = id === undefined ? undefined : store.draft(id);
  return kept ? { id: kept.id, source: kept.source, from: kept.from, revision: 0 } : { id: freshId(store, "draft"), source: first, revision: 0 };
}

export interface Desk {
  work: Work;
  drafts: Draft[];
  refused: boolean; // the browser keeps nothing
  edit(source: string): void;
  open(item: GalleryItem): void;
  resume(d: Draft): void;
  fresh(): void;
  reset(original: string): void;
  remove(d: Draft): void;
  /** Opens a text that came from elsewhere, and returns its id; one that is known already is not taken twice. */
  take(source: string): string;
  restore(d: Draft): void;
}

export function useDesk(store: Store): Desk {
  const [work, setWork] = useState(() => begin(store));
  const [drafts, setDrafts] = useState(() => store.list());
  const [refused, setRefused] = useState(false);
  const unsaved = useRef<Omit<Work, "revision"> | null>(null);

  const save = useCallback(() => {
    const w = unsaved.current;
    if (!w) return;
    unsaved.current = null;
    store.put({ id: w.id, source: w.source, at: Date.now(), ...(w.from ? { from: w.from } : {}) });
    store.keep({ current: w.id });
    setRefused(store.refused);
    setDrafts(store.list());
  }, [store]);
  useEffect(() => {
    const timer = setTimeout(save, saveAfter);
    return () => clearTimeout(timer);
  }, [work]);
  useEffect(() => {
    const seen = () => setDrafts(store.list()); // another tab wrote
    addEventListener("pagehide", save);
    addEventListener("visibilitychange", save);
    addEventListener("storage", seen);
    return () => {
      removeEventListener("pagehide", save);
      removeEventListener("visibilitychange", save);
      removeEventListener("storage", seen);
    };
  }, []);

  return useMemo(() => {
    const show = (w: Omit<Work, "revision">) => {
      save();
      setWork((old) => ({ id: w.id, source: w.source, from: w.from, revision: old.revision + 1 }));
      store.keep({ current: w.id });
    };
    return {
      work, drafts, refused,
      edit: (source) => {
        unsaved.current = { ...work, source };
        setWork((old) => ({ ...old, source }));
      },
      open: (item) => {
        save();
        const kept = store.draft(item.id);
        show({ id: item.id, source: kept?.source ?? item.source, from: item.id });
      },
      resume: (d) => { save(); show(store.draft(d.id) ?? d); },
      fresh: () => { save(); show({ id: freshId(store, "draft"), source: first }); },
      reset: (original) => { unsaved.current = null; store.remove(work.id); setDrafts(store.list()); show({ ...work, source: original }); },
      remove: (d) => {
        if (unsaved.current?.id === d.id) unsaved.current = null;
        store.remove(d.id);
        setDrafts(store.list());
        if (d.id === work.id) show({ id: freshId(store, "draft"), source: first });
      },
      take: (source) => {
        save();
        const known = store.list().find((d) => d.source === source);
        const d = known ?? { id: freshId(store, "link"), source, at: Date.now() };
        if (!known) store.put(d);
        setDrafts(store.list());
        setRefused(store.refused);
        show(d);
        return d.id;
      },
      restore: (d) => { store.put(d); setDrafts(store.list()); show(d); },
    };
  }, [work, drafts, refused, save]);
}
