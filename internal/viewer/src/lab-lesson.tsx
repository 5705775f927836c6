// A lesson above its code: what it is about, and by and by what it keeps.

import { useEffect, useState } from "preact/hooks";
import type { Both } from "./data";
import { post, type Failure, type GalleryItem, type Lesson, type LessonAnswer } from "./lab-api";
import { LessonLinks } from "./lab-lesson-links";
import { inWords } from "./lab-problems";
import { failureOf } from "./lab-runner";
import type { LabWords } from "./lab-words";
import { fill, type Language } from "./words";

interface LessonProps {
  lesson: Lesson | undefined; // the topic of an example that the lab has itself
  item: GalleryItem;
  name: string; // in links
  solved: boolean;
  revealed: boolean; // the answers are to be seen
  embedded: boolean;
  language: Language;
  words: LabWords;
  onReveal(on: boolean): void;
  /** Puts what checks the lesson into the editor; undefined: it has no place there. */
  onAdd: ((checks: string) => void) | undefined;
  onHint(n: number): void;
}

/** What a lesson and its example are about, and what one can ask for. */
export function LessonPanel(props: LessonProps) {
  const { lesson, item, language, words: w } = props;
  const title = lesson?.title ?? item.title;
  return (
    <section class="lesson" aria-label={title[language]}>
      <h2>{title[language]}</h2>
      {lesson ? <Prose text={lesson.text[language]} /> : null}
      {item.text ? <><h3>{item.title[language]}</h3><Prose text={item.text[language]} /></> : null}
      {item.about ? <Marked text={item.about} language={language} /> : null}
      {item.lesson ? <Kept {...props} kept={item.lesson} /> : null}
      {item.lesson && !props.embedded ? <LessonLinks name={props.name} title={item.title[language]} words={w} /> : null}
    </section>
  );
}

/** What is kept until somebody asks. */
function Kept(props: LessonProps & { kept: NonNullable<GalleryItem["lesson"]> }) {
  const { item, kept, solved, revealed, language, words: w } = props;
  const [wanted, setWanted] = useState({ hints: 0, then: false });
  const [answer, setAnswer] = useState<LessonAnswer>();
  const [failure, setFailure] = useState<Failure>();
  const then = kept.then > 0 && (wanted.then || solved || revealed);
  useEffect(() => {
    if (wanted.hints === 0 && !then && !revealed) return setAnswer(undefined);
    const abort = new AbortController();
    post<LessonAnswer>("/api/lesson", { id: item.id, hints: wanted.hints, answer: revealed, then }, abort.signal).then(
      (a) => { setFailure(undefined); setAnswer(a); },
      (err: unknown) => { if (!abort.signal.aborted) setFailure(failureOf(err)); },
    );
    return () => abort.abort();
  }, [wanted.hints, then, revealed, item.id]);
  const hint = () => { props.onHint(wanted.hints + 1); setWanted({ ...wanted, hints: wanted.hints + 1 }); };
  return (
    <>
      <div class="tools">
        {wanted.hints < kept.hints ? <button type="button" onClick={hint}>{fill(w.lessonHint, wanted.hints + 1, kept.hints)}</button> : null}
        <button type="button" aria-expanded={revealed} onClick={() => props.onReveal(!revealed)}>{revealed ? w.hideAnswer : w.showAnswer}</button>
        {kept.then > 0 && !then ? <button type="button" onClick={() => setWanted({ ...wanted, then: true })}>{w.thenShow}</button> : null}
      </div>
      <div aria-live="polite">
        {failure ? <p class="notice bad">{inWords(failure, w)}</p> : null}
        {answer && answer.hints.length > 0 ? <List title={w.hintsTitle} texts={answer.hints} language={language} /> : null}
        {answer && revealed ? <Answers answer={answer} language={language} words={w} onAdd={props.onAdd} /> : null}
        {answer && then && answer.then.length > 0 ? <List title={w.thenTitle} texts={answer.then} language={language} /> : null}
      </div>
    </>
  );
}

function Answers(props: { answer: LessonAnswer; language: Language; words: LabWords; onAdd: LessonProps["onAdd"] }) {
  const { answer: a, onAdd, words: w } = props;
  return (
    <div class="answers">
      <h3>{w.answersTitle}</h3>
      {a.answer ? <Marked text={a.answer} language={props.language} /> : null}
      {a.checks.trim() ? <pre tabIndex={0} aria-label={w.checksTitle}><code>{a.checks.trim()}</code></pre> : null}
      {a.checks.trim() && onAdd ? <button type="button" onClick={() => onAdd(a.checks)}>{w.addChecks}</button> : null}
    </div>
  );
}

function List(props: { title: string; texts: Both[]; language: Language }) {
  return (
    <>
      <h3>{props.title}</h3>
      <ol class="told">{props.texts.map((text, n) => <li key={n}><Marked text={text} language={props.language} /></li>)}</ol>
    </>
  );
}

/** A text that Go made of Markdown: it has no markup but that of package prose. */
function Marked(props: { text: Both; language: Language }) {
  return <div class="marked" dangerouslySetInnerHTML={{ __html: props.text[props.language] }} />;
}

/** Paragraphs, with code between backquotes. */
function Prose(props: { text: string }) {
  return (
    <>
      {props.text.split(/\n\n+/).map((paragraph, n) => <p key={n}>{paragraph.split("`").map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part))}</p>)}
    </>
  );
}
