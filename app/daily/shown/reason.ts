import { addDays } from "../../shared/domain/day.ts";
import { formatDay } from "../../shared/i18n/format.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { translator } from "../../shared/i18n/translations.ts";
import type { DayFacts, ShownDay } from "../data/days.ts";

type Shown = Pick<ShownDay, "day" | "isChosen"> & {
  facts: Pick<DayFacts, "anniversary" | "league" | "season"> & { team: string };
};

/** Why a day shows its shirt, by the rule that chose it (docs/product/daily.md 28.2). */
export function reasonOf(
  { day, facts: { anniversary, league, team, season }, isChosen }: Shown,
  before: readonly Shown[],
  lang: Language,
): string {
  const t = translator(lang, "daily");
  if (isChosen) return t("chosen");
  if (anniversary !== null) return t("anniversary", { team, count: anniversary });
  const drawn = { team, season: seasonInWords(season, lang) };
  const last = before.find(({ facts }) => facts.league === league);
  return last && last.day < addDays(day, -1)
    ? t("turn", { ...drawn, day: formatDay(last.day, lang) })
    : t("drawn", drawn);
}
