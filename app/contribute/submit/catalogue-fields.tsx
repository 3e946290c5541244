import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";

import { seasonChoices } from "../data/catalogue/choices.ts";
import { useFittingSeasons } from "../data/catalogue/use-fitting-seasons.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { FactControl } from "../components/fact-control.tsx";
import { ChoiceField, toOption } from "./choice-field.tsx";
import { ClubField } from "./club-field.tsx";
import { ListProblem } from "./list-problem.tsx";
import { needsPlace, PlaceFields } from "./place-fields.tsx";
import type { JerseyForm } from "./rules.ts";
import { useForgetMissing } from "./use-forget-missing.ts";
import { useSeasonCompetition } from "./use-season-competition.ts";
import { useTeamChoices } from "./use-team-choices.ts";
import { useTitleSuggestion } from "./use-title-suggestion.ts";

/**
 * Team, season and kit type. The team brings its competition and league; these are folded, and each
 * can be changed and depends on the fields before it.
 */
export function CatalogueFields() {
  const { t } = useTranslation(["submit", "facts", "common"]);
  const lang = useLanguage();
  const { control, setValue, getValues } = useFormContext<JerseyForm>();
  // Typing makes the field dirty; following the season does not.
  const { dirtyFields } = useFormState({ control, name: "year" });
  const [competition, season, team] = useWatch({
    control,
    name: ["competition", "season", "team"],
  });
  const seasons = useMemberQuery(seasonChoices());
  const fitting = useFittingSeasons(seasons.data, competition, season);
  const teams = useTeamChoices({ competition, season, team });
  const [isOpen, setOpen] = useState(() => needsPlace(getValues()));
  useForgetMissing("season", seasons.data);
  const followCompetition = useSeasonCompetition();
  useTitleSuggestion();

  /** The year in which the season begins, unless the member has typed another. */
  function followSeason(chosen: string) {
    const yearOf = (id: string) => seasons.data?.find((row) => row.id === id)?.code.slice(0, 4);
    const year = getValues("year");
    const isTyped = dirtyFields.year === true || year !== (yearOf(season) ?? "");
    if (year === "" || !isTyped) setValue("year", yearOf(chosen) ?? "", { shouldValidate: true });
  }

  return (
    <>
      <div className="grid gap-3">
        <ClubField
          teams={teams}
          onFound={() => void followCompetition()}
          onUnlisted={() => setOpen(true)}
        />
        <PlaceFields teams={teams} isOpen={isOpen} onOpen={setOpen} />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <ChoiceField
          name="season"
          label={t("facts:season")}
          placeholder={t(seasons.isLoading ? "common:loading" : "choose.season")}
          options={fitting.map(({ id, name }) => toOption({ id, name: seasonInWords(name, lang) }))}
          disabled={!seasons.data}
          required
          help={seasons.isError && <ListProblem query={seasons} />}
          onChoose={(chosen) => {
            followSeason(chosen);
            void followCompetition();
          }}
        />
        <FactControl name="kit_type" />
      </div>
    </>
  );
}
