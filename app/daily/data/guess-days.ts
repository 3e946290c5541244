import type { Client } from "../../shared/data/client.ts";
import type { Color } from "../../shared/domain/colors.ts";
import type { Day } from "../../shared/domain/day.ts";

/** A day that has something to guess, with what everybody sees before the first try. */
export interface GuessDay {
  day: Day;
  palette: Color[];
}

/** Days that have something to guess, the latest first. */
export async function readGuessDays(client: Client, from: Day, to: Day): Promise<GuessDay[]> {
  const { data } = await client.rpc("guess_days", { from, to }, { get: true }).throwOnError();
  return data as GuessDay[];
}
