// Which runtimes are chosen. A text is run on those that it names; one that names none
// on those that the reader chose last, and before that on the newest Node and a browser.

import { useMemo, useRef, useState } from "preact/hooks";
import type { Policy } from "./lab-api";
import { policiesIn, type Store } from "./lab-store";

const most = 4; // runtimes that are chosen for the reader
const first = ["node26", "browser"];

/** The runtimes that a text names, the newest of those that are known. */
function namedIn(source: string, known: readonly string[]): string[] {
  const named = policiesIn(source);
  if (known.length === 0) return named.slice(-most); // which there are is not told yet
  return known.filter((p) => named.includes(p)).slice(-most);
}

export interface Chosen {
  chosen: string[];
  /** Chooses for the text that is open; with its id it is kept, as what the reader wants. */
  choose(policies: string[], of?: string): void;
  /** Chooses one more, or one less, for the text with this id. */
  toggle(policy: string, of: string): void;
  /** Another text is open: what was chosen for the one before goes. */
  about(source: string): void;
  /** Those that a text is run on, unless somebody chooses. */
  of(source: string): string[];
}

export function useChosen(store: Store, known: Policy[], work: { id: string; source: string; scenario?: string | undefined }): Chosen {
  const kept = useMemo(() => store.settings(), [store]);
  const [text, setText] = useState(work.scenario || work.source);
  const [picked, setPicked] = useState(kept.policies && kept.policiesOf === work.id ? kept.policies : undefined);
  const of = (source: string) => {
    const named = namedIn(source, known.map((p) => p.name));
    return named.length > 0 ? named : store.settings().policies ?? first;
  };
  const chosen = picked ?? of(text);
  const now = useRef(chosen); // two may be clicked before the page is drawn
  now.current = chosen;
  const choose = (policies: string[], of?: string) => {
    now.current = policies;
    setPicked(policies);
    if (of !== undefined) store.keep({ policies, policiesOf: of });
  };
  return {
    chosen, choose, of,
    toggle: (one, of) => choose(known.map((p) => p.name).filter((p) => (p === one) !== now.current.includes(p)), of),
    about: (source) => { setText(source); setPicked(undefined); },
  };
}
