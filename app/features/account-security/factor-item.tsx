import type { Factor } from "@supabase/supabase-js";
import { Fingerprint, Smartphone, SquareAsterisk } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { removeFactor, renameFactor } from "../../data/session/second-factor.ts";
import { formatDate } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { Failure } from "./row.tsx";
import { TextForm } from "./text-form.tsx";
import { useAction } from "./use-action.ts";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../../components/confirm-dialog.tsx")).ConfirmDialog,
}));

const ICONS = {
  totp: SquareAsterisk,
  webauthn: Fingerprint,
  phone: Smartphone,
  recovery_code: SquareAsterisk,
} as const;

/** A second factor: another name, or away with it. */
export function FactorItem({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const { t } = useTranslation("security");
  const lang = useLanguage();
  const [step, setStep] = useState<"shown" | "rename" | "remove">("shown");
  const { busy, failure, run } = useAction();
  const Icon = ICONS[factor.factor_type];
  const name = factor.friendly_name || t("factors.unnamed");
  const close = () => setStep("shown");

  async function rename(text: string) {
    if (await run((client) => renameFactor(client, factor.id, text))) close();
  }

  async function remove() {
    if (!(await run((client) => removeFactor(client, factor.id)))) return close();
    toast.success(t("factors.removed"));
  }

  if (step === "rename") {
    return (
      <li>
        <TextForm
          label={t("factors.name")}
          submit={t("factors.save")}
          defaultValue={name}
          maxLength={60}
          busy={busy}
          failure={failure}
          onSubmit={(text) => void rename(text)}
          onCancel={close}
        />
      </li>
    );
  }
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon aria-hidden className="size-6 shrink-0 text-muted" />
        <span className="grid min-w-0 flex-1 basis-40 gap-0.5">
          <span className="font-semibold break-words">{name}</span>
          <span className="text-sm text-muted">
            {t("factors.since", { date: formatDate(factor.created_at, lang) })}
          </span>
        </span>
        <span className="flex">
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("factors.renameOf", { name })}
            onClick={() => setStep("rename")}
          >
            {t("factors.rename")}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="text-danger!"
            aria-label={t("factors.removeOf", { name })}
            onClick={() => setStep("remove")}
          >
            {t("factors.remove")}
          </Button>
        </span>
      </div>
      <Failure>{failure}</Failure>
      {step === "remove" && (
        <Suspense>
          <ConfirmDialog
            title={t("factors.removeTitle", { name })}
            text={t(isLast ? "factors.removeLast" : "factors.removeText")}
            confirm={t("factors.removeConfirm")}
            cancel={t("cancel")}
            close={t("close")}
            busy={busy}
            onConfirm={() => void remove()}
            onClose={close}
          />
        </Suspense>
      )}
    </li>
  );
}
