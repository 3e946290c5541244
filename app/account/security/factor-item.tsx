import type { Factor } from "@supabase/supabase-js";
import { Fingerprint, Smartphone, SquareAsterisk } from "lucide-react";
import { Suspense, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { toast } from "../../shared/components/toast.ts";
import { removeFactor, renameFactor } from "../data/session/second-factor.ts";
import { CredentialItem } from "./credential-item.tsx";
import { Failure } from "./row.tsx";
import { useSecurityMutation } from "./use-security-mutation.ts";

const ConfirmDialog = lazyDialog(async () => ({
  default: (await import("../../shared/components/confirm-dialog.tsx")).ConfirmDialog,
}));

const ICONS = {
  totp: SquareAsterisk,
  webauthn: Fingerprint,
  phone: Smartphone,
  recovery_code: SquareAsterisk,
} as const;

/** A second factor, with buttons to rename and remove it. */
export function FactorItem({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const { t } = useTranslation(["security", "common"]);
  const [step, setStep] = useState<"shown" | "rename" | "remove">("shown");
  const { busy, failure, run } = useSecurityMutation();
  const name = factor.friendly_name || t("factors.unnamed");
  const close = () => setStep("shown");

  async function rename(text: string) {
    if (await run((client) => renameFactor(client, factor.id, text))) close();
  }

  async function remove() {
    if (!(await run((client) => removeFactor(client, factor.id)))) return close();
    toast.success(t("factors.removed"));
  }

  return (
    <CredentialItem
      Icon={ICONS[factor.factor_type]}
      name={name}
      since={factor.created_at}
      renaming={step === "rename"}
      busy={busy}
      failure={failure}
      onRename={() => setStep("rename")}
      onNamed={(text) => void rename(text)}
      onCancel={close}
      onRemove={() => setStep("remove")}
    >
      <Failure>{failure}</Failure>
      {step === "remove" && (
        <Suspense>
          <ConfirmDialog
            title={t("factors.removeTitle", { name })}
            text={t(isLast ? "factors.removeLast" : "factors.removeText")}
            confirm={t("common:action.remove")}
            cancel={t("common:action.cancel")}
            close={t("common:close")}
            busy={busy}
            onConfirm={() => void remove()}
            onClose={close}
          />
        </Suspense>
      )}
    </CredentialItem>
  );
}
