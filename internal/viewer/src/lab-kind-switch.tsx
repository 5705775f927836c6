// The switch that says, and changes, what language the text is in.

import { kindNames, kinds, type Kind } from "./lab-kind";
import type { LabWords } from "./lab-words";

export function KindSwitch(props: { kind: Kind; words: LabWords; onTurn(kind: Kind): void }) {
  return (
    <fieldset class="kinds">
      <legend class="hidden">{props.words.kind}</legend>
      {kinds.map((kind) => (
        <label key={kind} class={kind === props.kind ? "on" : undefined}>
          <input type="radio" name="kind" class="hidden" checked={kind === props.kind} onChange={() => props.onTurn(kind)} />{kindNames[kind]}
        </label>
      ))}
    </fieldset>
  );
}
