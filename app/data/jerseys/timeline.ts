import { yearWorn } from "../../lib/kit-timeline.ts";
import type { Client } from "../client.ts";
import { SUMMARY } from "./columns.ts";

/** PostgREST's own limit by default: a team with more jerseys shows the best rated ones. */
const MOST = 1000;

const publicOnly = { status: "approved", is_active: true } as const;

/** When the jerseys of a team were worn, all of them in few columns. */
export async function teamYears(client: Client, teamId: string) {
  const { data } = await client
    .from("jerseys")
    .select("year, kit_type, season:seasons(code)")
    .match(publicOnly)
    .eq("team_id", teamId)
    .order("score", { ascending: false })
    .order("id", { ascending: false })
    .limit(MOST)
    .throwOnError();
  return data;
}

/** A team's jerseys of ten years, the best rated first. */
export async function teamDecade(client: Client, teamId: string, decade: number) {
  const range = `${decade}`.slice(0, 3);
  const jerseys = () =>
    client
      .from("jerseys")
      .select(`${SUMMARY}, season:seasons!inner(code)`)
      .match(publicOnly)
      .eq("team_id", teamId)
      .order("score", { ascending: false })
      .order("id", { ascending: false })
      .order("position", { referencedTable: "jersey_images" })
      .limit(1, { referencedTable: "jersey_images" })
      .limit(MOST);
  const [dated, undated] = await Promise.all([
    jerseys()
      .gte("year", decade)
      .lt("year", decade + 10)
      .throwOnError(),
    // Without a year, the season tells it.
    jerseys().is("year", null).like("season.code", `${range}%`).throwOnError(),
  ]);
  return [...dated.data, ...undated.data].filter((jersey) => yearWorn(jersey) !== undefined);
}
