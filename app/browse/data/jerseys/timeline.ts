import type { KitCount } from "../../domain/kit-timeline.ts";
import { localJerseys } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { Client } from "../../../shared/data/client.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";

/** The number of a team's jerseys for every year and kit type. */
export async function teamKits(client: Client, teamId: string): Promise<KitCount[]> {
  const { data } = await client.rpc("team_kits", { team_id: teamId }, { get: true }).throwOnError();
  return data as KitCount[];
}

/** A team's two best rated jerseys for every year and kit type of a decade, best first. */
export async function teamDecade(
  client: Client,
  teamId: string,
  { decade, lang }: { decade: number; lang: Language },
) {
  const { data } = await client
    .rpc("team_decade", { team_id: teamId, decade }, { get: true })
    .select(`${SUMMARY}, season:seasons(code)`)
    .order("score", { ascending: false })
    .order("id", { ascending: false })
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .throwOnError();
  return localJerseys(data, lang);
}
