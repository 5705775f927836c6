// What one takes along: the text, the command, a report, pictures, and a frame for
// another page.

import { useState } from "preact/hooks";
import type { PackedDocument } from "./data";
import { engine } from "./engine";
import { post, type Failure, type PictureAnswer, type RunAnswer } from "./lab-api";
import { fileNames } from "./lab-kind";
import { inWords } from "./lab-problems";
import { failureOf } from "./lab-runner";
import { base64, packed, type Shared } from "./lab-share";
import type { LabWords } from "./lab-words";
import { escaped, reportOf } from "./lab-report";

/** Gives the reader a file. */
function save(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function Take(props: { shared: Shared; seed: number; shown: PackedDocument | undefined; link: string; words: LabWords }) {
  const { shared, seed, shown, words: w } = props;
  const [says, setSays] = useState("");
  const [failure, setFailure] = useState<Failure>();
  const asked = { source: shared.source, language: shared.kind, policies: shared.policies, case: shared.case, seed };
  const name = fileNames[shared.kind];
  const stem = name.replace(/\.\w+$/, "");
  const doing = (what: Promise<string>) => {
    setFailure(undefined);
    setSays(w.working);
    what.then(setSays, (err: unknown) => { setSays(""); setFailure(failureOf(err)); });
  };
  const document_ = async () => shown ?? (await post<RunAnswer>("/api/run", asked)).document;
  const copied = (text: string) => doing((navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error("no clipboard"))).then(() => w.copied, () => text));
  const report = async () => {
    const doc = await document_();
    if (!doc) return w.fix;
    save(`${stem}.html`, "text/html", reportOf(await (await fetch("report.html", { credentials: "omit" })).text(), base64(await packed(JSON.stringify(doc)))));
    return "";
  };
  const picture = async (moving: boolean) => {
    const answer = await post<PictureAnswer>("/api/picture", { ...asked, policies: shared.policies.slice(0, 1), moving });
    if (!answer.svg) return answer.notes?.map((note) => note[w.lang]).join(" ") || w.fix;
    save(`${stem}-${shared.policies[0]}${moving ? "-moving" : ""}.svg`, "image/svg+xml", answer.svg);
    return "";
  };
  const command = async () => (await document_())?.runs.map((r) => r.command).join("\n") ?? "";
  const none = shared.policies.length === 0;
  return (
    <section class="take" aria-label={w.takeHeading}>
      <h2>{w.takeHeading}</h2>
      <div class="tools">
        <button type="button" onClick={() => save(name, "text/plain", shared.source)}>{w.takeFile.replace("{0}", name)}</button>
        <button type="button" onClick={() => copied(shared.source)}>{w.takeText}</button>
        <button type="button" disabled={none} onClick={() => doing(command().then((text) => { copied(text); return ""; }))}>{w.takeCommand}</button>
        <button type="button" disabled={none} onClick={() => doing(report())}>{w.takeReport}</button>
        <button type="button" disabled={none} onClick={() => doing(picture(false))}>{w.takePicture}</button>
        <button type="button" disabled={none} onClick={() => doing(picture(true))}>{w.takeMoving}</button>
        {engine ? <button type="button" onClick={() => copied(frameOf(props.link))}>{w.takeFrame}</button> : null}
      </div>
      {failure ? <p class="notice bad" role="alert">{inWords(failure, w)}</p> : null}
      <p role="status" class="taken">{says}</p>
    </section>
  );
}

/** The HTML that shows a link's page in another page. */
function frameOf(link: string): string {
  return `<iframe src="${escaped(link)}" title="evsim" width="100%" height="720" loading="lazy" style="border:0"></iframe>`;
}
