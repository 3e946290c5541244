import { useTranslation } from "react-i18next";

import type { DatabaseProblem } from "../../data/database-error.ts";

/**
 * Translates a refused change: a message of ours under `edit`, otherwise the database's text
 * (docs/product.md 10.7).
 */
export function useRefusal() {
  const { t } = useTranslation("account");
  return ({ kind, message }: DatabaseProblem): string => {
    if (kind === "offline") return t("edit.offline");
    if (kind === "notFound") return t("edit.gone");
    return message ?? t("edit.unknown");
  };
}
