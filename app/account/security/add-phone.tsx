import { useState } from "react";

import { enrolPhoneFactor, sendFactorCode, showCode } from "../data/session/second-factor.ts";
import { CodeForm, NumberForm } from "./phone-forms.tsx";
import { useSecurityMutation } from "./use-security-mutation.ts";

/** Enrols a phone as a second factor: first its number, then the code sent to it. */
export function AddPhone({
  name,
  onAdded,
  onCancel,
}: {
  name: string;
  onAdded: () => void;
  onCancel: () => void;
}) {
  const { busy, failure, run } = useSecurityMutation();
  const [sent, setSent] = useState<{ to: string; factorId: string; challengeId: string }>();

  async function send(to: string) {
    await run(async (client) => {
      const factorId = await enrolPhoneFactor(client, name, to);
      setSent({ to, factorId, challengeId: await sendFactorCode(client, factorId) });
    });
  }

  async function verify(code: string) {
    const { factorId, challengeId } = sent!;
    if (await run((client) => showCode(client, factorId, code, challengeId))) onAdded();
  }

  const step = { busy, failure, onCancel };
  return sent ? (
    <CodeForm sentTo={sent.to} onSubmit={(code) => void verify(code)} {...step} />
  ) : (
    <NumberForm onSubmit={(number) => void send(number)} {...step} />
  );
}
