// A link that carries the scenario, and the place to open one.

import { useEffect, useRef, useState } from "preact/hooks";
import { fragmentOf, isShared, type Shared } from "./lab-share";
import type { PackedDocument } from "./data";
import { Take } from "./lab-take";
import type { LabWords } from "./lab-words";
import { fill } from "./words";

const long = 8000; // characters: beyond, some programs cut a link

export function SharePanel(props: { shared: Shared; seed: number; shown: PackedDocument | undefined; words: LabWords; onClose(): void; onOpen(fragment: string): void }) {
  const { shared, words: w } = props;
  const [predict, setPredict] = useState(false);
  const [made, setMade] = useState({ link: "", of: "" });
  const [says, setSays] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { source, policies, case: name, kind, scenario } = shared;
  const of = JSON.stringify([source, policies, name, predict, kind, scenario]);
  const link = made.of === of ? made.link : ""; // that of another text is not to be copied
  useEffect(() => {
    let current = true;
    setSays("");
    fragmentOf({ source, policies, case: name, predict, kind, scenario }).then((f) => { if (current) setMade({ link: location.origin + location.pathname + f, of }); }, () => {});
    return () => { current = false; };
  }, [of]);
  useEffect(() => { field.current?.focus(); }, []);
  const copy = () => {
    field.current!.select();
    const copied = navigator.clipboard ? navigator.clipboard.writeText(link) : Promise.reject(new Error("no clipboard"));
    copied.then(() => setSays(w.copied), () => setSays(w.notCopied));
  };
  const open = (e: SubmitEvent) => {
    e.preventDefault();
    const text = String(new FormData(e.currentTarget as HTMLFormElement).get("link") ?? "").trim();
    const at = text.indexOf("#");
    if (at >= 0 && isShared(text.slice(at))) props.onOpen(text.slice(at));
    else setSays(w.linkNone);
  };
  return (
    <section class="panel share" aria-label={w.share} onKeyDown={(e) => { if (e.key === "Escape") props.onClose(); }}>
      <h2>{w.linkHeading}</h2>
      <p class="dim">{w.linkHelp}</p>
      <div class="line">
        <label>{w.link} <input ref={field} readOnly value={link} onFocus={(e) => e.currentTarget.select()} /></label>
        <button type="button" class="main" disabled={link === ""} onClick={copy}>{w.copy}</button>
        <label><input type="checkbox" checked={predict} onChange={(e) => setPredict(e.currentTarget.checked)} /> {w.linkPredict}</label>
      </div>
      {link.length > long ? <p class="notice">{fill(w.linkLong, link.length)}</p> : null}
      <form class="line" onSubmit={open}>
        <label>{w.openLink} <input name="link" required /></label>
        <button type="submit">{w.open}</button>
        <button type="button" onClick={props.onClose}>{w.close}</button>
      </form>
      <p role="status">{says}</p>
      <Take shared={shared} seed={props.seed} shown={props.shown} link={link} words={w} />
    </section>
  );
}
