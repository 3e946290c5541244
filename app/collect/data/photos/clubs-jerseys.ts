import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";
import type { Color } from "../../../shared/domain/colors.ts";
import { localJersey } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { followedIds } from "../follows/follows.ts";
import { queryClient } from "../../../shared/data/query-client.ts";

/** Of more clubs, those that are followed come first. */
const CLUBS = 100;
const JERSEYS = 500;

/**
 * The public jerseys of a member's clubs in one of these colours, the most liked first.
 * @param teams those whose shirts the member has; the clubs that they follow are added
 */
export function clubsJerseys(
  userId: string,
  teams: readonly string[],
  colors: readonly Color[],
  lang: Language,
) {
  return queryOptions({
    queryKey: ["clubs-jerseys", userId, teams, colors, lang] as const,
    enabled: colors.length > 0,
    queryFn: async () => {
      const followed = await queryClient.ensureQueryData(followedIds(userId));
      const clubs = [...new Set([...followed, ...teams])].slice(0, CLUBS);
      if (clubs.length === 0) return [];
      const client = await browserClient();
      const { data } = await client
        .from("jerseys")
        .select(`${SUMMARY}, colors, season:seasons(code)`)
        .in("team_id", clubs)
        .overlaps("colors", [...colors])
        .match({ status: "approved", is_active: true })
        .is("jersey_images.suggestion_id", null)
        .order("position", { referencedTable: "jersey_images" })
        .limit(1, { referencedTable: "jersey_images" })
        .order("score", { ascending: false })
        .order("id")
        .limit(JERSEYS)
        .throwOnError();
      return data.map((jersey) => ({
        ...localJersey(jersey, lang),
        colors: jersey.colors as Color[],
        season: jersey.season.code,
      }));
    },
  });
}
