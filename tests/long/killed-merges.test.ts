import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { databasePid, startServer } from "../support/server.ts";

const REVIEWER = "3b0f4c1e-0000-4000-8000-000000000003";
const GONE = "3b0f4c1e-0000-4000-8000-000000000004";
const REMAINING = "3b0f4c1e-0000-4000-8000-000000000005";

async function connect(dataDir: string): Promise<pg.Client> {
  const url = (await readFile(join(dataDir, "database-url"), "utf8")).trim();
  const client = new pg.Client({ connectionString: url });
  // The kill ends its connection.
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

/** Executes one statement with a reviewer's token; the caller commits it. */
async function asReviewer(client: pg.Client, text: string, values: string[]): Promise<string> {
  await client.query("begin");
  await client.query(
    "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
    [JSON.stringify({ role: "authenticated", sub: REVIEWER })],
  );
  const { rows } = await client.query(text, values);
  await client.query("reset role");
  return rows[0].result;
}

/** Where everything is that a merge moves. */
async function state(client: pg.Client): Promise<{ what: string }[]> {
  const { rows } = await client.query(`
    select 'jersey' as what, id::text, is_active::text as at from jerseys
    union all select 'vote', voter_id::text, jersey_id::text from jersey_votes
    union all select 'copy', id::text, jersey_id::text from copies
    union all select 'collected', id::text, jersey_id::text from user_collections
    union all select 'comment', id::text, jersey_id::text from comments
    union all select 'gone', jersey_id::text, into_id::text from gone_jerseys
    union all select 'revision', id::text, changes::text from revisions
    union all select 'moved', row_id::text, relation from private.moved_rows
    order by 1, 2`);
  return rows;
}

/** Without the revisions, whose ids go on. */
const places = (rows: { what: string }[]) => rows.filter(({ what }) => what !== "revision");

test.each(["merge", "undo"])("kill -9 during a %s leaves nothing half done", async (what) => {
  const first = await startServer();
  const { dataDir } = first;
  await first.ready();
  const client = await connect(dataDir);
  await client.query(`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values ('${REVIEWER}', 'relectrice@example.test', now(), '{"username": "relectrice"}');
    insert into user_roles (user_id, role) values ('${REVIEWER}', 'reviewer');
    insert into competitions (league, name) values ('SOCCER', 'Coupe à deux');
    insert into seasons (code, name) values ('1998', '1998');
    insert into jerseys (id, title, league, competition_id, season_id, team, status)
      select jersey, 'Le vert', 'SOCCER', competition.id, season.id, 'Les Verts', 'approved'
      from unnest('{${GONE},${REMAINING}}'::uuid[]) jersey, competitions competition, seasons season
      where competition.name = 'Coupe à deux' and season.code = '1998';
    insert into jersey_votes (jersey_id, voter_id, vote) values ('${GONE}', '${REVIEWER}', 'up');
    insert into user_collections (jersey_id, user_id) values ('${GONE}', '${REVIEWER}');
    insert into comments (jersey_id, author_id, body) values ('${GONE}', '${REVIEWER}', 'Le plus beau')`);
  const merge = (by: pg.Client) =>
    asReviewer(by, "select merge_jerseys($1, $2, 'Deux fois le même') as result", [
      GONE,
      REMAINING,
    ]);
  let batch = "";
  if (what === "undo") {
    batch = await merge(client);
    await client.query("commit");
  }
  const work = (by: pg.Client) =>
    what === "merge"
      ? merge(by)
      : asReviewer(
          by,
          "select undo(batch_id => $1, reason => 'Une erreur') ->> 'undone' as result",
          [batch],
        );
  const before = await state(client);

  // Done, but not committed, when everything is killed.
  await work(client);
  const there = await state(client);
  expect(there).not.toEqual(before);
  const database = databasePid(dataDir);
  first.kill("SIGKILL");
  process.kill(database, "SIGKILL");
  await first.ended;

  const second = await startServer({ DATA_DIR: dataDir });
  await second.ready();
  const again = await connect(dataDir);
  expect(await state(again)).toEqual(before);
  await work(again);
  await again.query("commit");
  expect(places(await state(again))).toEqual(places(there));
});
