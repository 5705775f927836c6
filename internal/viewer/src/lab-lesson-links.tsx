// Links to lessons: the address of one, and a frame for another page.

import { useState } from "preact/hooks";
import type { Gallery, GalleryItem } from "./lab-api";
import type { LabWords } from "./lab-words";

const link = /^#lesson=([^&]+)(&embed)?$/;

/** Which lesson a fragment names; whether the page stands in the frame of another. */
export function lessonIn(fragment: string): { name: string; embedded: boolean } | undefined {
  const found = link.exec(fragment);
  if (!found) return undefined;
  try {
    return { name: decodeURIComponent(found[1]!), embedded: found[2] !== undefined };
  } catch {
    return { name: found[1]!, embedded: false };
  }
}

/** The number that a file's name begins with. */
export function numberOf(item: GalleryItem): number | undefined {
  const digits = /(?:^|\/)(\d{1,6})[^/]*$/.exec(item.id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const ending = /\.ya?ml$/;

/** The lesson of a name: that of a file, or a number, which is first looked for in the reader's own folder. */
export function lessonNamed(name: string, gallery: Gallery): GalleryItem | undefined {
  const named = [...gallery.yours, ...gallery.lessons.flatMap((l) => l.items)].find((i) => i.id === name || i.id.replace(ending, "") === name);
  if (named || !/^\d{1,6}$/.test(name)) return named;
  const n = Number(name);
  return gallery.yours.find((i) => i.lesson && numberOf(i) === n) ?? gallery.lessons[n - 1]?.items[0];
}

/** How links name a lesson: the course by number, unless a lesson of the folder has it. */
export function nameOf(item: GalleryItem, gallery: Gallery): string {
  const n = gallery.lessons.findIndex((l) => l.items[0]?.id === item.id) + 1;
  return n > 0 && lessonNamed(String(n), gallery) === item ? String(n) : item.id.replace(ending, "");
}

/** An address as it stands in an attribute. */
function quoted(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

export function LessonLinks(props: { name: string; title: string; words: LabWords }) {
  const { words: w } = props;
  const [says, setSays] = useState("");
  const here = `${location.origin}${location.pathname}#lesson=${encodeURIComponent(props.name).replaceAll("%2F", "/")}`;
  const frame = `<iframe src="${quoted(here)}&amp;embed" title="${quoted(props.title)}" width="100%" height="900" loading="lazy" allow="clipboard-write"></iframe>`;
  const copy = (text: string) => () => {
    const copied = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error("no clipboard"));
    copied.then(() => setSays(w.copied), () => setSays(w.notCopied));
  };
  return (
    <details class="give" onToggle={() => setSays("")}>
      <summary>{w.lessonLinks}</summary>
      {[[w.lessonLink, here], [w.lessonFrame, frame]].map(([label, text]) => (
        <div key={label} class="line">
          <label>{label} <input readOnly value={text} onFocus={(e) => e.currentTarget.select()} /></label>
          <button type="button" onClick={copy(text!)}>{w.copy}</button>
        </div>
      ))}
      <p class="dim small">{w.frameHelp}</p>
      <p role="status">{says}</p>
    </details>
  );
}
