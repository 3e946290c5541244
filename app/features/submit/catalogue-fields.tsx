import { useEffect } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { type Choice, competitionChoices, seasonChoices } from "../../data/catalogue/choices.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { isLeague, LEAGUES } from "../../domain/leagues.ts";
import { competitionName } from "../../i18n/catalogue-names.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { ChoiceField, type FormControl, type Option } from "./choice-field.tsx";
import { ListProblem } from "./list-problem.tsx";
import type { JerseyForm } from "./rules.ts";
import { TeamField } from "./team-field.tsx";
import { useTeamChoices } from "./use-team-choices.ts";

/** Slug of the competition of national teams (docs/product.md 10.5). */
const COUNTRIES_SLUG = "international-teams";

export const toOption = ({ id, name }: Choice): Option => ({ value: id, label: name });

/** League, competition, season and team; each depends on the fields before it. */
export function CatalogueFields({ control }: { control: FormControl }) {
  const { t } = useTranslation(["submit", "common"]);
  const lang = useLanguage();
  const { setValue, getValues } = useFormContext<JerseyForm>();
  // Typing makes the field dirty; following the season does not.
  const { dirtyFields } = useFormState({ control, name: "year" });
  const [league, competition, season, team] = useWatch({
    control,
    name: ["league", "competition", "season", "team"],
  });
  const competitions = useMemberQuery(competitionChoices(isLeague(league) ? league : undefined));
  const seasons = useMemberQuery(seasonChoices());
  const teams = useTeamChoices({ competition, season, team });
  useForgetMissing(control, "competition", competitions.data);
  useForgetMissing(control, "season", seasons.data);

  const forgetTeam = () => {
    setValue("team", "");
    setValue("teamText", "");
  };

  /** The year in which the season begins, unless the member has typed another. */
  function followSeason(chosen: string) {
    const yearOf = (id: string) => seasons.data?.find((row) => row.id === id)?.code.slice(0, 4);
    const year = getValues("year");
    const isTyped = dirtyFields.year === true || year !== (yearOf(season) ?? "");
    if (year === "" || !isTyped) setValue("year", yearOf(chosen) ?? "", { shouldValidate: true });
  }

  const leagues = LEAGUES.map((value) => ({ value, label: t(`common:league.${value}`) }));
  const isNational =
    competitions.data?.find(({ id }) => id === competition)?.slug === COUNTRIES_SLUG;
  return (
    <>
      <ChoiceField
        control={control}
        name="league"
        label={t("fields.league")}
        placeholder={t("choose.league")}
        options={leagues}
        required
        onChoose={() => {
          setValue("competition", "");
          forgetTeam();
        }}
      />
      <ChoiceField
        control={control}
        name="competition"
        label={t("fields.competition")}
        placeholder={
          league === ""
            ? t("choose.leagueFirst")
            : t(competitions.isLoading ? "choose.loading" : "choose.competition")
        }
        options={
          competitions.data?.map((row) => toOption({ ...row, name: competitionName(row, lang) })) ??
          []
        }
        disabled={!competitions.data?.length}
        required
        help={
          competitions.isError ? (
            <ListProblem query={competitions} />
          ) : (
            competitions.data?.length === 0 && t("help.noCompetitions")
          )
        }
        onChoose={forgetTeam}
      />
      <ChoiceField
        control={control}
        name="season"
        label={t("fields.season")}
        placeholder={t(seasons.isLoading ? "choose.loading" : "choose.season")}
        options={seasons.data?.map(toOption) ?? []}
        disabled={!seasons.data}
        required
        help={seasons.isError && <ListProblem query={seasons} />}
        onChoose={followSeason}
      />
      <TeamField control={control} teams={teams} isNational={isNational} />
    </>
  );
}

/** Clears a value that is no longer among the choices, such as one of an old draft. */
export function useForgetMissing(
  control: FormControl,
  name: "competition" | "season" | "brand",
  choices: Choice[] | undefined,
  others: readonly string[] = [],
): void {
  const { setValue } = useFormContext<JerseyForm>();
  const value = useWatch({ control, name });
  const missing =
    choices !== undefined &&
    value !== "" &&
    !others.includes(value) &&
    !choices.some(({ id }) => id === value);
  useEffect(() => {
    if (missing) setValue(name, "");
  }, [missing, name, setValue]);
}
