import type { useTranslation } from "../../shared/i18n/use-translation.tsx";

import type { Color } from "../../shared/domain/colors.ts";
import type { ColorsAndTime } from "../../shared/data/search/search.ts";
import type { TeamKits } from "../../shared/data/search/team-kits.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import type { KitType } from "../../shared/domain/kit-types.ts";

type Texts = ReturnType<typeof useTranslation<"search">>["t"];
type CommonTexts = ReturnType<typeof useTranslation<"common">>["t"];

/** A year or a decade, as the reader's language writes it. */
export function timeName({ from, to }: { from: number; to: number }, t: Texts): string {
  return from === to ? String(from) : t("kits.decade", { year: from });
}

/** The same inside a sentence: "les années 1990". */
function timeInSentence({ from, to }: Years, t: Texts): string {
  return from === to ? String(from) : t("kits.decadeInSentence", { year: from });
}

/** That a team has no jersey of a time, said with the season that begins then: "2015-2016"; and whether the nearest follow. */
export function noneOfTeam(
  {
    years,
    season,
    jerseys,
    areOtherKits,
  }: Pick<TeamKits, "years" | "season" | "areOtherKits"> & { jerseys: readonly unknown[] },
  t: Texts,
  lang: Language,
): string {
  const time = season ? seasonInWords(season.name, lang) : timeInSentence(years, t);
  if (areOtherKits) return t("kits.otherKits", { time });
  return t(jerseys.length > 0 ? "kits.nearest" : "kits.none", { time });
}

/** That no jersey has colours at a time, and whether the nearest follow. */
export function noneOfColors(
  { years, nearest }: { years: Years; nearest: readonly unknown[] },
  t: Texts,
): string {
  return t(nearest.length > 0 ? "kits.nearest" : "colors.none", {
    time: timeInSentence(years, t),
  });
}

/** Colours in the reader's language: "rouge, bleu". */
export function colorNames(colors: readonly Color[], common: CommonTexts): string {
  return colors.map((color) => common(`color.${color}`)).join(", ");
}

/** What a submission of that team and time begins with. */
export function submissionOf(kits: {
  team?: { id: string };
  years: { from: number; to: number };
  season?: { id: string } | undefined;
  kitType?: KitType | undefined;
}): Record<string, string | number | undefined> {
  const { team, years, season, kitType } = kits;
  return {
    team: team?.id,
    ...(years.from === years.to && { year: years.from }),
    season: season?.id,
    kit: kitType,
  };
}

type Years = ColorsAndTime["years"];

/**
 * The filters of the catalogue that are nearest to colours and a time: of that time where it has a jersey, otherwise of
 * its decade if that has one, and of the colours at any time.
 */
export function nearestFilters(
  {
    colors,
    years,
    kitType,
    nearest,
  }: Omit<ColorsAndTime, "nearest"> & { nearest: readonly { year: number | null }[] },
  isExact: boolean,
): { years?: Years; search: string }[] {
  const decade = years.from - (years.from % 10);
  const isOfDecade = ({ year }: { year: number | null }) =>
    year !== null && year - (year % 10) === decade;
  const times: (Years | undefined)[] = isExact
    ? [years]
    : [...(nearest.some(isOfDecade) ? [{ from: decade, to: decade + 9 }] : []), undefined];
  return times.map((time) => {
    // In the order of the catalogue's address.
    const search = new URLSearchParams({
      ...(kitType && { kit: kitType }),
      ...(time && { from: String(time.from), to: String(time.to) }),
    });
    for (const color of colors) search.append("color", color);
    return { ...(time && { years: time }), search: `?${search}` };
  });
}
