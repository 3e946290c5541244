import type { Client } from "@maillotheque/backend";
import type { Catalogue } from "./catalogue.ts";
import type { Report } from "./progress.ts";

/** The number of inserted rows by table. */
export type Added = Record<
  "competitions" | "seasons" | "brands" | "teams" | "team_aliases" | "team_seasons",
  number
>;

const COMPETITIONS = `
  insert into public.competitions (slug, name, league, sport, country, priority)
  select slug, name, league, sport, country, priority
  from jsonb_to_recordset($1) as given
    (slug text, name text, league text, sport text, country text, priority integer)
  on conflict (slug) do nothing`;

const SEASONS = `
  insert into public.seasons (code, name)
  select code, name from jsonb_to_recordset($1) as given (code text, name text)
  on conflict (code) do nothing`;

/** A brand that the database spells otherwise ("Errea") is the same. */
const BRANDS = `
  insert into public.brands (name, priority)
  select name, priority from jsonb_to_recordset($1) as given (name text, priority integer)
  where not exists (
    select from public.brands known where known.search_text = private.fold(given.name))
  on conflict (name) do nothing`;

/** A team that an administrator moved to another competition of its league still matches. */
const TEAMS = `
  insert into public.teams
    (slug, name, short_name, city, country, founded_year, colors, competition_id)
  select given.slug, given.name, given.short_name, given.city, given.country, given.founded_year,
    array(select jsonb_array_elements_text(given.colors)), home.id
  from jsonb_to_recordset($1) as given
    (slug text, name text, short_name text, city text, country text, founded_year integer,
     colors jsonb, competition text)
  join public.competitions home on home.slug = given.competition
  where not exists (
    select from public.teams known
    join public.competitions its on its.id = known.competition_id
    where known.slug = given.slug and its.league = home.league)`;

const TEAM_SEASONS = `
  insert into public.team_seasons (team_id, season_id, competition_id)
  select playing.id, seasons.id, played.id
  from jsonb_to_recordset($1) as given (team text, home text, competition text, season text)
  join public.competitions played on played.slug = given.competition
  join public.seasons on seasons.code = given.season
  cross join lateral (
    select teams.id from public.teams
    join public.competitions its on its.id = teams.competition_id
    where teams.slug = given.team and its.league = played.league
    order by its.slug = given.home desc, teams.id limit 1) playing
  on conflict (season_id, competition_id, team_id) do nothing`;

/**
 * A row is named by its slug and home; a team that was moved to another competition is found by its
 * slug in the league. An alias that an administrator has deleted stays deleted (audit log).
 */
const TEAM_ALIASES = `
  insert into public.team_aliases (team_id, language, alias)
  select named.id, given.language, given.alias
  from jsonb_to_recordset($1) as given (team text, home text, language text, alias text)
  join public.competitions home on home.slug = given.home
  cross join lateral (
    select teams.id from public.teams
    join public.competitions its on its.id = teams.competition_id
    where teams.slug = given.team and its.league = home.league
    order by its.slug = given.home desc, teams.id limit 1) named
  where not exists (
    select from public.audit_log gone
    where gone.table_name = 'team_aliases' and gone.row_id = named.id::text
      and gone.action = 'delete' and gone.before ->> 'folded' =
        array_to_string(private.words(given.alias), ' '))
  on conflict (team_id, folded) do nothing`;

/** How many rows one statement gets: a second or two of work. */
const PART = 1000;

/** Inserts missing rows; existing ones stay as an administrator left them. */
export async function storeCatalogue(
  client: Client,
  catalogue: Catalogue,
  report: Report = () => {},
): Promise<Added> {
  const homeOf = new Map(catalogue.teams.map((team) => [team.slug, team.competition]));
  const withHome = <Row extends { team: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, home: homeOf.get(row.team) }));
  /** Returns the number of added rows. */
  const store = async (table: keyof Added, sql: string, rows: readonly object[]) => {
    let added = 0;
    for (let from = 0; from < rows.length; from += PART) {
      const part = rows.slice(from, from + PART);
      added += (await client.query(sql, [JSON.stringify(part)])).rowCount ?? 0;
      report({ table, rows: from + part.length, of: rows.length });
    }
    return added;
  };
  return {
    competitions: await store("competitions", COMPETITIONS, catalogue.competitions),
    seasons: await store("seasons", SEASONS, catalogue.seasons),
    brands: await store("brands", BRANDS, catalogue.brands),
    teams: await store("teams", TEAMS, catalogue.teams),
    team_aliases: await store("team_aliases", TEAM_ALIASES, withHome(catalogue.aliases)),
    team_seasons: await store("team_seasons", TEAM_SEASONS, withHome(catalogue.participations)),
  };
}
