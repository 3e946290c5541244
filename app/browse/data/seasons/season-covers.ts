import type { Client } from "../../../shared/data/client.ts";

/** Filters of active seasons and of the jerseys that are read with them: the public ones of a competition. */
const wornIn = (competitionId: string) => ({
  is_active: true,
  "jerseys.competition_id": competitionId,
  "jerseys.status": "approved",
  "jerseys.is_active": true,
});

interface Season {
  code: string;
  name: string;
}

/** The seasons in which a competition has a public jersey, newest first. */
async function wornSeasons(client: Client, competitionId: string): Promise<Season[]> {
  const { data } = await client
    .from("seasons")
    .select("code, name, jerseys!inner(id)")
    .match(wornIn(competitionId))
    .limit(1, { referencedTable: "jerseys" })
    .order("code", { ascending: false })
    .throwOnError();
  return data.map(({ code, name }) => ({ code, name }));
}

/** Those of them that are chosen, each with what a picture of its best rated jersey needs. */
export async function seasonCovers(
  client: Client,
  competitionId: string,
  choose: (newestFirst: Season[]) => Season[],
) {
  const chosen = choose(await wornSeasons(client, competitionId));
  if (chosen.length === 0) return [];
  const jerseys = { referencedTable: "jerseys" } as const;
  const { data } = await client
    .from("seasons")
    .select(
      "code, jerseys!inner(league, kit_type, team_slug, year, images:jersey_images(path), teams(colors))",
    )
    .match(wornIn(competitionId))
    .in(
      "code",
      chosen.map(({ code }) => code),
    )
    .order("score", { ...jerseys, ascending: false })
    .order("id", { ...jerseys, ascending: false })
    .limit(1, jerseys)
    .order("position", { referencedTable: "jerseys.images" })
    .limit(1, { referencedTable: "jerseys.images" })
    .throwOnError();
  const bestOf = new Map(data.map(({ code, jerseys: [best] }) => [code, best]));
  return chosen.flatMap((season) => {
    const best = bestOf.get(season.code);
    return best ? [{ ...season, best }] : [];
  });
}
