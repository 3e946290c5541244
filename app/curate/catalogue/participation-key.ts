import type { Participation } from "../data/catalogue/participations.ts";

/** Encodes season and competition as one form value. */
export function participationKey({ season_id, competition_id }: Participation): string {
  return `${season_id}:${competition_id}`;
}

export function participationOf(key: string): Participation {
  const [season_id = "", competition_id = ""] = key.split(":");
  return { season_id, competition_id };
}
