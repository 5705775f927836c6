// The scenario that is written, and what becomes of it: every opened text is a
// draft as soon as it is changed, so opening another loses nothing.

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GalleryItem } from "./lab-api";
import { firsts, kindOf, type Kind } from "./lab-kind";
import { Store, type Draft } from "./lab-store";

export interface Work {
  id: string;
  source: string;
  kind: Kind;
  from?: string | undefined; // the example that it began as
  scenario?: string | undefined; // that runs it, if it is code
  revision: number; // counts the texts that the editor did not make
}

const saveAfter = 300; // ms without a key

/** An id that no draft has. */
function freshId(store: Store, stem: string): string {
  for (let n = 1; ; n++) if (!store.draft(`${stem}-${n}`)) return `${stem}-${n}`;
}

/** An example as it is opened: what was written of it, else its own text. */
function opening(item: GalleryItem, store: Store): Omit<Work, "revision"> {
  const kept = store.draft(item.id);
  return { id: item.id, source: kept?.source ?? item.source, kind: kept?.kind ?? item.language ?? "yaml", from: item.id, scenario: item.scenario };
}

function begin(store: Store, first: GalleryItem | undefined): Work {
  if (first) return { ...opening(first, store), revision: 0 };
  const id = store.settings().current;
  const kept = id === undefined ? undefined : store.draft(id);
  return kept ? { id: kept.id, source: kept.source, kind: kept.kind ?? "yaml", from: kept.from, scenario: kept.scenario, revision: 0 } : { id: freshId(store, "draft"), source: firsts.yaml, kind: "yaml", revision: 0 };
}

export interface Desk {
  work: Work;
  drafts: Draft[];
  refused: boolean; // the browser keeps nothing
  /** A text that was pasted is taken for what it is. */
  edit(source: string, pasted: boolean): void;
  /** Takes the text for another language, or begins one in it. */
  turn(kind: Kind): void;
  open(item: GalleryItem): void;
  resume(d: Draft): void;
  fresh(): void;
  /** Puts a text at the end, as if it were typed. */
  add(text: string): void;
  reset(original: GalleryItem): void;
  remove(d: Draft): void;
  /** Opens a text that came from elsewhere, and returns its id; one that is known already is not taken twice. */
  take(source: string, kind: Kind, scenario: string): string;
  restore(d: Draft): void;
}

/** The desk, with this example on it at first, if there is one. */
export function useDesk(store: Store, first: GalleryItem | undefined): Desk {
  const [work, setWork] = useState(() => begin(store, first));
  const [drafts, setDrafts] = useState(() => store.list());
  const [refused, setRefused] = useState(false);
  const unsaved = useRef<Omit<Work, "revision"> | null>(null);

  const save = useCallback(() => {
    const w = unsaved.current;
    if (!w) return;
    unsaved.current = null;
    store.put({ id: w.id, source: w.source, kind: w.kind, at: Date.now(), from: w.from, scenario: w.scenario });
    store.keep({ current: w.id });
    setRefused(store.refused);
    setDrafts(store.list());
  }, [store]);
  useEffect(() => {
    const timer = setTimeout(save, saveAfter);
    return () => clearTimeout(timer);
  }, [work]);
  useEffect(() => {
    if (first) store.keep({ current: first.id });
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
    const show = (w: { id: string; source: string; kind?: Kind | undefined; from?: string | undefined; scenario?: string | undefined }) => {
      save();
      setWork((old) => ({ id: w.id, source: w.source, kind: w.kind ?? "yaml", from: w.from, scenario: w.scenario, revision: old.revision + 1 }));
      store.keep({ current: w.id });
    };
    return {
      work, drafts, refused,
      edit: (source, pasted) => {
        const kind = pasted ? kindOf(source) : work.kind;
        unsaved.current = { ...work, source, kind };
        setWork((old) => ({ ...old, source, kind, revision: old.revision + (kind === old.kind ? 0 : 1) }));
      },
      turn: (kind) => {
        if (kind === work.kind) return;
        const same = (kind === "yaml") === (kindOf(work.source) === "yaml");
        if (!same || work.source.trim() === "" || work.source === firsts[work.kind]) {
          save();
          show({ id: store.draft(work.id) || work.from ? freshId(store, "draft") : work.id, source: firsts[kind], kind });
          return;
        }
        unsaved.current = { ...work, kind };
        setWork((old) => ({ ...old, kind, revision: old.revision + 1 }));
      },
      open: (item) => {
        save();
        show(opening(item, store));
      },
      resume: (d) => { save(); show(store.draft(d.id) ?? d); },
      fresh: () => { save(); show({ id: freshId(store, "draft"), source: firsts.yaml }); },
      add: (text) => {
        const source = `${work.source.trimEnd()}\n${text.trim()}\n`;
        unsaved.current = { ...work, source };
        setWork((old) => ({ ...old, source, revision: old.revision + 1 }));
      },
      reset: (original) => { unsaved.current = null; store.remove(work.id); setDrafts(store.list()); show({ ...work, source: original.source, kind: original.language }); },
      remove: (d) => {
        if (unsaved.current?.id === d.id) unsaved.current = null;
        store.remove(d.id);
        setDrafts(store.list());
        if (d.id === work.id) show({ id: freshId(store, "draft"), source: firsts.yaml });
      },
      take: (source, kind, scenario) => {
        save();
        const known = store.list().find((d) => d.source === source && (d.kind ?? "yaml") === kind && (d.scenario ?? "") === scenario);
        const d = known ?? { id: freshId(store, "link"), source, kind, scenario: scenario || undefined, at: Date.now() };
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
