import { type InputEvent, type SubmitEvent, useEffect, useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { browserClient } from "../../shared/data/browser.ts";
import type { Client } from "../../shared/data/client.ts";
import { type AuthProblem, authProblem, serviceMessage } from "../data/session/auth-problem.ts";
import { followSession } from "../../shared/session/use-session.ts";
import { SHORTEST_PASSWORD } from "../domain/password-rule.ts";
import { captchaToken } from "../../shared/browser/captcha.ts";

/** Minimum lengths before a form can be sent, in characters (docs/product/account.md 14.1). */
const SHORTEST = {
  email: 4,
  password: SHORTEST_PASSWORD,
  code: 6,
  phone: 8,
  recoveryCode: 8,
  captchaToken: 1,
};

/** What the fields contain, by their names, without white space around it. */
export type FormValues = Record<string, string>;

/** The first field that is too short. */
interface Lacking {
  field: string;
  isEmpty: boolean;
  /** Its least length, in characters. */
  least: number;
}

interface Failure {
  problem: AuthProblem | undefined;
  text: string;
}

/**
 * State of a form of the sign-in screen. The fields are uncontrolled, because password managers
 * fill them before hydration.
 * @param send called on submit. An error is shown in our words, otherwise in those of the form or of
 *   the service, otherwise as `fallback`
 */
export function useAuthForm(
  send: (client: Client, values: FormValues, form: HTMLFormElement) => Promise<void>,
  fallback: string,
) {
  const { t } = useTranslation("auth");
  const ref = useRef<HTMLFormElement>(null);
  const [lacking, setLacking] = useState<Lacking | "" | undefined>("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [proofs, setProofs] = useState(0);
  const renewProof = () => setProofs((used) => used + 1);

  useEffect(() => setLacking(lackingIn(valuesOf(ref.current!))), []);

  function onInput(event: InputEvent<HTMLFormElement>) {
    setLacking(lackingIn(valuesOf(event.currentTarget)));
    // It is said at the field, of what was in it.
    if (failure?.problem === "weak_password") setFailure(undefined);
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = valuesOf(form);
    if (lackingIn(values)) return;
    await attempt((client) => send(client, values, form));
  }

  async function attempt(
    act: (client: Client, proof: string | undefined, values: FormValues) => Promise<void>,
  ) {
    if (busy) return;
    const values = valuesOf(ref.current!);
    const proof = captchaToken(ref.current);
    setBusy(true);
    setFailure(undefined);
    try {
      const client = await browserClient();
      await followSession();
      await act(client, proof, values);
    } catch (error) {
      const problem = authProblem(error);
      const text = problem
        ? t(`errors.${problem}`)
        : (ownText(error) ?? serviceMessage(error) ?? fallback);
      setFailure({ problem, text });
      renewProof();
    } finally {
      setBusy(false);
    }
  }

  return {
    form: { ref, onInput, onSubmit },
    /** The first field that is too short; empty before the form is read. */
    lacking,
    busy,
    failure,
    /** Runs another action of the form: one at a time, with errors shown. */
    attempt,
    /** Changes with each used captcha token; the widget then makes a new one. */
    proofs,
    renewProof,
  };
}

/** The message of an error that a form has thrown, which is translated. */
function ownText(error: unknown): string | undefined {
  return Object.getPrototypeOf(error) === Error.prototype ? (error as Error).message : undefined;
}

function valuesOf(form: HTMLFormElement): FormValues {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
  // White space can be part of a password only.
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === "password" ? value : value.trim()]),
  );
}

function lackingIn(values: FormValues): Lacking | undefined {
  for (const [field, least] of Object.entries(SHORTEST)) {
    const value = values[field];
    if (value !== undefined && value.length < least) return { field, isEmpty: value === "", least };
  }
  return undefined;
}
