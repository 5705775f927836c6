// What is asked of the server for the scenario at hand, one thing at a time.

import { useEffect, useRef, useState } from "preact/hooks";
import { Failure, post, type Check, type ExploreAnswer, type Problem, type RunAnswer } from "./lab-api";

export type Activity = "run" | "explore" | "predict";

export type Outcome =
  | { kind: "run"; answer: RunAnswer; source: string; serial: number }
  | { kind: "explore"; answer: ExploreAnswer; source: string; serial: number }
  | { kind: "predict"; request: { source: string; policy: string; case: string }; serial: number };

const checkAfter = 250; // ms without a key

/** What the server says of a text while it is written. */
export function useCheck(source: string): { check: Check | undefined; failure: Failure | undefined; pending: boolean } {
  const [state, setState] = useState<{ check?: Check; failure?: Failure; of: string | null }>({ of: null });
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      post<Check>("/api/check", { source }, abort.signal).then(
        (check) => setState({ check, of: source }),
        (err: unknown) => { if (!abort.signal.aborted) setState((s) => ({ ...s, failure: failureOf(err), of: source })); },
      );
    }, checkAfter);
    return () => { clearTimeout(timer); abort.abort(); };
  }, [source]);
  return { check: state.check, failure: state.failure, pending: state.of !== source };
}

export function failureOf(err: unknown): Failure {
  return err instanceof Failure ? err : new Failure("broken", String(err));
}

export interface Asked { source: string; policies: string[]; case: string; seed: number }

export interface Runner {
  busy: Activity | undefined;
  outcome: Outcome | undefined;
  failure: Failure | undefined;
  problems: Problem[] | undefined; // that kept the last request from being done
  start(what: Activity, asked: Asked): void;
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
    const { source, policies, case: name, seed } = asked;
    if (what === "predict") {
      setOutcome({ kind: "predict", request: { source, policy: policies[0]!, case: name }, serial: n });
      return;
    }
    const abort = (under.current = new AbortController());
    setBusy(what);
    const body = { source, policies, case: name, ...(what === "run" ? { seed } : {}) };
    post<RunAnswer & ExploreAnswer>(`/api/${what}`, body, abort.signal).then(
      (answer) => {
        setBusy(undefined);
        if (answer.problems?.some((p) => p.severity === "error")) setProblems(answer.problems);
        else setOutcome({ kind: what, answer, source, serial: n });
      },
      (err: unknown) => {
        if (abort.signal.aborted) return;
        setBusy(undefined);
        setFailure(failureOf(err));
      },
    );
  };
  return { busy, outcome, failure, problems, start, cancel, clear };
}
