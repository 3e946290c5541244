import { useState } from "react";
import { useTranslation } from "react-i18next";

import { enrolPhoneFactor, sendFactorCode, showCode } from "../../data/session/second-factor.ts";
import { phoneNumber } from "../../lib/phone-number.ts";
import { TextForm } from "./text-form.tsx";
import { useAction } from "./use-action.ts";

/** Makes a telephone a second factor: its number, then a code that arrives there. */
export function AddPhone({
  name,
  onAdded,
  onCancel,
}: {
  name: string;
  onAdded: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation("security");
  const { busy, failure, run } = useAction();
  const [sent, setSent] = useState<{ to: string; factorId: string; challengeId: string }>();

  async function send(typed: string) {
    const to = phoneNumber(typed);
    await run(async (client) => {
      const factorId = await enrolPhoneFactor(client, name, to);
      setSent({ to, factorId, challengeId: await sendFactorCode(client, factorId) });
    });
  }

  async function verify(typed: string) {
    const { factorId, challengeId } = sent!;
    const code = typed.replaceAll(" ", "");
    if (await run((client) => showCode(client, factorId, code, challengeId))) onAdded();
  }

  return sent ? (
    <TextForm
      key="code"
      label={t("phone.code")}
      help={t("phone.codeHelp", { phone: sent.to })}
      submit={t("phone.confirm")}
      inputMode="numeric"
      autoComplete="one-time-code"
      minLength={6}
      busy={busy}
      failure={failure}
      onSubmit={(code) => void verify(code)}
      onCancel={onCancel}
    />
  ) : (
    <TextForm
      key="number"
      label={t("phone.new")}
      help={t("phone.help")}
      submit={t("phone.submit")}
      type="tel"
      autoComplete="tel"
      minLength={8}
      busy={busy}
      failure={failure}
      onSubmit={(typed) => void send(typed)}
      onCancel={onCancel}
    />
  );
}
