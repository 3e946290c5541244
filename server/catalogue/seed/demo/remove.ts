import { asOwner, type Client, type Logger } from "@maillotheque/backend";

import type { SeedTarget } from "../target.ts";
import { AUTHOR, VOTER_IDS } from "./accounts.ts";

const ACCOUNT_IDS = [AUTHOR, ...VOTER_IDS];

/** Everything on the demo jerseys, and the part of it that members made. */
export interface DemoContent {
  jerseys: number;
  accounts: number;
  votes: number;
  comments: number;
  shelves: number;
}

/** Counts what {@link removeDemo} would remove. Votes, comments and shelves are those of real members. */
export async function countDemo({ pool }: Pick<SeedTarget, "pool">): Promise<DemoContent> {
  const { rows } = await pool.query<DemoContent>(
    `with demo as (select id from public.jerseys where author_id = $1)
     select (select count(*) from demo)::integer as jerseys,
       (select count(*) from auth.users where id = any($2::uuid[]))::integer as accounts,
       (select count(*) from public.jersey_votes
        where jersey_id in (select id from demo) and voter_id <> all($2::uuid[]))::integer as votes,
       (select count(*) from public.comments
        where jersey_id in (select id from demo) and author_id <> all($2::uuid[]))::integer as comments,
       (select count(*) from (
          select jersey_id from public.user_collections
          union all select jersey_id from public.user_wishlists) shelf
        where jersey_id in (select id from demo))::integer as shelves`,
    [AUTHOR, ACCOUNT_IDS],
  );
  return rows[0]!;
}

/**
 * Removes the demonstration: its jerseys with all votes, comments and reports on them, the days that
 * show them, its accounts with their votes, and its files. Members' own content stays, and today's
 * shirt, guess and duel are drawn from it.
 * @returns the number of removed jerseys
 */
export async function removeDemo(options: { backend: SeedTarget; log: Logger }): Promise<number> {
  const { backend, log } = options;
  const removed = await asOwner(backend.pool, async (client) => {
    await removeDays(client);
    const jerseys = await removeJerseys(client);
    await client.query("delete from auth.users where id = any($1::uuid[])", [ACCOUNT_IDS]);
    await client.query("select public.draw_days(), public.draw_duels()");
    return jerseys;
  });
  // The jerseys' files are in the deletion queue by now; files of an interrupted upload are not.
  const files = await removeFiles(backend);
  log.info({ jerseys: removed, files }, "demonstration removed");
  return removed;
}

/**
 * Layer by layer: the deletion of a jersey brings back what was merged into it, a member's own too. Those that were removed,
 * or merged into a member's jersey, are left at the end.
 * @returns how many
 */
async function removeJerseys(client: Client): Promise<number> {
  const all = "delete from public.jerseys where author_id = $1";
  const present = `${all} and id not in (select jersey_id from public.gone_jerseys)`;
  let removed = 0;
  let layer: number;
  do {
    layer = (await client.query(present, [AUTHOR])).rowCount ?? 0;
    removed += layer;
  } while (layer > 0);
  return removed + ((await client.query(all, [AUTHOR])).rowCount ?? 0);
}

/** A day outlives its jersey; those of the demonstration would show empty frames. */
async function removeDays(client: Client): Promise<void> {
  const of = "(select id from public.jerseys where author_id = $1)";
  for (const statement of [
    `delete from public.daily_guesses
     where day in (select day from public.daily_shirts where kind = 'guess' and jersey_id in ${of})`,
    `delete from public.daily_shirts where jersey_id in ${of}`,
    `delete from public.daily_duel_answers
     where day in (select day from public.daily_duels where first_id in ${of} or second_id in ${of})`,
    `delete from public.daily_duels where first_id in ${of} or second_id in ${of}`,
  ]) {
    await client.query(statement, [AUTHOR]);
  }
}

async function removeFiles(backend: SeedTarget): Promise<number> {
  const { rows } = await backend.pool.query<{ name: string }>(
    "select name from storage.objects where bucket_id = 'jerseys' and starts_with(name, $1)",
    [`${AUTHOR}/`],
  );
  if (rows.length === 0) return 0;
  const response = await backend.fetch(
    new Request("http://localhost/storage/v1/object/jerseys", {
      method: "DELETE",
      headers: {
        apikey: backend.apiKeys.service,
        authorization: `Bearer ${backend.apiKeys.service}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ prefixes: rows.map(({ name }) => name) }),
    }),
  );
  if (!response.ok) throw new Error(`files: ${response.status} ${await response.text()}`);
  return rows.length;
}
