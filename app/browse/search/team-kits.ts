import type { useTranslation } from "react-i18next";

import type { KitType } from "../../shared/domain/kit-types.ts";

type Texts = ReturnType<typeof useTranslation<"search">>["t"];

/** A year or a decade, as the reader's language writes it. */
export function timeName({ from, to }: { from: number; to: number }, t: Texts): string {
  return from === to ? String(from) : t("kits.decade", { year: from });
}

/** The same inside a sentence: "les années 1990". */
export function timeInSentence({ from, to }: { from: number; to: number }, t: Texts): string {
  return from === to ? String(from) : t("kits.decadeInSentence", { year: from });
}

/** What a submission of that team and time begins with. */
export function submissionOf(kits: {
  team: { id: string };
  years: { from: number; to: number };
  season?: { id: string } | undefined;
  kitType?: KitType | undefined;
}): Record<string, string | number | undefined> {
  const { team, years, season, kitType } = kits;
  return {
    team: team.id,
    ...(years.from === years.to && { year: years.from }),
    season: season?.id,
    kit: kitType,
  };
}
