import type { Participation } from "../../data/teams/participations.ts";

/** A season and a competition as one value of a form. */
export function participationKey({ season_id, competition_id }: Participation): string {
  return `${season_id}:${competition_id}`;
}

export function participationOf(key: string): Participation {
  const [season_id = "", competition_id = ""] = key.split(":");
  return { season_id, competition_id };
}
