import type { ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ColorNames } from "../../shared/components/color-swatch.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { competitionName } from "../../shared/i18n/catalogue-names.ts";
import { PATTERNS } from "../../shared/domain/shirt/types.ts";
import { countryName } from "../../shared/i18n/countries.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { guessPattern, type GuessGame } from "../data/guess.ts";

/** A plain drawing says nothing: the jersey may have more. So it is with what is made up for it. */
const TELLING = PATTERNS.filter(
  (pattern) => !["plain", "pinstripes", "chevron", "gradient"].includes(pattern),
);

/** The steps in words: the guess can be won without seeing. */
export function Clues({ game: { clues, pictures } }: { game: GuessGame }) {
  const { t } = useTranslation(["guess", "common", "facts"]);
  const lang = useLanguage();
  const { palette, kit_type, league, brand, country, season, competition } = clues;
  const { data: drawn } = useMemberQuery(guessPattern(pictures.pattern));
  const pattern = TELLING.find((known) => known === drawn);
  const rows: [name: string, value: ReactNode][] = [
    [t("facts:colors"), <ColorNames key="colors" colors={palette} />],
    [t("facts:league"), t(`common:league.${league}`)],
  ];
  if (kit_type) rows.push([t("facts:kit_type"), t(`common:kitType.${kit_type}`)]);
  if (pattern) rows.push([t("facts:pattern"), t(`common:pattern.${pattern}`)]);
  if (brand) rows.push([t("facts:brand"), brand]);
  if (country) rows.push([t("facts:country"), countryName(country, lang)]);
  if (competition) rows.push([t("facts:competition"), competitionName(competition, lang)]);
  if (season) rows.push([t("facts:season"), seasonInWords(season, lang)]);
  return (
    <section aria-labelledby="guess-clues" className="grid gap-2">
      <h3 id="guess-clues" className="caption">
        {t("guess:clues.title")}
      </h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
