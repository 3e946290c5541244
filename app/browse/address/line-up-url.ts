import type { Language } from "../../shared/i18n/languages.ts";

/** The address of a competition's line-up: its newest, or that of a season by its code. */
export function lineUpUrl(competitionId: string, lang: Language, season?: string): string {
  const search = season ? `?${new URLSearchParams({ season })}` : "";
  return `/line-up/${lang}/${competitionId}${search}`;
}
