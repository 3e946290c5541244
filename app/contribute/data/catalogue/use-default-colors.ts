import { queryOptions } from "@tanstack/react-query";

import { colorsText } from "../../../shared/domain/colors.ts";
import { teamSlug } from "../../../shared/domain/slug.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { chosenTeam } from "./choices.ts";
import { choiceKeys } from "../../../shared/data/catalogue/keys.ts";

/** What is chosen in a form. */
interface Dressing {
  /** A row of the catalogue; without it the name counts. */
  teamId: string | undefined;
  teamName: string;
  kitType: string;
}

/**
 * The default colours of a jersey as the text of a field: none without a team, undefined while they
 * load.
 */
export function useDefaultColors({ teamId, teamName, kitType }: Dressing): string | undefined {
  const { data: row } = useMemberQuery(chosenTeam(teamId));
  const name = teamId ? row?.name : teamName;
  const seed = name ? teamSlug(name) : "";
  const { data } = useMemberQuery(drawnColors({ seed, colors: row?.colors ?? [], kitType }));
  return teamId && !row ? undefined : data;
}

/** Fields of a form that describes a jersey. */
interface Fields {
  team_id: string;
  team: string;
  kit_type: string;
}

/**
 * The default colours of a jersey that a form changes, before that and as the form describes it now;
 * each undefined while they load.
 */
export function useDefaultColorsOfForm(stored: Fields, current: Fields) {
  return {
    stored: useDefaultColors(dressing(stored)),
    current: useDefaultColors(dressing(current)),
  };
}

const dressing = ({ team_id, team, kit_type }: Fields): Dressing => ({
  teamId: team_id || undefined,
  teamName: team,
  kitType: kit_type,
});

function drawnColors(facts: { seed: string; colors: string[]; kitType: string }) {
  return queryOptions({
    queryKey: choiceKeys.colors(facts),
    queryFn: async () => {
      if (facts.seed === "") return "";
      // On demand: the shirt drawing is not part of the forms.
      const { defaultColors } = await import("../../domain/default-colors.ts");
      return colorsText(defaultColors({ ...facts, kitType: facts.kitType || null }));
    },
    networkMode: "always",
    staleTime: Infinity,
  });
}
