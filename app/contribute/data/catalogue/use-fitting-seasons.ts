import { queryOptions } from "@tanstack/react-query";

import { fittingSeasons } from "../../../shared/domain/season.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { competitionSeasons } from "../seasons/competition-seasons.ts";
import { type SeasonChoice, STALE_MS } from "./choices.ts";
import { choiceKeys } from "../../../shared/data/catalogue/keys.ts";

/** The seasons in which a competition has a line-up or a jersey. */
const seasonsOf = (competitionId: string) =>
  queryOptions({
    queryKey: choiceKeys.seasonsOf(competitionId),
    queryFn: async () => competitionSeasons(await browserClient(), competitionId),
    enabled: competitionId !== "",
    staleTime: STALE_MS,
  });

/**
 * Those of the seasons that fit a competition, newest first; all of them while its own are unknown.
 * @param chosen id of the season that is chosen or stored
 */
export function useFittingSeasons(
  seasons: readonly SeasonChoice[] | undefined,
  competitionId: string,
  chosen: string,
): SeasonChoice[] {
  const { data: known = [] } = useMemberQuery(seasonsOf(competitionId));
  return fittingSeasons(seasons ?? [], known, chosen);
}
