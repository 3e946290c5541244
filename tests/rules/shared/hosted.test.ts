import { concurrentStatements, SYSTEM_SCHEMA } from "@maillotheque/backend/testing";
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { SUPABASE_DIR } from "../../support/database.ts";
import { platformOf, projectRole } from "../../support/hosted-project.ts";

const MIGRATIONS = join(SUPABASE_DIR, "migrations");

const name = `hosted_${randomUUID().replaceAll("-", "")}`;
const url = new URL(inject("superuserUrl"));
let server: pg.Client;
/** The platform's operator, who owns the objects that it sets up. */
let platform: pg.Client;
/** The role in which a hosted project applies migrations. */
let project: pg.Client;

async function connect(changes: Partial<URL>): Promise<pg.Client> {
  const target = Object.assign(new URL(url), changes);
  const client = new pg.Client({ connectionString: target.href });
  await client.connect();
  return client;
}

beforeAll(async () => {
  server = await connect({});
  await server.query(projectRole(name));
  await server.query(`create database ${name} owner ${name}`);
  platform = await connect({ pathname: `/${name}` });
  for (const file of (await readdir(SYSTEM_SCHEMA)).sort()) {
    await platform.query(await readFile(join(SYSTEM_SCHEMA, file), "utf8"));
  }
  await platform.query("drop schema backend cascade");
  await platform.query(platformOf(name));
  project = await connect({ pathname: `/${name}`, username: name, password: name });
});
afterAll(async () => {
  await project?.end();
  await platform?.end();
  await server.query(`drop database if exists ${name} with (force)`);
  await server.query(`drop role if exists ${name}`);
  await server.end();
});

test("a hosted project accepts every migration, and the product works on it", async () => {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith(".sql")).sort();
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const sql = await readFile(join(MIGRATIONS, file), "utf8");
    for (const statement of concurrentStatements(sql) ?? [`begin; ${sql}; commit`]) {
      await project.query(statement).catch((error: unknown) => {
        throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
      });
    }
  }

  const id = randomUUID();
  await platform.query("set role supabase_auth_admin");
  await platform.query("insert into auth.users (id, email) values ($1, $2)", [id, "z@example.org"]);
  await platform.query("reset role");
  expect((await project.query("select from profiles where id = $1", [id])).rowCount).toBe(1);

  await project.query("insert into user_roles (user_id, role) values ($1, 'admin')", [id]);
  await project.query("begin; set local role authenticated");
  await project.query("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify({ role: "authenticated", sub: id }),
  ]);
  await project.query("insert into competitions (league, name) values ('SOCCER', 'Ligue 1')");
  await project.query("insert into seasons (code, name) values ('2024-25', '2024-2025')");
  const { rows } = await project.query<{ id: string }>(
    `insert into jerseys (title, team, league, competition_id, season_id)
     select 'Maillot vert', 'Bastia', 'SOCCER', competitions.id, seasons.id
     from competitions, seasons returning id`,
  );
  await project.query("insert into storage.objects (bucket_id, name) values ('jerseys', $1)", [
    `${id}/a.webp`,
  ]);
  await project.query("insert into jersey_images (jersey_id, url) values ($1, $2)", [
    rows[0]!.id,
    `/storage/v1/object/public/jerseys/${id}/a.webp`,
  ]);
  await project.query("select moderate_jersey($1, 'approved')", [rows[0]!.id]);
  await project.query("insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
    rows[0]!.id,
  ]);
  await project.query("commit");

  await project.query("select derive()");
  await project.query("begin; set local role anon");
  const found = await project.query("select score from search_jerseys('bastia')");
  expect(found.rows).toEqual([{ score: 1 }]);
  await project.query("rollback");
});

test("every right that a hosted project refuses is refused here too", async () => {
  for (const statement of [
    "alter system set work_mem = '1GB'",
    "create extension file_fdw",
    "alter role service_role superuser",
    "create table auth.ours (id integer)",
    "create function storage.ours() returns integer language sql as 'select 1'",
    "alter table auth.users add column ours text",
    "alter table storage.objects disable row level security",
    "create index ours on storage.objects (owner)",
    "select * from backend.rate_limits",
  ]) {
    await expect(project.query(statement), statement).rejects.toThrow(
      /permission denied|must be|not in a hosted project|does not exist|can.?t|Only roles/,
    );
  }
});
