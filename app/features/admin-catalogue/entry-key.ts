import type { TeamEntry } from "../../data/teams/team-entries.ts";

/** A season and a competition as one value of a form. */
export function entryKey({ season_id, competition_id }: TeamEntry): string {
  return `${season_id}:${competition_id}`;
}

export function entryOf(key: string): TeamEntry {
  const [season_id = "", competition_id = ""] = key.split(":");
  return { season_id, competition_id };
}
