import type { StoredSummary } from "../../shared/domain/jersey.ts";
import type { KitType } from "../../shared/domain/kit-types.ts";
import { drawnLeague, type SportOfShirt } from "../../shared/domain/leagues.ts";
import { teamSlug } from "../../shared/domain/slug.ts";

/** What is read of a shirt without a page: `own_shirt()`, or its owner's copy. */
export interface SaidShirt {
  title: string;
  team: string;
  league: SportOfShirt;
  year?: number | null | undefined;
  kit_type?: KitType | null | undefined;
  /** Of its team, as far as the catalogue has it. */
  colors?: string[] | null | undefined;
  country?: string | null | undefined;
  competition?: string | null | undefined;
}

/** A shirt without a page as a row of a list, drawn in its team's colours. */
export function pageless(id: string, said: SaidShirt): StoredSummary {
  const { title, team, league, year = null, kit_type = null } = said;
  const { colors, country = null, competition } = said;
  return {
    ...{ id, title, team, year, kit_type, isPageless: true, images: [] },
    league: drawnLeague(league),
    ...{ team_slug: teamSlug(team), kit_type_slug: "", score: 0, upvotes: 0, downvotes: 0 },
    teams: {
      colors: colors ?? [],
      country,
      competition: competition ? { slug: competition } : null,
    },
  };
}
