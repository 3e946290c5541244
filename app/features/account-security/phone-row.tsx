import type { User } from "@supabase/supabase-js";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { changePhone, confirmPhone } from "../../data/session/change-access.ts";
import { phoneNumber } from "../../lib/phone-number.ts";
import { Row } from "./row.tsx";
import { TextForm } from "./text-form.tsx";
import { useAction } from "./use-action.ts";

/** The number that signs in by text message. */
export function PhoneRow({ user }: { user: User }) {
  const { t } = useTranslation("security");
  const [step, setStep] = useState<"shown" | "number" | { sentTo: string }>("shown");
  const { busy, failure, run } = useAction();

  async function send(typed: string) {
    const number = phoneNumber(typed);
    if (await run((client) => changePhone(client, number))) setStep({ sentTo: number });
  }

  async function confirm(number: string, code: string) {
    if (!(await run((client) => confirmPhone(client, number, code.replaceAll(" ", ""))))) return;
    setStep("shown");
    toast.success(t("phone.changed"));
  }

  return (
    <Row
      title={t("phone.title")}
      value={user.phone ? `+${user.phone.replace(/^\+/, "")}` : t("phone.none")}
      action={
        step === "shown" && (
          <Button variant="outline" size="sm" onClick={() => setStep("number")}>
            {t(user.phone ? "phone.change" : "phone.add")}
          </Button>
        )
      }
    >
      {step === "number" && (
        <TextForm
          label={t("phone.new")}
          help={t("phone.help")}
          submit={t("phone.submit")}
          type="tel"
          autoComplete="tel"
          minLength={8}
          busy={busy}
          failure={failure}
          onSubmit={(typed) => void send(typed)}
          onCancel={() => setStep("shown")}
        />
      )}
      {typeof step === "object" && (
        <TextForm
          key={step.sentTo}
          label={t("phone.code")}
          help={t("phone.codeHelp", { phone: step.sentTo })}
          submit={t("phone.confirm")}
          inputMode="numeric"
          autoComplete="one-time-code"
          minLength={6}
          busy={busy}
          failure={failure}
          onSubmit={(code) => void confirm(step.sentTo, code)}
          onCancel={() => setStep("shown")}
        />
      )}
    </Row>
  );
}
