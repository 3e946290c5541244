interface Competition {
  id: string;
  league: string;
  country: string | null;
}

interface TeamCompetitions {
  /** The one in which the team plays today. */
  competition: Competition | null;
  team_seasons: readonly {
    season_id: string;
    competition: Competition & { priority: number };
  }[];
}

/**
 * The competition of a team's jersey of a season: `current` if the team took part in it, otherwise the championship of its
 * country, otherwise the one of today. Cups have no country: a team plays in them beside its championship.
 */
export function seasonCompetition(
  { competition, team_seasons }: TeamCompetitions,
  seasonId: string,
  current = "",
): Competition | null {
  const played = team_seasons
    .filter(({ season_id }) => season_id === seasonId)
    .map((participation) => participation.competition);
  const [championship] = played
    .filter(({ country }) => country !== null && country === competition?.country)
    .toSorted((one, other) => other.priority - one.priority);
  return played.find(({ id }) => id === current) ?? championship ?? competition;
}
