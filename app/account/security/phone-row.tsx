import type { User } from "@supabase/supabase-js";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { changePhone, confirmPhone } from "../data/session/credentials.ts";
import { CodeForm, NumberForm } from "./phone-forms.tsx";
import { Row } from "./row.tsx";
import { useSecurityMutation } from "./use-security-mutation.ts";

/** The phone number that signs in by SMS. */
export function PhoneRow({ user }: { user: User }) {
  const { t } = useTranslation(["security", "common"]);
  const [step, setStep] = useState<"shown" | "number" | { sentTo: string }>("shown");
  const { busy, failure, run } = useSecurityMutation();

  async function send(number: string) {
    if (await run((client) => changePhone(client, number))) setStep({ sentTo: number });
  }

  async function confirm(number: string, code: string) {
    if (!(await run((client) => confirmPhone(client, number, code)))) return;
    setStep("shown");
    toast.success(t("phone.changed"));
  }

  const form = { busy, failure, onCancel: () => setStep("shown") };
  return (
    <Row
      title={t("kinds.phone")}
      value={user.phone ? `+${user.phone.replace(/^\+/, "")}` : t("phone.none")}
      action={
        step === "shown" && (
          <Button variant="outline" size="sm" onClick={() => setStep("number")}>
            {t(user.phone ? "common:action.edit" : "factors.addPhone")}
          </Button>
        )
      }
    >
      {step === "number" && <NumberForm onSubmit={(number) => void send(number)} {...form} />}
      {typeof step === "object" && (
        <CodeForm
          key={step.sentTo}
          sentTo={step.sentTo}
          onSubmit={(code) => void confirm(step.sentTo, code)}
          {...form}
        />
      )}
    </Row>
  );
}
