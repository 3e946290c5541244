import {
  type DebianPostgres,
  debianPostgres,
  startDebianPostgres,
} from "@maillotheque/backend/testing";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";

import { startServer, until } from "../support/server.ts";

const installed = await debianPostgres();
if (!installed && process.env.CI) throw new Error("PostgreSQL is not installed");
if (!installed) console.warn("skipped: pages from replicas (apt-get install postgresql)");

async function approvedJerseys(sql: pg.Client): Promise<string[]> {
  await sql.query("insert into competitions (league, name) values ('SOCCER', 'Coupe à deux')");
  await sql.query("insert into seasons (code, name) values ('1998', '1998')");
  const { rows } = await sql.query<{ id: string }>(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team, status)
     select 'Le vert ' || n, null, 'SOCCER', (select id from competitions limit 1),
       (select id from seasons limit 1), 'Les Verts ' || n, 'approved' from generate_series(1, 2) n
     returning id`,
  );
  return rows.map(({ id }) => id);
}

describe.skipIf(!installed)("pages from a replica", () => {
  test("show a change at once, and are there without the primary", async () => {
    const postgres: DebianPostgres = await startDebianPostgres();
    onTestFinished(() => postgres.stop());
    const url = await postgres.createDatabase("site");
    const standby = await postgres.addStandby();
    const server = await startServer({
      DATABASE_URL: url,
      DATABASE_READ_URL: standby.urlOf("site"),
      // Nothing but the notice of a change makes the primary answer.
      DATABASE_READ_LAG: "3600",
      SEED: "none",
    });
    await server.ready();
    const sql = new pg.Client({ connectionString: url });
    await sql.connect();
    const [one, other] = await approvedJerseys(sql);
    const read = async (id: string | undefined) => {
      const answer = await fetch(`${server.url}/jersey/${id}`);
      return answer.status === 200 ? answer.text() : String(answer.status);
    };
    await until(async () => (await read(one)).includes("Le vert 1"), "the page is there");

    await standby.pause();
    await sql.query("update jerseys set title = 'Le rouge' where id = $1", [one]);
    await until(async () => (await read(one)).includes("Le rouge"), "the page shows the change");

    await standby.resume();
    await sql.end();
    await until(async () => (await read(one)).includes("Le rouge"), "the replica has it too");
    await postgres.stopPrimary();
    await until(
      async () => (await read(other)).includes("Le vert 2"),
      "a page that was never read",
    );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  });

  test("show nothing that a member has closed", async () => {
    const postgres: DebianPostgres = await startDebianPostgres();
    onTestFinished(() => postgres.stop());
    const url = await postgres.createDatabase("site");
    const standby = await postgres.addStandby();
    const server = await startServer({
      DATABASE_URL: url,
      DATABASE_READ_URL: standby.urlOf("site"),
      DATABASE_READ_LAG: "3600",
      SEED: "none",
    });
    await server.ready();
    const sql = new pg.Client({ connectionString: url });
    await sql.connect();
    const member = randomUUID();
    await sql.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
       values ($1, 'ana@example.test', now(), '{"username": "ana"}')`,
      [member],
    );
    await sql.query("select set_config('request.jwt.claims', $1, false)", [
      JSON.stringify({ sub: member, role: "authenticated" }),
    ]);
    await sql.query("select save_showcase(true, about => 'Depuis 1998')");
    await sql.query("insert into lists (title, is_public) values ('Les rayures', true)");
    const { rows } = await sql.query<{ key: string }>(
      "insert into year_links (year) values (2025) returning key",
    );
    const shown = [
      ["/member/ana", "Depuis 1998"],
      ["/member/ana", "Les rayures"],
      [`/mon-annee/2025?key=${rows[0]!.key}`, "ana"],
    ] as const;
    const isShown = async ([path, word]: (typeof shown)[number]) =>
      (await (await fetch(server.url + path)).text()).includes(word);
    for (const each of shown) await until(() => isShown(each), `${each[0]}: ${each[1]}`);

    await standby.pause();
    const closings = [
      "select save_showcase(false)",
      "update lists set is_public = false",
      "delete from year_links",
    ];
    for (const [n, closing] of closings.entries()) {
      await sql.query(closing);
      await expect.poll(() => isShown(shown[n]!), { timeout: 2000 }).toBe(false);
    }
    await sql.end();
  });

  test("show nothing that a member has taken away", async () => {
    const postgres: DebianPostgres = await startDebianPostgres();
    onTestFinished(() => postgres.stop());
    const url = await postgres.createDatabase("site");
    const standby = await postgres.addStandby();
    const server = await startServer({
      DATABASE_URL: url,
      DATABASE_READ_URL: standby.urlOf("site"),
      DATABASE_READ_LAG: "3600",
      AUTH_AUTOCONFIRM: "true",
      SEED: "none",
    });
    await server.ready();
    const sql = new pg.Client({ connectionString: url });
    await sql.connect();
    const [jersey] = await approvedJerseys(sql);
    const anon = (await readFile(join(server.dataDir, "anon-key"), "utf8")).trim();
    const send = async (method: string, path: string, body: object, token?: string) => {
      const answer = await fetch(server.url + path, {
        method,
        headers: {
          apikey: anon,
          "content-type": "application/json",
          prefer: "return=representation",
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
      return (await answer.json()) as unknown;
    };
    const credentials = { email: "ana@example.test", password: "un-maillot-par-jour" };
    const session = await send("POST", "/auth/v1/signup", credentials);
    const { access_token: token } = session as { access_token: string };
    const list = { title: "Les rayures", is_public: true };
    const [{ id }] = (await send("POST", "/rest/v1/lists", list, token)) as [{ id: string }];
    const item = { list_id: id, jersey_id: jersey, note: "Porté à la finale" };
    await send("POST", "/rest/v1/list_items", item, token);
    const isShown = async () =>
      (await (await fetch(`${server.url}/list/${id}`)).text()).includes("Porté à la finale");
    await until(isShown, "the note is there");

    await standby.pause();
    await send("PATCH", `/rest/v1/list_items?list_id=eq.${id}`, { note: null }, token);
    expect(await isShown()).toBe(false);
    await sql.end();
  });
});
