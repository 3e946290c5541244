import { randomUUID } from "node:crypto";

import type { ParamsOf, Screen } from "../../app/shared/address/paths.ts";
import { jerseyParams } from "../../app/shared/domain/jersey.ts";
import { serviceHeadersOf } from "./service-access.ts";
import type { Site } from "./site.ts";

/** Rows as a visitor reads them. */
export async function read<Row>(site: Site, query: string): Promise<Row[]> {
  const answer = await fetch(`${site.url}/rest/v1/${query}`, { headers: { apikey: site.anonKey } });
  if (!answer.ok) throw new Error(`${query}: ${await answer.text()}`);
  return (await answer.json()) as Row[];
}

interface Named {
  id: string;
  name: string;
}

/** The row of a table with this slug. */
export async function bySlug(
  site: Site,
  table: "teams" | "competitions",
  slug: string,
): Promise<Named> {
  const [row] = await read<Named>(site, `${table}?select=id,name&slug=eq.${slug}`);
  if (!row) throw new Error(`no ${slug} in ${table}`);
  return row;
}

type Jersey = Parameters<typeof jerseyParams>[0] & { title: string; team: string };

/** The best rated jersey of a team. */
export async function bestJersey(site: Site, teamSlug: string): Promise<Jersey> {
  const [jersey] = await read<Jersey>(
    site,
    `jerseys?select=id,title,team,team_slug,kit_type_slug,year&team_slug=eq.${teamSlug}&order=score.desc,id.desc&limit=1`,
  );
  if (!jersey) throw new Error(`no jersey of ${teamSlug}`);
  return jersey;
}

/** The brand of a jersey, and the member who submitted it. */
interface Credits {
  brands: { id: string };
  profiles: { username: string };
}

function never(): never {
  throw new Error("no jersey has both a brand and an author");
}

const lists = new WeakMap<Site, Promise<string>>();

/** The id of a public list with three jerseys by a member who has nothing else. */
function publicList(site: Site): Promise<string> {
  const made = lists.get(site) ?? makeList(site);
  lists.set(site, made);
  return made;
}

async function makeList(site: Site): Promise<string> {
  const headers = { ...(await serviceHeadersOf(site)), prefer: "return=representation" };
  async function post<Row>(path: string, body: object): Promise<Row> {
    const answer = await fetch(site.url + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Row;
  }
  const member = await post<{ id: string }>("/auth/v1/admin/users", {
    email: `liste-${randomUUID()}@example.org`,
    email_confirm: true,
  });
  const [list] = await post<{ id: string }[]>("/rest/v1/lists", {
    member_id: member.id,
    title: "Trois maillots à voir",
    description: "Un début.",
    is_public: true,
  });
  const jerseys = await read<{ id: string }>(site, "jerseys?select=id&order=score.desc,id&limit=3");
  await post(
    "/rest/v1/list_items",
    jerseys.map(({ id }, n) => ({
      list_id: list!.id,
      jersey_id: id,
      place: n + 1,
      note: n === 0 ? "Le premier." : null,
    })),
  );
  return list!.id;
}

/** Parameters for which every screen has content in the demonstration. */
export async function exampleParams(site: Site): Promise<{ [S in Screen]: ParamsOf<S> }> {
  const [team, competition, jersey] = await Promise.all([
    bySlug(site, "teams", "paris-saint-germain"),
    bySlug(site, "competitions", "ligue-1"),
    bestJersey(site, "paris-saint-germain"),
  ]);
  const [{ brands: brand, profiles: member } = never()] = await read<Credits>(
    site,
    "jerseys?select=brands!inner(id),profiles!inner(username)&limit=1",
  );
  const address = jerseyParams(jersey);
  const { teamSlug, kitType, year } = address;
  return {
    home: {},
    search: {},
    catalogue: {},
    competitions: {},
    sports: {},
    identify: {},
    trends: {},
    today: {},
    data: {},
    api: {},
    submit: {},
    suggest: { type: "jersey", id: jersey.id },
    history: { type: "jersey", id: jersey.id },
    auth: {},
    confirm: {},
    account: {},
    accountSection: { section: "collection" },
    admin: {},
    notFound: {},
    about: {},
    rules: {},
    terms: {},
    privacy: {},
    legal: {},
    accessibility: {},
    licences: {},
    report: {},
    team: { teamId: team.id },
    competition: { competitionId: competition.id },
    season: { competitionId: competition.id, season: "2020-21" },
    sport: { sport: "nba" },
    jersey: address,
    variations: { teamSlug, kitType, year },
    brand: { brandId: brand.id },
    member: { username: member.username },
    year: { year: "2025" },
    list: { id: await publicList(site) },
    jerseyById: { id: jersey.id },
  };
}
