// The lab: examples to open, an editor, and what one does with a scenario.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Editor, type EditorHandle } from "./lab-editor";
import { get, type Gallery, type GalleryItem, type Lesson, type Policy } from "./lab-api";
import { GalleryPanel } from "./lab-gallery";
import { KindSwitch } from "./lab-kind-switch";
import { fileNames, type Kind } from "./lab-kind";
import { ProblemList } from "./lab-problems";
import { Empty, Result } from "./lab-result";
import { useCheck, useRunner, type Activity } from "./lab-runner";
import { Language as Schemas, type Schema } from "./lab-schema";
import { Setup } from "./lab-setup";
import { SharePanel } from "./lab-share-panel";
import { BadLink, isShared, sharedIn, type Shared } from "./lab-share";
import { nameIn, policiesIn, Store, type Draft } from "./lab-store";
import { useDesk } from "./lab-work";
import { labWordsOf } from "./lab-words";
import { preferred, type Language } from "./words";

const most = 4; // runtimes that are chosen for the reader
const followAfter = 600; // ms after the text was found good: then a run that is shown runs again

/** The policies to begin with for a text: those that it names, the newest first. */
function chosenFor(source: string, known: Policy[]): string[] | undefined {
  const named = policiesIn(source);
  const found = known.map((p) => p.name).filter((p) => named.includes(p));
  return found.length > 0 ? found.slice(-most) : undefined;
}

export function Lab(props: { nonce: string }) {
  const store = useMemo(() => new Store(() => localStorage), []);
  const kept = useMemo(() => store.settings(), [store]);
  const [language, setLanguage] = useState<Language>(kept.language === "zh" || kept.language === "en" ? kept.language : preferred);
  const [theme, setTheme] = useState(kept.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  const [schemas, setSchemas] = useState<Schemas>();
  const [policies, setPolicies] = useState<Policy[]>([]);
  const [chosen, setChosen] = useState<string[]>(kept.policies ?? ["node26", "browser"]);
  const [name, setName] = useState("");
  const [seed, setSeed] = useState(0);
  const [gallery, setGallery] = useState<Gallery | "failed">();
  const [undone, setUndone] = useState<Draft>(); // what was written before the original came back
  const [exercise, setExercise] = useState<string>(); // what a link asks to predict
  const [revealed, setRevealed] = useState<string>(); // whose answers are shown
  const [done, setDone] = useState(kept.done ?? {});
  const [sharing, setSharing] = useState(false);
  const [linked, setLinked] = useState<"opened" | BadLink>();
  const desk = useDesk(store);
  const { work } = desk;
  const checked = useCheck(work.source, work.kind);
  const runner = useRunner();
  const editor = useRef<EditorHandle | null>(null);
  const w = labWordsOf(language);

  const load = () => {
    setGallery(undefined);
    get<Gallery>("/api/gallery").then(setGallery, () => setGallery("failed"));
    get<Schema>("/api/schema").then((s) => setSchemas(new Schemas(s)), () => {}); // without it one writes without completion
    get<Policy[]>("/api/policies").then(setPolicies, () => {});
  };
  useEffect(load, []);
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    document.documentElement.dataset.theme = theme;
    document.title = `${nameIn(work.source, work.kind) || w.unnamed} – ${w.title}`;
  }, [language, theme, work.source]);

  const cases = checked.check?.cases ?? [];
  const world = checked.pending || cases.includes(name) ? name : ""; // a case may be edited away
  const start = (what: Activity, over: Partial<Shared> = {}) => {
    const asked = { source: over.source ?? work.source, language: over.kind ?? work.kind, policies: over.policies ?? usable, case: over.case ?? world, seed };
    if (asked.policies.length > 0) runner.start(what, asked);
  };
  const opened = (source: string) => {
    setName("");
    setLinked(undefined);
    runner.clear();
    const own = chosenFor(source, policies);
    if (own) setChosen(own);
  };
  const toggle = (one: string) => setChosen((list) => {
    const next = policies.map((p) => p.name).filter((p) => (p === one) !== list.includes(p));
    store.keep({ policies: next });
    return next;
  });
  const turn = (kind: Kind) => { setLinked(undefined); setName(""); runner.clear(); desk.turn(kind); };
  const openItem = (item: GalleryItem) => { desk.open(item); opened(store.draft(item.id)?.source ?? item.source); };

  const follow = (fragment: string) => {
    if (!isShared(fragment)) return;
    sharedIn(fragment).then(
      (s) => {
        const id = desk.take(s.source, s.kind);
        setExercise(s.predict ? id : undefined);
        opened(s.source);
        setName(s.case);
        if (s.policies.length > 0) setChosen(s.policies);
        setLinked("opened");
        if (s.predict && s.policies[0]) start("predict", s);
        window.history.replaceState(null, "", location.pathname); // a reload is not to open it again
      },
      (err: unknown) => setLinked(err instanceof BadLink ? err : new BadLink("damaged")),
    );
  };
  const followed = useRef(follow);
  followed.current = follow;
  useEffect(() => {
    const on = () => followed.current(location.hash);
    on();
    addEventListener("hashchange", on);
    return () => removeEventListener("hashchange", on);
  }, []);

  useEffect(() => {
    const on = () => {
      const n = /^#lesson=(\d{1,3})$/.exec(location.hash)?.[1];
      const item = n && gallery && gallery !== "failed" ? gallery.lessons[Number(n) - 1]?.items[0] : undefined;
      if (item) openItem(item);
    };
    on();
    addEventListener("hashchange", on);
    return () => removeEventListener("hashchange", on);
  }, [gallery]);
  useEffect(() => { // a lesson may have been opened before it was known which runtimes there are
    const own = location.hash.startsWith("#lesson=") ? chosenFor(work.source, policies) : undefined;
    if (own) setChosen(own);
  }, [policies]);

  const supports = new Map((checked.check?.policies ?? []).map((p) => [p.name, p]));
  const usable = chosen.filter((p) => supports.get(p)?.supported !== false && (policies.length === 0 || policies.some((k) => k.name === p)));
  const items = gallery && gallery !== "failed" ? [...gallery.lessons.flatMap((l) => l.items), ...gallery.yours] : [];
  const example = items.find((i) => i.id === work.from);
  const original = example?.source;
  const quiz = example?.predict === true || exercise === work.id;
  const hidden = quiz && revealed !== work.id;
  const lesson = gallery && gallery !== "failed" ? gallery.lessons.find((l) => l.items.some((i) => i.id === work.from)) : undefined;
  const problems = checked.check?.problems ?? [];
  const later = example ? items.slice(items.indexOf(example) + 1).find((i) => i.predict) : undefined;
  const next = later && { title: later.title[language], open: () => openItem(later) };
  const solve = (hints: number) => {
    if (!example) return;
    const all = { ...done, [example.id]: Math.min(hints, done[example.id] ?? hints) };
    setDone(all);
    store.keep({ done: all });
  };
  const shown = runner.outcome?.asked;
  const stale = shown !== undefined && (shown.source !== work.source || shown.language !== work.kind);
  const clean = !checked.pending && !checked.failure && checked.check !== undefined && !problems.some((p) => p.severity === "error");
  useEffect(() => {
    if (!stale || !clean || runner.busy || runner.outcome?.kind !== "run" || usable.length === 0) return;
    const timer = setTimeout(() => runner.follow({ source: work.source, language: work.kind, policies: usable, case: world, seed }), followAfter);
    return () => clearTimeout(timer);
  }, [stale, clean, work.source, work.kind, runner.busy]);
  return (
    <div class="lab">
      <a class="skip" href="#editor" onClick={(e) => { e.preventDefault(); editor.current?.goTo(1, 1); }}>{w.skip}</a>
      <header class="top">
        <div>
          <h1>{w.title}</h1>
          <p class="dim">{w.tagline}</p>
        </div>
        <div class="tools">
          <button type="button" onClick={() => { const next = theme === "dark" ? "light" : "dark"; setTheme(next); store.keep({ theme: next }); }}>{w.theme}</button>
          <button type="button" lang={language === "zh" ? "en" : "zh-CN"} onClick={() => { const next = language === "zh" ? "en" : "zh"; setLanguage(next); store.keep({ language: next }); }}>{w.language}</button>
        </div>
      </header>
      <main>
      <div class="bench">
        <GalleryPanel gallery={gallery} drafts={desk.drafts} current={work.id} done={done} language={language} words={w}
          onOpen={openItem} onRetry={load} onFresh={() => { desk.fresh(); opened(""); }}
          onResume={(d) => { desk.resume(d); opened(d.source); }} onRemove={desk.remove} onRestore={desk.restore} />
        <div class="mid">
          {linked ? <LinkNotice linked={linked} words={w} /> : null}
          {desk.refused ? <p class="notice bad" role="alert">{w.notKept}</p> : null}
          {lesson ? <LessonText lesson={lesson} item={example} language={language} /> : null}
          <div class="desk">
            <section class="write" id="editor" aria-label={w.editor}>
              <div class="bar">
                <h2>{nameIn(work.source, work.kind) || (work.kind === "yaml" ? w.unnamed : fileNames[work.kind])}</h2>
                <div class="tools">
                  <KindSwitch kind={work.kind} words={w} onTurn={turn} />
                  {original !== undefined && original !== work.source ? <button type="button" onClick={() => { setUndone({ ...work, at: Date.now() }); desk.reset(original); }}>{w.reset}</button> : null}
                  {quiz ? <button type="button" onClick={() => setRevealed(hidden ? work.id : undefined)}>{hidden ? w.showAnswer : w.hideAnswer}</button> : null}
                  <button type="button" aria-expanded={sharing} onClick={() => setSharing(!sharing)}>{w.share}</button>
                </div>
              </div>
              {sharing ? <SharePanel shared={{ source: work.source, kind: work.kind, policies: usable, case: world, predict: false }} seed={seed} shown={stale || runner.outcome?.kind === "predict" ? undefined : runner.outcome?.answer.document ?? undefined} words={w} onClose={() => setSharing(false)}
                onOpen={(fragment) => { setSharing(false); follow(fragment); }} /> : null}
              <p class="small" role="status">
                {undone?.id === work.id ? <>{w.resetDone} <button type="button" class="link" onClick={() => { desk.restore(undone); setUndone(undefined); }}>{w.undo}</button></> : null}
              </p>
              <Editor key={`${work.revision} ${work.id}`} source={work.source} kind={work.kind} problems={problems} language={schemas} hide={hidden} nonce={props.nonce} words={w} handle={editor}
                onChange={(text, pasted) => { setUndone(undefined); desk.edit(text, pasted); }} onRun={() => start("run")} />
              <p class="dim small">{w.editorHint}</p>
              <ProblemList check={checked.check} failure={checked.failure} pending={checked.pending} words={w} onGo={(p) => editor.current?.goTo(p.line, p.col)} />
            </section>
            <Setup policies={policies} supports={supports} chosen={chosen} usable={usable} cases={cases} case={world} seed={seed}
              busy={runner.busy} words={w} onToggle={toggle} onCase={setName} onSeed={setSeed} onStart={start} onCancel={runner.cancel} />
          </div>
          {runner.outcome || runner.busy || runner.failure || runner.problems ? null : <Empty words={w} ready={usable.length > 0} onStart={start} />}
        </div>
      </div>
      <Result runner={runner} next={next} onSolved={solve} source={work.source} onEdit={(line) => editor.current?.goTo(line, 1)} onGo={(p) => editor.current?.goTo(p.line, p.col)} usable={usable} look={{ language, theme }} words={w} onStart={start} />
      </main>
    </div>
  );
}

function LinkNotice(props: { linked: "opened" | BadLink; words: ReturnType<typeof labWordsOf> }) {
  const { linked, words: w } = props;
  if (linked === "opened") return <p class="notice" role="status">{w.linkOpened}</p>;
  const says = { "too long": w.linkLarge, "another version": w.linkOther }[linked.message] ?? w.linkBad;
  return <p class="notice bad" role="alert">{says}</p>;
}

/** What a lesson and its example are about. */
function LessonText(props: { lesson: Lesson; item: GalleryItem | undefined; language: Language }) {
  const { lesson, item, language } = props;
  return (
    <section class="lesson" aria-label={lesson.title[language]}>
      <h2>{lesson.title[language]}</h2>
      <Prose text={lesson.text[language]} />
      {item?.text ? <><h3>{item.title[language]}</h3><Prose text={item.text[language]} /></> : null}
    </section>
  );
}

/** Paragraphs, with code between backquotes. */
function Prose(props: { text: string }) {
  return (
    <>
      {props.text.split(/\n\n+/).map((paragraph, n) => <p key={n}>{paragraph.split("`").map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part))}</p>)}
    </>
  );
}
