import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { databasePid, startServer, until } from "../support/server.ts";

const MEMBER = "3b0f4c1e-0000-4000-8000-000000000002";
const REVIEWER = "3b0f4c1e-0000-4000-8000-000000000003";

async function connect(dataDir: string): Promise<pg.Client> {
  const url = (await readFile(join(dataDir, "database-url"), "utf8")).trim();
  const client = new pg.Client({ connectionString: url });
  // The kill ends its connection.
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

/**
 * Carries out what is agreed, and says how many: none while the running server's own job is at it. One
 * transaction: a proposal that is due for all to see is taken by that job as well.
 */
async function carryOut(client: pg.Client): Promise<number> {
  await client.query("begin");
  await client.query("update proposals set due_at = now()");
  const { rows } = await client.query("select carry_out_proposals() as done");
  await client.query(rows[0].done > 0 ? "commit" : "rollback");
  return rows[0].done;
}

/** Where everything is that a merge moves. */
async function state(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(`
    select 'jersey' as what, id::text, is_active::text as at from jerseys
    union all select 'vote', voter_id::text, jersey_id::text from jersey_votes
    union all select 'copy', id::text, jersey_id::text from copies
    union all select 'collected', id::text, jersey_id::text from user_collections
    union all select 'comment', id::text, jersey_id::text from comments
    union all select 'proposal', id::text, status from proposals
    union all select 'moved', row_id::text, relation from private.moved_rows
    order by 1, 2`);
  return rows;
}

test.each(["merge", "undo"])("kill -9 during a %s leaves nothing half done", async (what) => {
  const first = await startServer();
  const { dataDir } = first;
  await first.ready();
  const client = await connect(dataDir);
  const [gone, kept, proposal] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [id, name] of [
    [MEMBER, "collectionneuse"],
    [REVIEWER, "relectrice"],
  ] as const) {
    await client.query(
      "insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)",
      [id, `${name}@example.test`, { username: name }],
    );
  }
  await client.query("insert into user_roles (user_id, role) values ($1, 'reviewer')", [REVIEWER]);
  await client.query("insert into competitions (league, name) values ('SOCCER', 'Coupe à deux')");
  await client.query("insert into seasons (code, name) values ('1998', '1998')");
  await client.query(
    `insert into jerseys (id, title, author_id, league, competition_id, season_id, team, status)
     select id, 'Le vert', $3, 'SOCCER', (select id from competitions where name = 'Coupe à deux'),
       (select id from seasons where code = '1998'), 'Les Verts', 'approved'
     from unnest(array[$1, $2]::uuid[]) id`,
    [gone, kept, MEMBER],
  );
  await client.query("insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up')", [
    gone,
    MEMBER,
  ]);
  await client.query("insert into user_collections (jersey_id, user_id) values ($1, $2)", [
    gone,
    MEMBER,
  ]);
  await client.query(
    "insert into comments (jersey_id, author_id, body) values ($1, $2, 'Le plus beau')",
    [gone, MEMBER],
  );
  await client.query(
    `insert into proposals (id, kind, jersey_id, into_id, title, team, reason, status, due_at)
     values ($1, 'merge', $2, $3, 'Le vert', 'Les Verts', 'Deux fois le même', 'agreed', '2999-01-01')`,
    [proposal, gone, kept],
  );
  const carriesOut = (by: pg.Client, count: number) => async () => (await carryOut(by)) === count;
  if (what === "undo") await until(carriesOut(client, 1), "the merge is carried out");
  const before = await state(client);

  // Done, but not committed, when everything is killed.
  await client.query("begin");
  if (what === "merge") {
    await client.query("update proposals set due_at = now()");
    await client.query("select carry_out_proposals()");
  } else {
    await client.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ role: "authenticated", sub: REVIEWER }),
    ]);
    await client.query("select undo_proposal($1, 'Une erreur')", [proposal]);
  }
  expect(await state(client)).not.toEqual(before);
  const database = databasePid(dataDir);
  first.kill("SIGKILL");
  process.kill(database, "SIGKILL");
  await first.ended;

  const second = await startServer({ DATA_DIR: dataDir });
  await second.ready();
  const again = await connect(dataDir);
  expect(await state(again)).toEqual(before);
  await until(carriesOut(again, what === "merge" ? 1 : 0), "what is agreed is carried out");
});
