import { type FoundTeam, type Read, reader, type SearchSource, TEAMS } from "./read.ts";

const MOST = 6;

/** The teams with the most jerseys. */
export function popularTeams(source: SearchSource): Promise<FoundTeam[]> {
  return readPopularTeams(reader(source));
}

export function readPopularTeams(read: Read): Promise<FoundTeam[]> {
  return read<FoundTeam>("popular_teams", { max_results: MOST, ...TEAMS });
}
