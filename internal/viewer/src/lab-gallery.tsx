// What one can open: lessons, the reader's own folder, and drafts.

import { useState } from "preact/hooks";
import type { Gallery, GalleryItem, Lesson } from "./lab-api";
import { numberOf } from "./lab-lesson-links";
import { nameIn, type Draft } from "./lab-store";
import type { LabWords } from "./lab-words";
import { fill, type Language } from "./words";

interface Props {
  gallery: Gallery | "failed" | undefined;
  drafts: Draft[];
  current: string;
  done: Record<string, number>; // exercises that are solved, with how many hints
  language: Language;
  words: LabWords;
  onOpen(item: GalleryItem): void;
  onRetry(): void;
  onFresh(): void;
  onResume(d: Draft): void;
  onRemove(d: Draft): void;
  onRestore(d: Draft): void;
}

const wide = "(min-width: 1100px)";

export function GalleryPanel(props: Props) {
  const { gallery, words: w } = props;
  const [open, setOpen] = useState(() => matchMedia(wide).matches);
  const then = <T,>(act: (x: T) => void) => (x: T) => { act(x); if (!matchMedia(wide).matches) setOpen(false); };
  return (
    <aside class="gallery" aria-label={w.gallery}>
      <div class="bar">
        <button type="button" class="fresh" onClick={() => then(props.onFresh)(undefined)}>+ {w.fresh}</button>
        <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>{w.gallery}</button>
      </div>
      {open ? (
        <div class="shelves">
          <Drafts {...props} onResume={then(props.onResume)} />
          {gallery === undefined ? <p class="dim">{w.loading}</p> : null}
          {gallery === "failed" ? <p class="notice bad">{w.galleryFailed} <button type="button" onClick={props.onRetry}>{w.again}</button></p> : null}
          {gallery && gallery !== "failed" ? <Shelves {...props} gallery={gallery} onOpen={then(props.onOpen)} /> : null}
        </div>
      ) : null}
    </aside>
  );
}

/** Whether a lesson is its one example. */
function single(l: Lesson): boolean {
  return l.items.length === 1 && !l.items[0]!.text;
}

function Shelves(props: Props & { gallery: Gallery }) {
  const { gallery, words: w, language } = props;
  const own = gallery.yours.filter((i) => i.lesson);
  const others = gallery.yours.filter((i) => !i.lesson);
  return (
    <>
      {(gallery.notes ?? []).map((note, n) => <p key={n} class="notice small">{note[language]}</p>)}
      {own.length > 0 ? <><h2>{w.yourLessons}</h2><ul class="lessons">{own.map((item) => <Entry key={item.id} item={item} number={numberOf(item)} {...props} />)}</ul></> : null}
      {others.length > 0 ? <Shelf title={w.yours} items={others} {...props} /> : null}
      <h2>{w.gallery}</h2>
      <ul class="lessons">
        {gallery.lessons.filter(single).map((lesson) => <Entry key={lesson.id} item={lesson.items[0]!} {...props} />)}
      </ul>
      {gallery.lessons.filter((l) => !single(l)).map((lesson) => <Shelf key={lesson.id} title={lesson.title[language]} items={lesson.items} {...props} />)}
    </>
  );
}

function Shelf(props: { title: string; items: GalleryItem[]; current: string; done: Record<string, number>; language: Language; words: LabWords; onOpen(item: GalleryItem): void }) {
  const { items } = props;
  const holds = items.some((i) => i.id === props.current);
  return (
    <details class="shelf" open={holds}>
      <summary>{props.title}</summary>
      <ul>
        {items.map((item) => <Entry key={item.id} item={item} {...props} />)}
      </ul>
    </details>
  );
}

function Entry(props: { item: GalleryItem; number?: number | undefined; current: string; done: Record<string, number>; language: Language; words: LabWords; onOpen(item: GalleryItem): void }) {
  const { item, words: w } = props;
  const hints = props.done[item.id];
  const solved = hints === undefined ? "" : hints === 0 ? w.solved : fill(w.solvedWith, hints);
  return (
    <li data-number={props.number}>
      <button type="button" class="link" aria-current={item.id === props.current ? "true" : undefined} onClick={() => props.onOpen(item)}>{item.title[props.language]}</button>
      {solved ? <span class="done good" title={solved}><span aria-hidden="true">✓{hints === 0 ? "" : hints}</span><span class="hidden">{solved}</span></span> : null}
    </li>
  );
}

function Drafts(props: Props) {
  const { drafts, words: w } = props;
  const [gone, setGone] = useState<Draft>();
  const name = (d: Draft) => nameIn(d.source, d.kind) || w.unnamed;
  return (
    <section class="drafts" aria-label={w.drafts}>
      <h2>{w.drafts}</h2>
      {drafts.length === 0 ? <p class="dim small">{w.noDrafts}</p> : null}
      <ul>
        {drafts.map((d) => (
          <li key={d.id}>
            <button type="button" class="link" aria-current={d.id === props.current ? "true" : undefined} onClick={() => props.onResume(d)}>{name(d)}</button>
            <button type="button" class="bin" aria-label={fill(w.remove, name(d))} title={fill(w.remove, name(d))} onClick={() => { setGone(d); props.onRemove(d); }}>×</button>
          </li>
        ))}
      </ul>
      <p class="small" role="status">
        {gone ? <>{w.removed} <button type="button" class="link" onClick={() => { props.onRestore(gone); setGone(undefined); }}>{w.undo}</button></> : null}
      </p>
    </section>
  );
}
