import { useTranslation } from "react-i18next";

import type { DatabaseProblem } from "../../shared/data/database-error.ts";
import { goneText } from "../../shared/data/gone-text.ts";
import { formatWait } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

const HOUR = 3600;

/**
 * Translates a refused change: a message of ours under `edit`, otherwise the database's text
 * (docs/product/contribute.md 10.7).
 */
export function useRefusal() {
  const { t } = useTranslation("account");
  const lang = useLanguage();
  const { t: common } = useTranslation();
  return (problem: DatabaseProblem): string => {
    const { kind, message, waitSeconds = HOUR } = problem;
    if (kind === "offline") return t("edit.offline");
    if (kind === "factor") return t("edit.secondFactor");
    if (kind === "tooMany") return t("edit.tooMany", { when: formatWait(waitSeconds, lang) });
    if (kind === "notFound") return t("edit.gone");
    return goneText(problem, common) ?? message ?? t("edit.unknown");
  };
}
