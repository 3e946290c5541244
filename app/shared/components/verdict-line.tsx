import { Check, X } from "lucide-react";

import { useTranslation } from "../i18n/use-translation.tsx";
import type { Refusal, Verdict } from "../domain/suggestion.ts";
import { REASON_WORDS } from "../i18n/reasons.ts";
import { valueText } from "../i18n/suggestion-words.ts";
import { useLanguage } from "../i18n/use-language.ts";

/** The reason of a decision that refused several parts. */
export function RefusalReason({ why }: { why: Refusal | undefined }) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const reason = [why?.reason && REASON_WORDS[lang][why.reason], why?.note]
    .filter(Boolean)
    .join(" – ");
  if (!reason) return null;
  return (
    <p className="text-sm wrap-anywhere whitespace-pre-line">{t("history.reason", { reason })}</p>
  );
}

/** What was decided about one part, with the reason of a refusal, or what was suggested of a corrected field. */
export function VerdictLine({
  verdict,
  field = "",
}: {
  verdict: Verdict | undefined;
  /** Whose value was corrected. */
  field?: string;
}) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  if (!verdict) return null;
  const { accepted, reason, note, suggested } = verdict;
  const value = valueText(field, suggested, lang);
  const Icon = accepted ? Check : X;
  return (
    <p className="flex items-start gap-2 text-sm">
      <Icon
        aria-hidden
        className={
          accepted ? "mt-0.5 size-4 shrink-0 text-success" : "mt-0.5 size-4 shrink-0 text-danger"
        }
      />
      <span className="min-w-0 break-words">
        {[
          value !== undefined
            ? t("verdict.corrected", { value })
            : t(accepted ? "verdict.accepted" : "verdict.refused"),
          !accepted && reason && REASON_WORDS[lang][reason],
          note,
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </p>
  );
}
