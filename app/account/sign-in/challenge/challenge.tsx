import type { Factor, User } from "@supabase/supabase-js";
import { useState } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { signOut } from "../../data/session/auth.ts";
import { AppForm } from "./app-form.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import { PhoneFactorForm } from "./phone-factor-form.tsx";
import { RecoveryForm } from "./recovery-form.tsx";

const FORMS = { webauthn: PasskeyForm, totp: AppForm, phone: PhoneFactorForm } as const;

type Kind = keyof typeof FORMS;

/** Order of the forms, the easiest first. */
const ORDER = Object.keys(FORMS) as Kind[];

interface Shown extends Factor {
  factor_type: Kind;
}

function isShown(factor: Factor): factor is Shown {
  return factor.status === "verified" && Object.hasOwn(FORMS, factor.factor_type);
}

/** The first passkey stands for all: the browser offers those that are available. */
function isChoice({ factor_type: kind }: Shown, at: number, all: Shown[]): boolean {
  return kind !== "webauthn" || all.findIndex((other) => other.factor_type === kind) === at;
}

/**
 * Second-factor form between the password and the site. It accepts any factor of the account or a
 * recovery code, and offers to sign out.
 */
export default function Challenge({ user, level }: { user: User; level: 1 | 2 }) {
  const { t } = useTranslation("auth");
  const factors = (user.factors ?? [])
    .filter(isShown)
    .filter(isChoice)
    .sort((one, other) => ORDER.indexOf(one.factor_type) - ORDER.indexOf(other.factor_type));
  // A factor's name is shown only if there are several of its kind.
  const nameOf = ({ factor_type: kind, friendly_name: name }: Shown) =>
    name && factors.some((other) => other.factor_type === kind && other.friendly_name !== name)
      ? t("challenge.named", { name })
      : "";
  const [chosen, setChosen] = useState<Shown | "recovery">(factors[0] ?? "recovery");
  const others = factors.filter((factor) => factor !== chosen);
  let form = <RecoveryForm level={level} />;
  if (chosen !== "recovery") {
    const Form = FORMS[chosen.factor_type];
    form = <Form key={chosen.id} factor={chosen} level={level} />;
  }

  return (
    <div className="mx-auto grid w-full max-w-md gap-4">
      {form}
      <div className="grid justify-items-start text-sm">
        {others.map((factor) => (
          <OtherWay key={factor.id} onChoose={() => setChosen(factor)}>
            {`${t(`challenge.use.${factor.factor_type}`)} ${nameOf(factor)}`.trim()}
          </OtherWay>
        ))}
        {chosen !== "recovery" && (
          <OtherWay onChoose={() => setChosen("recovery")}>{t("challenge.use.recovery")}</OtherWay>
        )}
        <OtherWay onChoose={() => void leave()}>{t("signOut.action")}</OtherWay>
      </div>
    </div>
  );
}

function OtherWay({ onChoose, children }: { onChoose: () => void; children: string }) {
  return (
    <Button variant="link" className="min-h-11!" onClick={onChoose}>
      {children}
    </Button>
  );
}

async function leave(): Promise<void> {
  await signOut().catch(() => undefined);
}
