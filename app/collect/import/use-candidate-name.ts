import { useTranslation } from "react-i18next";

import type { Candidate } from "../domain/exchange/dry-run.ts";

/** How a jersey is called among those to choose from. */
export function useCandidateName() {
  const { t } = useTranslation("common");
  return ({ title, team, season, year, kit_type }: Candidate) =>
    [title, team, season ?? year, kit_type && t(`kitType.${kit_type}`)].filter(Boolean).join(" · ");
}
