// The lab: examples to open, an editor, and what one does with a scenario.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Editor, type EditorHandle } from "./lab-editor";
import { get, hadGet, type Gallery, type GalleryItem, type Policy, type Problem } from "./lab-api";
import { GalleryPanel } from "./lab-gallery";
import { KindSwitch } from "./lab-kind-switch";
import { fileNames, firsts, type Kind } from "./lab-kind";
import { LessonPanel } from "./lab-lesson";
import { Place } from "./lab-place";
import { lessonIn, lessonNamed, nameOf } from "./lab-lesson-links";
import { ProblemList } from "./lab-problems";
import { Empty, Result } from "./lab-result";
import { useCheck, useRunner, type Activity } from "./lab-runner";
import { Language as Schemas, type Schema } from "./lab-schema";
import { Setup } from "./lab-setup";
import { SharePanel } from "./lab-share-panel";
import { BadLink, isShared, sharedIn, type Shared } from "./lab-share";
import { useChosen } from "./lab-chosen";
import { nameIn, Store, type Draft } from "./lab-store";
import { useDesk } from "./lab-work";
import { labWordsOf } from "./lab-words";
import { preferred, type Language } from "./words";

const noProblems: Problem[] = [];
const followAfter = 600; // ms after the text was found good: then a run that is shown runs again

export function Lab(props: { nonce: string }) {
  const store = useMemo(() => new Store(() => localStorage), []);
  const kept = useMemo(() => store.settings(), [store]);
  const [language, setLanguage] = useState<Language>(kept.language === "zh" || kept.language === "en" ? kept.language : preferred);
  const [theme, setTheme] = useState(kept.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  const schemas = useRef<Schemas | undefined>(undefined);
  const [policies, setPolicies] = useState(() => hadGet<Policy[]>("/api/policies") ?? []);
  const [name, setName] = useState("");
  const [seed, setSeed] = useState(0);
  const [gallery, setGallery] = useState<Gallery | "failed" | undefined>(() => hadGet("/api/gallery"));
  const [undone, setUndone] = useState<Draft>(); // what was written before the original came back
  const [exercise, setExercise] = useState<string>(); // what a link asks to predict
  const [revealed, setRevealed] = useState<string>(); // whose answers are shown
  const [helped, setHelped] = useState<{ id: string; hints: number }>(); // by hints of the lesson
  const [embedded, setEmbedded] = useState(() => lessonIn(location.hash)?.embedded === true);
  const [done, setDone] = useState(kept.done ?? {});
  const [sharing, setSharing] = useState(false);
  const [linked, setLinked] = useState<"opened" | BadLink>();
  const [staged, setStaged] = useState(false); // the editor stands on the stage
  const standing = useMemo(() => new Place(setStaged), []);
  const scenarioOf = (w: { kind: Kind; scenario?: string | undefined }) => (w.kind === "yaml" ? "" : w.scenario ?? "");
  const begun = useRef(useMemo(() => firstOf(gallery, kept.current, store), [])); // until the address was looked at
  const desk = useDesk(store, begun.current);
  const { work } = desk;
  const { chosen, choose, toggle, about, of } = useChosen(store, policies, work);
  const scenario = scenarioOf(work);
  const checked = useCheck(work.source, work.kind, scenario);
  const runner = useRunner();
  const editor = useRef<EditorHandle | null>(null);
  const w = labWordsOf(language);

  const load = () => {
    setGallery(undefined);
    get<Gallery>("/api/gallery").then(setGallery, () => setGallery("failed"));
    get<Policy[]>("/api/policies").then(setPolicies, () => {});
  };
  useEffect(() => { if (!gallery || policies.length === 0) load(); }, []);
  useEffect(() => {
    let current = true;
    get<Schema>(language === "zh" ? "/api/schema/zh" : "/api/schema").then((s) => { if (current) schemas.current = new Schemas(s); }, () => {}); // without it one writes without completion
    return () => { current = false; };
  }, [language]);
  useLayoutEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    document.documentElement.dataset.theme = theme;
    document.title = `${nameIn(work.source, work.kind) || w.unnamed} – ${w.title}`;
  }, [language, theme, work.source]);

  const cases = checked.check?.cases ?? [];
  const world = checked.pending || cases.includes(name) ? name : ""; // a case may be edited away
  const start = (what: Activity, over: Partial<Shared> = {}) => {
    const asked = { source: over.source ?? work.source, language: over.kind ?? work.kind, scenario: over.scenario ?? scenario, policies: over.policies ?? usable, case: over.case ?? world, seed };
    if (asked.policies.length > 0) runner.start(what, asked);
  };
  const opened = (source: string) => {
    setName("");
    setLinked(undefined);
    runner.clear();
    about(source);
  };
  const turn = (kind: Kind) => { setLinked(undefined); setName(""); runner.clear(); desk.turn(kind); };
  const textOf = (item: GalleryItem) => item.scenario ?? store.draft(item.id)?.source ?? item.source;
  const openItem = (item: GalleryItem) => { desk.open(item); opened(textOf(item)); };

  const follow = (fragment: string) => {
    if (!isShared(fragment)) return;
    sharedIn(fragment).then(
      (s) => {
        const id = desk.take(s.source, s.kind, s.scenario);
        setExercise(s.predict ? id : undefined);
        opened(s.scenario || s.source);
        setName(s.case);
        if (s.policies.length > 0) choose(s.policies);
        setLinked("opened");
        if (s.predict && s.policies[0]) start("predict", s);
        else if (s.run) start("run", { ...s, policies: s.policies.length > 0 ? s.policies : of(s.scenario || s.source) });
        window.history.replaceState(null, "", location.pathname); // a reload is not to open it again
      },
      (err: unknown) => setLinked(err instanceof BadLink ? err : new BadLink("damaged")),
    );
  };
  const followed = useRef(follow);
  const addressed = useRef<string | undefined>(undefined); // which text the address asked for
  followed.current = follow;
  useEffect(() => {
    const on = () => followed.current(location.hash);
    on();
    addEventListener("hashchange", on);
    return () => removeEventListener("hashchange", on);
  }, []);

  useLayoutEffect(() => { // a lesson that was not changed is no draft, and is there again all the same
    if (!gallery || gallery === "failed" || kept.current === undefined || kept.current === work.id || work.revision > 0 || work.source !== firsts.yaml) return;
    const item = items.find((i) => i.id === kept.current);
    if (!item || isShared(location.hash) || lessonIn(location.hash)) return;
    openItem(item);
    if (kept.policies && kept.policiesOf === item.id) choose(kept.policies);
  }, [gallery]);
  useLayoutEffect(() => { // with the lessons, before one of them can be clicked
    const on = () => {
      const wanted = lessonIn(location.hash);
      if (!wanted || !gallery || gallery === "failed") return;
      setEmbedded(wanted.embedded);
      const item = lessonNamed(wanted.name, gallery);
      addressed.current = item?.id ?? "";
      if (item && item === begun.current) opened(textOf(item)); // it stands there already
      else if (item) openItem(item);
      else setLinked(new BadLink("no lesson"));
    };
    on();
    begun.current = undefined;
    addEventListener("hashchange", on);
    return () => removeEventListener("hashchange", on);
  }, [gallery]);
  useLayoutEffect(() => { // the address is not of another lesson than the one that is open, so a link to it can be followed again at once
    if (addressed.current === undefined || addressed.current === work.id || embedded) return;
    addressed.current = undefined;
    if (lessonIn(location.hash)) window.history.replaceState(null, "", location.pathname);
  }, [work.id]);
  const supports = new Map((checked.check?.policies ?? []).map((p) => [p.name, p]));
  const usable = chosen.filter((p) => supports.get(p)?.supported !== false && (policies.length === 0 || policies.some((k) => k.name === p)));
  const items = gallery && gallery !== "failed" ? itemsOf(gallery) : [];
  const example = items.find((i) => i.id === work.from);
  const quiz = example?.predict === true || exercise === work.id;
  const hidden = quiz && revealed !== work.id;
  const lesson = gallery && gallery !== "failed" ? gallery.lessons.find((l) => l.items.some((i) => i.id === work.from)) : undefined;
  const problems = checked.check?.problems ?? noProblems;
  const later = example ? items.slice(items.indexOf(example) + 1).find((i) => i.predict) : undefined;
  const next = later && { title: later.title[language], open: () => openItem(later) };
  const solve = (hints: number) => {
    if (!example) return;
    const of = hints + (helped?.id === example.id ? helped.hints : 0);
    const all = { ...done, [example.id]: Math.min(of, done[example.id] ?? of) };
    setDone(all);
    store.keep({ done: all });
  };
  const shown = runner.outcome?.asked;
  const stale = shown !== undefined && (shown.source !== work.source || shown.language !== work.kind);
  const clean = !checked.pending && !checked.failure && checked.check !== undefined && !problems.some((p) => p.severity === "error");
  useEffect(() => {
    if (!stale || !clean || runner.busy || runner.outcome?.kind !== "run" || usable.length === 0) return;
    const asked = { source: work.source, language: work.kind, scenario, policies: usable, case: world, seed };
    const follow = () => { if (editor.current?.composing()) timer = setTimeout(follow, followAfter); else runner.follow(asked); }; // an input method is not to be disturbed
    let timer = setTimeout(follow, followAfter);
    return () => clearTimeout(timer);
  }, [stale, clean, work.source, work.kind, runner.busy]);
  return (
    <div class={embedded ? "lab embedded" : "lab"}>
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
          {example && gallery && gallery !== "failed" && (lesson || example.lesson || example.about) ? (
            <LessonPanel key={example.id} lesson={lesson} item={example} name={nameOf(example, gallery)} solved={done[example.id] !== undefined} revealed={revealed === work.id} embedded={embedded}
              language={language} words={w} onReveal={(on) => setRevealed(on ? work.id : undefined)} onAdd={work.kind === "yaml" ? desk.add : undefined} onHint={(hints) => setHelped({ id: example.id, hints })} />
          ) : null}
          <div class={staged ? "desk staged" : "desk"}>
            <section class="write" id="editor" aria-label={w.editor}>
              <div class="bar">
                <h2>{nameIn(work.source, work.kind) || (work.kind === "yaml" ? w.unnamed : fileNames[work.kind])}</h2>
                <div class="tools">
                  <KindSwitch kind={work.kind} words={w} onTurn={turn} />
                  {example && example.source !== work.source ? <button type="button" onClick={() => { setUndone({ ...work, at: Date.now() }); desk.reset(example); }}>{w.reset}</button> : null}
                  {quiz && !example?.lesson ? <button type="button" onClick={() => setRevealed(hidden ? work.id : undefined)}>{hidden ? w.showAnswer : w.hideAnswer}</button> : null}
                  <button type="button" aria-expanded={sharing} onClick={() => setSharing(!sharing)}>{w.share}</button>
                </div>
              </div>
              {sharing ? <SharePanel shared={{ source: work.source, kind: work.kind, policies: usable, case: world, predict: false, scenario }} seed={seed} shown={stale || runner.outcome?.kind === "predict" ? undefined : runner.outcome?.answer.document ?? undefined} words={w} onClose={() => setSharing(false)}
                onOpen={(fragment) => { setSharing(false); follow(fragment); }} /> : null}
              <p class="small" role="status">
                {undone?.id === work.id ? <>{w.resetDone} <button type="button" class="link" onClick={() => { desk.restore(undone); setUndone(undefined); }}>{w.undo}</button></> : null}
              </p>
              <Editor key={`${work.revision} ${work.id}`} source={work.source} kind={work.kind} problems={problems} language={schemas} hide={hidden} nonce={props.nonce} words={w} handle={editor} standing={standing}
                onChange={(text, pasted) => { setUndone(undefined); desk.edit(text, pasted); }} onRun={() => start("run")} />
              <p class="dim small">{staged ? <button type="button" class="link" onClick={() => editor.current?.goTo(1, 1)}>{w.onStage}</button> : w.editorHint}</p>
              <ProblemList check={checked.check} failure={checked.failure} pending={checked.pending} words={w} onGo={(p) => editor.current?.goTo(p.line, p.col)} />
            </section>
            <Setup policies={policies} supports={supports} chosen={chosen} usable={usable} cases={cases} case={world} seed={seed}
              busy={runner.busy} words={w} onToggle={(one) => toggle(one, work.id)} onCase={setName} onSeed={setSeed} onStart={start} onCancel={runner.cancel} />
          </div>
          {runner.outcome || runner.busy || runner.failure || runner.problems ? null : <Empty words={w} ready={usable.length > 0} onStart={start} />}
        </div>
      </div>
      <Result runner={runner} next={next} onSolved={solve} source={work.source} problems={checked.pending ? [] : problems} code={standing} onEdit={(line) => editor.current?.goTo(line, 1)} onGo={(p) => editor.current?.goTo(p.line, p.col)} usable={usable} look={{ language, theme }} words={w} onStart={start} />
      </main>
    </div>
  );
}

/** The example that the page begins with, as far as the lists are here: that of its address, else the one that was open last and is no draft. */
function firstOf(gallery: Gallery | "failed" | undefined, current: string | undefined, store: Store): GalleryItem | undefined {
  if (!gallery || gallery === "failed" || isShared(location.hash)) return undefined;
  const wanted = lessonIn(location.hash);
  if (wanted) return lessonNamed(wanted.name, gallery);
  return current === undefined || store.draft(current) ? undefined : itemsOf(gallery).find((i) => i.id === current);
}

function itemsOf(gallery: Gallery): GalleryItem[] {
  return [...gallery.lessons.flatMap((l) => l.items), ...gallery.yours];
}

function LinkNotice(props: { linked: "opened" | BadLink; words: ReturnType<typeof labWordsOf> }) {
  const { linked, words: w } = props;
  if (linked === "opened") return <p class="notice" role="status">{w.linkOpened}</p>;
  const says = { "no lesson": w.linkNoLesson, "too long": w.linkLarge, "another version": w.linkOther }[linked.message] ?? w.linkBad;
  return <p class="notice bad" role="alert">{says}</p>;
}
