import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { databasePid, startServer } from "../support/server.ts";

const VANDAL = "3b0f4c1e-0000-4000-8000-000000000012";
const REVIEWER = "3b0f4c1e-0000-4000-8000-000000000013";
/** Of teams, a call undoes five changes. */
const TEAMS = 8;

async function connect(dataDir: string): Promise<pg.Client> {
  const url = (await readFile(join(dataDir, "database-url"), "utf8")).trim();
  const client = new pg.Client({ connectionString: url });
  // The kill ends its connection.
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

/** What the changes and their undoings touch: how many teams are as they were, and the undoings on record. */
async function state(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query(
    `select count(*) filter (where city is null and founded_year = 1919)::int as back,
       count(*) filter (where city = 'Nulle part' and founded_year = 1900)::int as changed,
       (select count(*)::int from revisions where kind = 'undo') as undone
     from teams where name like 'Club %'`,
  );
  return rows[0];
}

/** One call of the reviewer's, in a transaction that stays open. */
async function undo(client: pg.Client, after: unknown) {
  await client.query("begin");
  await client.query("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify({ role: "authenticated", sub: REVIEWER }),
  ]);
  const { rows } = await client.query(
    "select undo(member => $1, reason => 'Du vandalisme', after => $2) as done",
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
  await client.query(
    `insert into teams (name, founded_year, competition_id)
     select 'Club ' || n, 1919, id from competitions, generate_series(1, $1) n where name = 'Coupe abîmée'`,
    [TEAMS],
  );
  await client.query("begin");
  await client.query("select private.begin_revision('edit', $1)", [VANDAL]);
  await client.query(
    "update teams set city = 'Nulle part', founded_year = 1900 where name like 'Club %'",
  );
  await client.query("commit");
  expect(await state(client)).toEqual({ back: 0, changed: TEAMS, undone: 0 });

  const done = await undo(client, null);
  expect(done.undone).toBe(5);
  await client.query("commit");
  const half = { back: 5, changed: TEAMS - 5, undone: 5 };
  // Done, but not committed, when everything is killed.
  expect((await undo(client, done.next)).undone).toBe(TEAMS - 5);
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
  expect((await undo(other, done.next)).undone).toBe(TEAMS - 5);
  const { rows } = await other.query("select pg_backend_pid() as pid");
  process.kill(rows[0].pid, "SIGTERM");
  await expect.poll(() => state(again)).toEqual(half);
  // The next call goes on where the last one that was committed had ended.
  expect((await undo(again, done.next)).undone).toBe(TEAMS - 5);
  await again.query("commit");
  expect(await state(again)).toEqual({ back: TEAMS, changed: 0, undone: TEAMS });
});
