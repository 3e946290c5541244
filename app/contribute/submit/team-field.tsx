import { useEffect, useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { TeamChoice } from "../data/catalogue/choices.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { nameOrder } from "../../shared/i18n/name-order.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ChoiceField, type Option } from "./choice-field.tsx";
import { countries } from "./countries.ts";
import { ListProblem } from "./list-problem.tsx";
import { COUNTRY, type JerseyForm, OTHER } from "./rules.ts";
import { TextField } from "./text-field.tsx";
import type { useTeamChoices } from "./use-team-choices.ts";

/**
 * The team: chosen from the list or typed. For the competition of national teams it is a country; a
 * fixed list replaces an empty one (docs/product/contribute.md 10.5).
 */
export function TeamField({
  teams,
  isNational,
}: {
  teams: ReturnType<typeof useTeamChoices>;
  isNational: boolean;
}) {
  const { t } = useTranslation(["submit", "facts", "common"]);
  const { control, setValue } = useFormContext<JerseyForm>();
  const [team, teamText, competition, season] = useWatch({
    control,
    name: ["team", "teamText", "competition", "season"],
  });
  const options = useOptions(teams.data, isNational);
  const isOffered = team === "" || team === OTHER || options.some(({ value }) => value === team);
  const isForgotten = teams.isSuccess && !isOffered; // of another competition or season
  // The text was typed while there was no list. A list would hide it.
  const isHidden = options.length > 0 && team === "" && teamText.trim() !== "";
  useEffect(() => {
    if (isForgotten) setValue("team", "");
    else if (isHidden) setValue("team", OTHER);
  }, [isForgotten, isHidden, setValue]);

  const label = t(isNational ? "facts:country" : "facts:team");
  const isReady = competition !== "" && season !== "";
  if (isReady && teams.isSuccess && options.length === 0) {
    return <TextField name="teamText" label={label} required help={t("help.noTeams")} />;
  }
  const placeholder = !isReady
    ? "choose.seasonFirst"
    : teams.isLoading
      ? "common:loading"
      : isNational
        ? "choose.country"
        : "choose.team";
  const other = t(isNational ? "choose.otherCountry" : "choose.otherTeam");
  return (
    <>
      <ChoiceField
        name="team"
        label={label}
        placeholder={t(placeholder)}
        options={[...options, { value: OTHER, label: other }]}
        disabled={!isReady || teams.isLoading}
        required
        help={teams.isError && <ListProblem query={teams} />}
      />
      {team === OTHER && (
        <TextField
          name="teamText"
          label={t(isNational ? "fields.countryText" : "fields.teamText")}
          required
        />
      )}
    </>
  );
}

function useOptions(teams: TeamChoice[] | undefined, isNational: boolean): Option[] {
  const lang = useLanguage();
  return useMemo(() => {
    if (teams && teams.length > 0) {
      return teams
        .map((team) => ({ value: team.id, label: teamName(team, team.competition, lang) }))
        .sort(nameOrder(lang, ({ label }) => label));
    }
    if (!isNational || !teams) return [];
    return countries(lang).map(({ name, label }) => ({
      value: COUNTRY + name,
      label,
    }));
  }, [teams, isNational, lang]);
}
