import type { Rules, Scenario } from "./rules.ts";

/** What the filters of the catalogue may contain, and some values that it doesn't know. */
export const CHOICES = {
  sport: ["nba", "soccer", "nfl", "curling"],
  competition: ["liga-un", "liga-deux", "hoops", "liga-fermee", "nulle-part"],
  team: ["alfa", "beta", "gamma", "delta", "ferme", "personne"],
  brand: ["kappa", "umbro", "le-coq", "rien"],
  kit: ["home", "away", "third", "training", "other", "socks"],
  color: ["red", "blue", "green", "white", "mauve"],
  photo: ["1", "0"],
} as const;

export const SORTS = ["best", "newest", "year", "oldest", "owned"] as const;

/** Some hundred jerseys of every status, whose facts are mixed evenly. */
export async function createCatalogueFixture(
  { system, ids }: Pick<Rules, "system" | "ids">,
  jerseys = 300,
): Promise<void> {
  await system(`
    insert into competitions (league, name, slug, is_active) values
      ('SOCCER', 'Liga Un', 'liga-un', true), ('SOCCER', 'Liga Deux', 'liga-deux', true),
      ('NBA', 'Hoops', 'hoops', true), ('SOCCER', 'Liga fermée', 'liga-fermee', false);
    insert into seasons (code, name) values ('1989-90', '1989-1990'), ('1999', '1999'), ('2004-05', '2004-2005');
    insert into brands (name) values ('Kappa'), ('Umbro'), ('Le Coq');
    insert into teams (name, slug, competition_id, is_active)
      select team.name, lower(team.name), competition.id, team.name <> 'Ferme'
      from (values ('Alfa', 'liga-un'), ('Beta', 'liga-un'), ('Gamma', 'liga-deux'), ('Delta', 'hoops'),
        -- Two teams with one slug.
        ('Alfa', 'hoops'), ('Ferme', 'liga-un')) as team (name, competition)
      join competitions competition on competition.slug = team.competition`);
  await system(
    `insert into jerseys (
       author_id, league, competition_id, season_id, team_id, team, title, year, brand_id, kit_type, colors,
       status, is_active, created_at)
     select $2, competition.league, competition.id, season.id, team.id, 'Ailleurs',
       concat_ws(' ', 'Maillot', n, (array['au tigre', 'au lion', 'à l''ours et au lion'])[1 + hash(n, 10) % 4]),
       case when n % 5 > 0 then 1985 + hash(n, 5) % 35 end, brand.id,
       (array['home', 'away', 'third', 'training', 'other', null])[1 + hash(n, 6) % 6],
       (array['{red}', '{blue,red}', '{green}', '{white,blue,green}', '{}'])[1 + hash(n, 7) % 5]::text[],
       (array['approved', 'approved', 'approved', 'approved', 'pending', 'rejected'])[1 + hash(n, 8) % 6],
       hash(n, 9) % 9 > 0, now() - interval '1 hour' * (n / 3)
     from generate_series(1, $1) n
     cross join lateral (select * from competitions order by slug offset hash(n, 1) % 4 limit 1) competition
     cross join lateral (
       select * from seasons where code in ('1989-90', '1999', '2004-05') order by code offset hash(n, 2) % 3 limit 1) season
     left join lateral (
       select * from teams where competition_id = competition.id order by name
       offset hash(n, 3) % 3 limit 1) team on true
     left join lateral (select * from brands order by name offset hash(n, 4) % 4 limit 1) brand on true`.replaceAll(
      /hash\(n, (\d+)\)/g,
      "(hashint8extended(n, $1) & 65535)::integer",
    ),
    [jerseys, ids.owner],
  );
  await system(`
    insert into jersey_images (jersey_id, url)
      select id, '/storage/v1/object/public/jerseys/x/' || id || '.webp' from jerseys
      where hashtext(title) % 3 <> 0;
    update jerseys set upvotes = abs(hashtext(title)) % 40, downvotes = abs(hashtext(title || 'x')) % 9
      where hashtext(title || 'z') % 4 <> 0`);
  for (const [table, salt] of [
    ["user_collections", "a"],
    ["user_wishlists", "b"],
  ]) {
    await system(
      `insert into ${table} (user_id, jersey_id)
       select $1, id from jerseys where hashtext(title || $2::text) % 7 = 0`,
      [ids.owner, salt],
    );
  }
  await system(
    `insert into jersey_votes (jersey_id, voter_id, vote)
     select id, $1, 'up' from jerseys where hashtext(title || 'c') % 6 = 0`,
    [ids.owner],
  );
  await system("select private.refresh_search('jersey', array(select id from jerseys))");
  await system(APPLY_CATALOGUE);
  await system("delete from private.changes");
}

/** Brings jerseys, with counters that a test has written by hand, into the catalogue. */
export const APPLY_CATALOGUE = `select private.refresh_catalogue(array(
  select id from public.jerseys union select jersey_id from private.catalogue_entries))`;

export type Filter = Record<string, unknown>;

/** The public jerseys that a filter shows, in SQL written without the catalogue's own tables. */
export function byHand(filter: Filter, member?: string): string {
  const list = (values: unknown) =>
    [values]
      .flat()
      .map((value) => `'${String(value).replaceAll("'", "''")}'`)
      .join(", ");
  const conditions = ["j.status = 'approved'", "j.is_active"];
  const when = (name: string, condition: (values: string) => string) => {
    if (filter[name] !== undefined) conditions.push(condition(list(filter[name])));
  };
  const slugged = (table: string) => (values: string) =>
    `j.${table.replace(/s$/, "")}_id in (select id from ${table} where is_active and slug in (${values}))`;
  const worn = `coalesce(j.year, left((select code from seasons where id = j.season_id), 4)::int)`;
  when("sport", (values) => `lower(j.league) in (${values})`);
  when("competition", slugged("competitions"));
  when("team", slugged("teams"));
  when(
    "brand",
    (values) =>
      `j.brand_id in (select id from brands where lower(replace(name, ' ', '-')) in (${values}))`,
  );
  when("kit", (values) => `coalesce(j.kit_type, 'other') in (${values})`);
  when("color", (values) => `j.colors[1] in (${values})`);
  when("from", () => `${worn} >= ${Number(filter.from)}`);
  when("to", () => `${worn} <= ${Number(filter.to)}`);
  const photo = `(exists (select from jersey_images where jersey_id = j.id and suggestion_id is null))::int::text`;
  when("photo", (values) => `${photo} in (${values})`);
  for (const word of String(filter.q ?? "").split(" ")) {
    const decade = /^(\d{4})s$/.exec(word)?.[1];
    conditions.push(
      decade ? `${worn} between ${decade} and ${Number(decade) + 9}` : `j.title ilike '%${word}%'`,
    );
  }
  const on = (table: string, column: string) =>
    `exists (select from ${table} own where own.jersey_id = j.id and own.${column} = '${member}')`;
  const collected = on("user_collections", "user_id");
  const wished = on("user_wishlists", "user_id");
  const sides: Record<string, string> = {
    collection: collected,
    wishlist: wished,
    voted: on("jersey_votes", "voter_id"),
    neither: `not ${collected} and not ${wished}`,
  };
  if (filter.own) {
    const chosen = [filter.own].flat().map((side) => sides[String(side)]);
    conditions.push(`(${chosen.join(" or ")})`);
  }
  return `from jerseys j where ${conditions.join(" and ")}`;
}

/** All ids that a filter shows, step after step. */
export async function walk(
  { as }: Pick<Scenario, "as">,
  persona: Parameters<Scenario["as"]>[0],
  filter: Filter,
  sort = "best",
  between: () => Promise<void> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const { rows } = await as(persona, "select catalogue_page($1, $2, $3) as page", [
      JSON.stringify(filter),
      sort,
      after,
    ]);
    const { page } = rows[0] as { page: { ids: string[]; next: string | null } };
    ids.push(...page.ids);
    after = page.next;
    if (after !== null) await between();
  } while (after !== null);
  return ids;
}

/**
 * Sets the bounds beyond which the catalogue reads another way, so that a small fixture goes
 * every way: by cells, in order, in order and then by cells.
 */
export async function readBeyond(
  { system }: Pick<Scenario, "system">,
  { few, lookedAt }: { few: number; lookedAt: number },
): Promise<void> {
  await system(`create or replace function private.catalogue_limit(name text) returns integer
    language sql immutable return case name when 'few' then ${few} when 'looked_at' then ${lookedAt}
      when 'by_team' then 3000 else 5000 end`);
}
