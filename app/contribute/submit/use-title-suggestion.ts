import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { seasonChoices } from "../data/catalogue/choices.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { suggestTitle } from "../../shared/domain/suggested-title.ts";
import type { JerseyForm } from "./rules.ts";
import { useChosenTeam } from "./use-chosen-team.ts";

/**
 * Fills the title from team, kit type and season, and again when one of them changes, until the
 * member types a title. The draft stores the last suggestion, so that this holds after a reload and
 * in another language.
 */
export function useTitleSuggestion(): void {
  const { t } = useTranslation("submit");
  const { control, getValues, setValue } = useFormContext<JerseyForm>();
  const [team, teamText, season, kitType] = useWatch({
    control,
    name: ["team", "teamText", "season", "kit_type"],
  });
  const { name } = useChosenTeam({ team, teamText });
  const seasons = useMemberQuery(seasonChoices()).data;
  const isKnown = name !== undefined && (season === "" || seasons !== undefined);
  const suggestion = isKnown
    ? suggestTitle(
        { team: name, season: seasons?.find(({ id }) => id === season)?.name ?? "", kitType },
        t,
      )
    : undefined;

  useEffect(() => {
    const { title, suggestedTitle } = getValues();
    if (suggestion === undefined || suggestion === suggestedTitle) return;
    setValue("suggestedTitle", suggestion);
    const isOwn = title !== "" && title !== suggestedTitle;
    // An empty title that has the focus is about to be typed.
    const isTyping = document.activeElement === document.getElementsByName("title")[0];
    if (!isOwn && !isTyping) setValue("title", suggestion, { shouldValidate: suggestion !== "" });
  }, [suggestion, getValues, setValue]);
}
