import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { databasePid, startServer } from "../support/server.ts";

const VANDAL = "3b0f4c1e-0000-4000-8000-000000000012";
const REVIEWER = "3b0f4c1e-0000-4000-8000-000000000013";
const JERSEYS = 4;

async function connect(dataDir: string): Promise<pg.Client> {
  const url = (await readFile(join(dataDir, "database-url"), "utf8")).trim();
  const client = new pg.Client({ connectionString: url });
  // The kill ends its connection.
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

/** What the change and its undoing touch: two fields of a change go back together. */
async function state(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select year, edition, (select count(*)::int from revisions where target_id = jerseys.id and kind = 'undo') as undone
     from jerseys order by id`,
  );
  return rows;
}

const CHANGED = { year: 1900, edition: "Faux", undone: 0 };
const BACK = { year: 1998, edition: null, undone: 1 };

/** One call of the reviewer's, within the transaction; two changes at most. */
async function undo(client: pg.Client, after: unknown) {
  await client.query("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify({ role: "authenticated", sub: REVIEWER }),
  ]);
  const { rows } = await client.query(
    "select undo_member_changes($1, 'Du vandalisme', null, $2, 2) as done",
    [VANDAL, after && JSON.stringify(after)],
  );
  return rows[0].done as { undone: number; next: unknown };
}

test("kill -9 during an undoing of a member's changes leaves no change half undone", async () => {
  const first = await startServer();
  const { dataDir } = first;
  await first.ready();
  const client = await connect(dataDir);
  for (const [id, name] of [
    [VANDAL, "vandale"],
    [REVIEWER, "relectrice"],
  ] as const) {
    await client.query(
      "insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)",
      [id, `${name}@example.test`, { username: name }],
    );
  }
  await client.query("insert into user_roles (user_id, role) values ($1, 'reviewer')", [REVIEWER]);
  await client.query("insert into competitions (league, name) values ('SOCCER', 'Coupe abîmée')");
  await client.query("insert into seasons (code, name) values ('1998', '1998')");
  const ids = Array.from({ length: JERSEYS }, () => randomUUID());
  await client.query(
    `insert into jerseys (id, title, league, competition_id, season_id, team, year, status)
     select id, 'Le vert', 'SOCCER', (select id from competitions where name = 'Coupe abîmée'),
       (select id from seasons where code = '1998'), 'Les Verts', 1998, 'approved'
     from unnest($1::uuid[]) id`,
    [ids],
  );
  await client.query("begin");
  await client.query("select private.begin_revision('edit', $1)", [VANDAL]);
  await client.query("update jerseys set year = 1900, edition = 'Faux' where id = any ($1)", [ids]);
  await client.query("select private.end_revision()");
  await client.query("commit");
  expect(await state(client)).toEqual(Array.from(ids, () => CHANGED));

  await client.query("begin");
  const done = await undo(client, null);
  expect(done.undone).toBe(2);
  await client.query("commit");
  const half = await state(client);
  // Done, but not committed, when everything is killed.
  await client.query("begin");
  expect((await undo(client, done.next)).undone).toBe(2);
  const database = databasePid(dataDir);
  first.kill("SIGKILL");
  process.kill(database, "SIGKILL");
  await first.ended;

  const second = await startServer({ DATA_DIR: dataDir });
  await second.ready();
  const again = await connect(dataDir);
  expect(await state(again)).toEqual(half);
  // Only the connection this time: the server goes on.
  const other = await connect(dataDir);
  await other.query("begin");
  expect((await undo(other, done.next)).undone).toBe(2);
  const { rows } = await other.query("select pg_backend_pid() as pid");
  process.kill(rows[0].pid, "SIGTERM");
  await expect.poll(() => state(again)).toEqual(half);
  // The next call goes on where the last one that was committed had ended.
  await again.query("begin");
  expect((await undo(again, done.next)).undone).toBe(2);
  await again.query("commit");
  expect(await state(again)).toEqual(Array.from(ids, () => BACK));
});
