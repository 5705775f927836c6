// What is asked of the server for the scenario at hand, one thing at a time.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Kind } from "./lab-kind";
import { Failure, hadPost, post, type Check, type ExploreAnswer, type Problem, type RunAnswer } from "./lab-api";

export type Activity = "run" | "explore" | "predict";

export type Outcome =
  | { kind: "run"; answer: RunAnswer; serial: number; asked: Asked; quiet: boolean } // quiet: nobody pressed a button for it
  | { kind: "explore"; answer: ExploreAnswer; serial: number; asked: Asked }
  | { kind: "predict"; request: Predicted; serial: number; asked: Asked };

/** What is to be predicted. */
export interface Predicted { source: string; language: Kind; scenario: string; policy: string; case: string }

const checkAfter = 250; // ms without a key

/** What the server says of a text while it is written. */
export function useCheck(source: string, language: Kind, scenario: string): { check: Check | undefined; failure: Failure | undefined; pending: boolean } {
  const [, draw] = useState(0);
  const state = useRef<{ check?: Check; failure?: Failure; of: string | null }>({ of: null });
  const of = `${language} ${scenario} ${source}`;
  if (state.current.of !== of) {
    const check = hadPost<Check>("/api/check", { source, language, scenario });
    if (check) state.current = { check, of };
  }
  const has = (now: typeof state.current) => { state.current = now; draw((n) => n + 1); };
  useEffect(() => {
    if (state.current.of === of && !state.current.failure) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      post<Check>("/api/check", { source, language, scenario }, abort.signal).then(
        (check) => has({ check, of }),
        (err: unknown) => { if (!abort.signal.aborted) has({ ...state.current, failure: failureOf(err), of }); },
      );
    }, checkAfter);
    return () => { clearTimeout(timer); abort.abort(); };
  }, [source, language, scenario]);
  return { check: state.current.check, failure: state.current.failure, pending: state.current.of !== of };
}

export function failureOf(err: unknown): Failure {
  return err instanceof Failure ? err : new Failure("broken", { en: String(err), zh: String(err) });
}

export interface Asked { source: string; language: Kind; scenario: string; policies: string[]; case: string; seed: number }

export interface Runner {
  busy: Activity | undefined;
  outcome: Outcome | undefined;
  failure: Failure | undefined;
  problems: Problem[] | undefined; // that kept the last request from being done
  start(what: Activity, asked: Asked): void;
  /** Runs once more, without a word: what is there stays until the answer comes, and if it is no run. */
  follow(asked: Asked): void;
  cancel(): void;
  clear(): void;
}

/** Runs and explores; a new request takes the place of the one under way. */
export function useRunner(): Runner {
  const [busy, setBusy] = useState<Activity>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<Failure>();
  const [problems, setProblems] = useState<Problem[]>();
  const under = useRef<AbortController | null>(null);
  const serial = useRef(0);

  const cancel = () => { under.current?.abort(); under.current = null; setBusy(undefined); };
  const clear = () => { cancel(); setOutcome(undefined); setFailure(undefined); setProblems(undefined); };
  const start = (what: Activity, asked: Asked) => { // what was found before stays until there is something new
    cancel();
    setFailure(undefined);
    setProblems(undefined);
    const n = ++serial.current;
    const { source, language, scenario, policies, case: name, seed } = asked;
    if (what === "predict") {
      setOutcome({ kind: "predict", request: { source, language, scenario, policy: policies[0]!, case: name }, serial: n, asked });
      return;
    }
    const answered = (answer: RunAnswer & ExploreAnswer) => {
      setBusy(undefined);
      if (answer.problems?.some((p) => p.severity === "error")) setProblems(answer.problems);
      else setOutcome(what === "run" ? { kind: what, answer, serial: n, asked, quiet: false } : { kind: what, answer, serial: n, asked });
    };
    const path = `/api/${what}`;
    const body = { source, language, scenario, policies, case: name, ...(what === "run" ? { seed } : {}) };
    const made = hadPost<RunAnswer & ExploreAnswer>(path, body);
    if (made) return answered(made);
    const abort = (under.current = new AbortController());
    setBusy(what);
    post<RunAnswer & ExploreAnswer>(path, body, abort.signal).then(
      answered,
      (err: unknown) => {
        if (abort.signal.aborted) return;
        setBusy(undefined);
        setFailure(failureOf(err));
      },
    );
  };
  const follow = (asked: Asked) => {
    under.current?.abort();
    const abort = (under.current = new AbortController());
    const { source, language, scenario, policies, case: name, seed } = asked;
    post<RunAnswer>("/api/run", { source, language, scenario, policies, case: name, seed }, abort.signal).then(
      (answer) => {
        if (!answer.document) return;
        setFailure(undefined);
        setProblems(undefined);
        setOutcome({ kind: "run", answer, serial: ++serial.current, asked, quiet: true });
      },
      () => {}, // what is shown says that it is of another text
    );
  };
  return { busy, outcome, failure, problems, start, follow, cancel, clear };
}
