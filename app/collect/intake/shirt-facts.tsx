import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { seasonOf } from "../../shared/domain/import/seasons.ts";
import { isKitType, KIT_TYPES } from "../../shared/domain/kit-types.ts";
import { type SportOfShirt, SPORTS_OF_SHIRTS } from "../../shared/domain/leagues.ts";
import { hasLength, tidy } from "../../shared/domain/rules/text.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { cx } from "../../shared/ui/cx.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { FormerJersey } from "../domain/copies/copy.ts";

/** True if others don't see what is said of a shirt without a page. */
export const isHidden = ({ gone, unsaid }: FormerJersey) => Boolean(gone ?? unsaid);

/** What is typed of a shirt without a page. */
export interface TypedFacts {
  team: string;
  league: SportOfShirt;
  season: string;
  kit: string;
}

export const typedFactsOf = ({ team, league, season, kit_type }: FormerJersey, lang: Language) => ({
  team,
  league,
  season: season ? seasonInWords(season, lang) : "",
  kit: kit_type ?? "",
});

/**
 * The shirt that the typed facts describe; undefined if they can't be read.
 * @param was whose other facts stay while the team is the same
 */
export function shirtOf(
  { team: typed, league, season: said, kit }: TypedFacts,
  was: FormerJersey,
): FormerJersey | undefined {
  const team = tidy(typed);
  const season = tidy(said) === "" ? undefined : seasonOf(said);
  if (!hasLength(team, 2, 120) || (tidy(said) !== "" && season === undefined)) return undefined;
  const { teams, brand, competition } = was;
  const isSameTeam = team === was.team && league === was.league;
  const titled = (of: string, worn: string | undefined) => [of, worn].filter(Boolean).join(" ");
  // What somebody wrote stays, unless it may not be shown.
  const isMade = isHidden(was) || was.title === titled(was.team, was.season);
  return {
    title: isMade ? titled(team, season) : was.title,
    team,
    league,
    ...(season && { season, year: Number(season.slice(0, 4)) }),
    ...(isKitType(kit) && { kit_type: kit }),
    ...(brand && { brand }),
    ...(isSameTeam && competition && { competition }),
    ...(isSameTeam && teams && { teams }),
  };
}

/** Team, season and kit type of a shirt without a page, and the sport of a team that the catalogue lacks. */
export function ShirtFacts({
  typed,
  isKnown,
  onType,
}: {
  typed: TypedFacts;
  /** True if the catalogue has the team. */
  isKnown: boolean;
  onType: (typed: TypedFacts) => void;
}) {
  const { t } = useTranslation(["copies", "common", "facts"]);
  const isSeasonWrong = tidy(typed.season) !== "" && seasonOf(typed.season) === undefined;
  const isTeamWrong = !hasLength(tidy(typed.team), 2, 120);
  return (
    <div className={cx("grid items-start gap-3", isKnown ? "sm:grid-cols-3" : "sm:grid-cols-2")}>
      <Field label={t("facts:team")} error={isTeamWrong && t("copies:own.teamProblem")}>
        <Input
          value={typed.team}
          onChange={({ target }) => onType({ ...typed, team: target.value })}
        />
      </Field>
      {!isKnown && (
        <Field label={t("facts:league")}>
          <Select
            value={typed.league}
            onChange={({ target }) => onType({ ...typed, league: target.value as SportOfShirt })}
          >
            {SPORTS_OF_SHIRTS.map((league) => (
              <option key={league} value={league}>
                {t(`common:league.${league}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        label={t("facts:season")}
        help={t("copies:own.seasonHelp")}
        error={isSeasonWrong && t("copies:own.problem")}
      >
        <Input
          value={typed.season}
          onChange={({ target }) => onType({ ...typed, season: target.value })}
        />
      </Field>
      <Field label={t("facts:kit_type")}>
        <Select
          value={typed.kit}
          onChange={({ target }) => onType({ ...typed, kit: target.value })}
        >
          <option value="">{t("copies:none")}</option>
          {KIT_TYPES.map((kit) => (
            <option key={kit} value={kit}>
              {t(`common:kitType.${kit}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
