import { asOwner, type Client, type Logger } from "@maillotheque/backend";
import type { Catalogue } from "../catalogue.ts";
import { progressLog } from "../progress.ts";
import type { SeedTarget } from "../target.ts";
import { AUTHOR, storeAccounts, VOTER_IDS } from "./accounts.ts";
import { picturesOf, uploadPictures, type Picture } from "./pictures.ts";
import { planJerseys, type PlannedJersey } from "./plan.ts";
import { planVotes } from "./votes.ts";

const KNOWN = "select id from public.jerseys where id = any($1::uuid[])";

const JERSEYS = `
  insert into public.jerseys
    (id, author_id, league, competition_id, season_id, team_id, title, year, brand_id, edition,
     kit_type, description, colors, pattern, sponsor, status, moderated_at, created_at)
  select given.id, $2, given.league, competitions.id, seasons.id, playing.id, given.title,
    given.year, brands.id, given.edition, given.kit_type, given.description, given.colors, given.pattern, given.sponsor,
    'approved', given.at, given.at
  from (
    select *, now() - age * interval '1 day' as at
    from jsonb_to_recordset($1) as planned
      (id uuid, league text, competition text, season text, team text, title text, year integer,
       brand text, edition text, kit_type text, description text, colors text[], pattern text, sponsor text, age float8)
  ) given
  join public.competitions on competitions.slug = given.competition
  join public.seasons on seasons.code = given.season
  cross join lateral (
    select teams.id from public.teams
    join public.competitions home on home.id = teams.competition_id
    where teams.slug = given.team and home.league = given.league
    order by teams.id limit 1) playing
  left join public.brands on brands.name = given.brand
  on conflict (id) do nothing
  returning id`;

/** The address is a path, valid under any host. */
const IMAGES = `
  insert into public.jersey_images (jersey_id, url, position, likeness)
  select jersey_id, '/storage/v1/object/public/jerseys/' || name, position, likeness
  from jsonb_to_recordset($1)
    as given (jersey_id uuid, name text, position integer, likeness bit(128))
  where jersey_id = any($2::uuid[])`;

const VOTES = `
  insert into public.jersey_votes (jersey_id, voter_id, vote, cast_at)
  select jersey_id, voter_id, vote, case when vote_age < 30 then now() - vote_age * interval '1 day' end
  from jsonb_to_recordset($1)
    as given (jersey_id uuid, voter_id uuid, vote text, vote_age float8)
  where jersey_id = any($2::uuid[])`;

interface DemoOptions {
  backend: SeedTarget;
  catalogue: Catalogue;
  log: Logger;
  pictureSize: number;
}

/**
 * Adds missing demo jerseys with drawn pictures and votes. Pictures come first: a visible jersey
 * always has its files.
 */
export async function loadDemo(options: DemoOptions): Promise<void> {
  const { backend, catalogue, log, pictureSize } = options;
  const planned = planJerseys(catalogue);
  const { rows } = await backend.pool.query<{ id: string }>(KNOWN, [planned.map(({ id }) => id)]);
  const known = new Set(rows.map(({ id }) => id));
  const jerseys = planned.filter(({ id }) => !known.has(id));
  if (jerseys.length === 0) return;

  const pictures = jerseys.flatMap(picturesOf);
  const begun = performance.now();
  const report = progressLog(log, "drawing the demonstration");
  const likenesses = await uploadPictures(backend, pictures, pictureSize, report);
  const drawn = Math.round(performance.now() - begun);
  await asOwner(backend.pool, (client) => store(client, jerseys, pictures, likenesses));
  log.info({ jerseys: jerseys.length, pictures: pictures.length, drawn }, "demonstration loaded");
}

async function store(
  client: Client,
  jerseys: readonly PlannedJersey[],
  pictures: readonly Picture[],
  likenesses: ReadonlyMap<string, string>,
): Promise<void> {
  await storeAccounts(client);
  const rows = jerseys.map((jersey) => ({ ...jersey, team: jersey.team.slug }));
  const added = await client.query<{ id: string }>(JERSEYS, [JSON.stringify(rows), AUTHOR]);
  const ids = added.rows.map(({ id }) => id);
  const images = pictures.map(({ jersey_id, name, position }) => ({
    jersey_id,
    name,
    position,
    likeness: likenesses.get(name) ?? null,
  }));
  await client.query(IMAGES, [JSON.stringify(images), ids]);
  const votes = planVotes(jerseys).map(({ voter, ...vote }) => ({
    ...vote,
    voter_id: VOTER_IDS[voter],
  }));
  // Thousands for a few jerseys: they are counted once, not one after the other.
  await client.query("select private.set_change('moving', 'true')");
  await client.query(VOTES, [JSON.stringify(votes), ids]);
  await client.query("select private.set_change('moving', null)");
  await client.query("select private.recount_jerseys($1)", [ids]);
  // The first page has all lists, counts and rankings.
  while (await derive(client));
}

/** Derives from the next changes. Returns false if none were left. */
async function derive(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: number }>("select public.derive(10000) as taken");
  return rows[0]!.taken > 0;
}
