import { migrate, silentLogger } from "@maillotheque/backend";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, SUPABASE_DIR, type TestDatabase } from "../support/database.ts";
import { beforeMigration } from "../support/migrations.ts";

// Rows of a site that ran 0.2.0 are repaired by the migrations since, and none is lost.

const MIGRATIONS = join(SUPABASE_DIR, "migrations");
const FIRST_SINCE_0_2_0 = "20261123000100_image_addresses.sql";

let database: TestDatabase;
let client: pg.Client;
const ids = { admin: randomUUID(), impostor: randomUUID(), member: randomUUID() };

const query = async (text: string, values: unknown[] = []) =>
  (await client.query(text, values)).rows;

beforeAll(async () => {
  database = await beforeMigration(FIRST_SINCE_0_2_0, createTestDatabase);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const [username, display_name, id] of [
    ["moderation", "Modération", ids.admin],
    ["4dmin", "Support", ids.impostor],
    ["lou", "Lou\u202e des \u200bVerts", ids.member],
  ]) {
    await query("insert into auth.users (id, raw_user_meta_data) values ($1, $2)", [
      id,
      { username, display_name },
    ]);
  }
  await query("insert into user_roles values ($1, 'admin')", [ids.admin]);
  await query("insert into competitions (league, name) values ('NBA', 'N\u200bBA')");
  await query("insert into seasons (code, name) values ('2024-25', '2024\n2025')");
  await query("insert into brands (name) values ('Nike'), ('Ni\u00adke'), ('\u2066\u2069')");
  await query(
    `insert into teams (name, short_name, competition_id) select 'Bu\u202ells', '\u2066', id from competitions`,
  );
  await query(
    `insert into jerseys (author_id, league, competition_id, season_id, team_id, title, edition,
       external_link, status, moderated_by, moderated_at)
     select $1, 'NBA', competitions.id, seasons.id, teams.id, '\u2066\u2066\u2066\u2066', 'Fi\u200bnale',
       'https://example.org/\u202efdp.exe', 'approved', $2, now()
     from competitions, seasons, teams`,
    [ids.member, ids.admin],
  );
  await query(
    `insert into jersey_images (jersey_id, url, alt) select id, '/a.webp', 'De\u200b dos' from jerseys`,
  );
  await query(
    `insert into reports (reporter_id, target_type, target_id, status, resolved_by)
     select $1, 'jersey', id, 'dismissed', $2 from jerseys`,
    [ids.member, ids.admin],
  );
  await migrate(database.url, MIGRATIONS, silentLogger);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

test("what was hidden in a text is gone", async () => {
  expect(await query("select name from competitions")).toEqual([{ name: "NBA" }]);
  expect(await query("select name from seasons")).toEqual([{ name: "2024 2025" }]);
  expect(await query("select name, short_name from teams")).toEqual([
    { name: "Bulls", short_name: null },
  ]);
  expect(await query("select team, title, edition, external_link from jerseys")).toEqual([
    {
      team: "Bulls",
      title: "Maillot",
      edition: "Finale",
      external_link: "https://example.org/fdp.exe",
    },
  ]);
  expect(await query("select alt from jersey_images")).toEqual([{ alt: "De dos" }]);
  const brands = (await query("select name from brands order by name")).map(({ name }) => name);
  expect(brands).toHaveLength(3);
  expect(brands).toContain("Nike");
  expect(brands).toContainEqual(expect.stringMatching(/^Nike [0-9a-f]{8}$/));
  expect(brands).toContainEqual(expect.stringMatching(/^[0-9a-f]{8}$/));
});

test("reserved names are left to administrators", async () => {
  const profiles = await query("select username, display_name from profiles where id = any($1)", [
    Object.values(ids),
  ]);
  expect(profiles).toHaveLength(3);
  expect(profiles).toEqual(
    expect.arrayContaining([
      { username: "moderation", display_name: "Modération" },
      { username: expect.stringMatching(/^membre_[0-9a-f]{12}$/), display_name: null },
      { username: "lou", display_name: "Lou des Verts" },
    ]),
  );
});

test("who decided is known, and no longer in the rows", async () => {
  expect(await query("select moderated_by, moderated_at from jerseys")).toEqual([
    { moderated_by: null, moderated_at: expect.any(Date) },
  ]);
  expect(await query("select resolved_by from reports")).toEqual([{ resolved_by: null }]);
  expect(
    await query("select table_name, decided_by from private.decisions order by table_name"),
  ).toEqual([
    { table_name: "jerseys", decided_by: ids.admin },
    { table_name: "reports", decided_by: ids.admin },
  ]);
});
