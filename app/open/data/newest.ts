import { cataloguePage } from "../../browse/data/jerseys/catalogue.ts";
import { type CatalogueQuery, EMPTY_QUERY } from "../../browse/domain/catalogue-query.ts";
import type { Client } from "../../shared/data/client.ts";
import { jerseysByIds } from "../../shared/data/jerseys/by-ids.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import type { Language } from "../../shared/i18n/languages.ts";

/** A public jersey, and when it became public, ISO 8601. */
export interface DatedJersey {
  jersey: JerseySummary;
  at: string;
}

/** As many as a step of the catalogue has. */
const MOST = 24;

/** The newest jerseys of the catalogue, of a competition or of a brand, by its slug in the catalogue's filter. */
export async function newestJerseys(
  client: Client,
  filter: Partial<Pick<CatalogueQuery, "competition" | "brand">>,
  lang: Language,
): Promise<DatedJersey[]> {
  const { items } = await cataloguePage(
    client,
    { ...EMPTY_QUERY, ...filter, sort: "newest" },
    lang,
  );
  return dated(client, items);
}

/** The newest jerseys of a team. The catalogue's filter can't tell two teams with the same slug apart. */
export async function newestOfTeam(client: Client, teamId: string, lang: Language) {
  const { data } = await client
    .from("jerseys")
    .select("id")
    .eq("team_id", teamId)
    .eq("status", "approved")
    .eq("is_active", true)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(MOST)
    .throwOnError();
  return readDated(
    client,
    data.map(({ id }) => id),
    lang,
  );
}

/** The jerseys at the end of a public list, where additions come. */
export async function lastOfList(client: Client, listId: string, lang: Language) {
  const { data } = await client
    .rpc("items_of_list", { list_id: listId }, { get: true })
    .not("jersey_id", "is", null)
    .order("place", { ascending: false })
    .limit(MOST)
    .throwOnError();
  const rows = data as { jersey_id: string }[];
  return readDated(
    client,
    rows.map(({ jersey_id }) => jersey_id),
    lang,
  );
}

async function readDated(client: Client, ids: readonly string[], lang: Language) {
  const jerseys = await jerseysByIds(client, ids, lang);
  return dated(
    client,
    ids.flatMap((id) => jerseys.get(id) ?? []),
  );
}

/** In the same order. What ceases to be public meanwhile is left out. */
async function dated(client: Client, jerseys: readonly JerseySummary[]): Promise<DatedJersey[]> {
  const { data } = await client
    .from("jerseys")
    .select("id, created_at, moderated_at")
    .in(
      "id",
      jerseys.map(({ id }) => id),
    )
    .throwOnError();
  const dates = new Map(data.map((row) => [row.id, row.moderated_at ?? row.created_at]));
  return jerseys.flatMap((jersey) => {
    const at = dates.get(jersey.id);
    return at ? [{ jersey, at: new Date(at).toISOString() }] : [];
  });
}
