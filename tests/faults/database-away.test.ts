import type { EmbeddedDatabase } from "@maillotheque/backend";
import { createDatabaseProxy, type DatabaseProxy } from "@maillotheque/backend/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { type Server, startEmptyDatabase, startServer, until } from "../support/server.ts";

const running = new AsyncDisposableStack();
let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await startEmptyDatabase((undo) => running.defer(undo));
});
afterAll(() => running.disposeAsync());

async function startBehindProxy(): Promise<{ proxy: DatabaseProxy; server: Server }> {
  const proxy = await createDatabaseProxy(database.url);
  onTestFinished(() => {
    proxy.cut();
    return proxy.close();
  });
  const server = await startServer({ DATABASE_URL: proxy.url, LOG_LEVEL: "fatal" });
  await server.ready();
  return { proxy, server };
}

test("pages report the outage in their language and recover", async () => {
  const { proxy, server } = await startBehindProxy();
  const read = (path: string) => fetch(server.url + path);
  const known = await (await read("/")).text();

  proxy.cut();
  await until(async () => (await read("/readyz")).status === 503, "the server knows");
  for (const [path, lang] of Object.entries({ "/": "fr", "/en": "en", "/es": "es", "/pt": "pt" })) {
    const response = await read(`${path}?never-read-before`);
    expect(response.status, path).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const page = await response.text();
    expect(page).toContain(`<html lang="${lang}">`);
    expect(page).not.toMatch(/<script|<link|src=/); // it needs nothing but itself
    expect(page, "and reloads by itself").toMatch(/<meta http-equiv="refresh" content="\d+">/);
  }
  expect((await read("/healthz")).status).toBe(200);
  const cached = await read("/");
  expect(cached.status, "a page read before").toBe(200);
  expect(await cached.text()).toBe(known);

  proxy.restore();
  await until(async () => (await read("/en?never-read-before")).status === 200, "pages are back");
  expect((await read("/readyz")).status).toBe(200);
});

test("the services answer with errors in their own format and recover", async () => {
  const { proxy, server } = await startBehindProxy();
  const anonKey = /"backend-key" content="([^"]+)"/.exec(await (await fetch(server.url)).text());
  const headers = { apikey: anonKey?.[1] ?? "" };
  const read = () => fetch(`${server.url}/rest/v1/seasons?select=id`, { headers });
  expect((await read()).status).toBe(200);

  proxy.cut();
  const away = await read();
  expect(away.status).toBe(503);
  expect(away.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await away.json()).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
  });

  proxy.restore();
  await until(async () => (await read()).status === 200, "the service is back");
});

test("short addresses of jerseys lead to their pages, until the jersey is renamed or hidden", async () => {
  const { proxy, server } = await startBehindProxy();
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  onTestFinished(() => sql.end());
  const { rows } = await sql.query<{ id: string }>(
    `with author as (
       insert into auth.users (id, email, email_confirmed_at)
       values (gen_random_uuid(), 'auteur@example.org', now()) returning id
     ), competition as (
       insert into public.competitions (league, name, slug, sport)
       values ('SOCCER', 'Coupe', 'coupe', 'SOCCER') returning id, league
     ), season as (
       insert into public.seasons (code, name) values ('1998-99', '1998-99') returning id
     )
     insert into public.jerseys (author_id, league, competition_id, season_id, team, title, status)
     select author.id, league, competition.id, season.id, 'Red Star', 'Étoilé', 'approved'
     from author, competition, season returning id`,
  );
  const id = rows[0]!.id;
  const follow = async (prefix = "") => {
    const { status, headers } = await fetch(`${server.url}${prefix}/jersey/${id}`, {
      redirect: "manual",
    });
    return `${status} ${headers.get("location")}`;
  };
  await until(async () => (await follow()).startsWith("301"), "the jersey is public");
  expect(await follow("/en")).toBe(`301 /en/jersey/red-star/maillot/annee-inconnue/${id}`);

  await sql.query("update public.jerseys set team = 'Racing', kit_type = 'home' where id = $1", [
    id,
  ]);
  const renamed = `301 /jersey/racing/home/annee-inconnue/${id}`;
  await until(async () => (await follow()) === renamed, "the redirect follows the name");

  proxy.cut();
  await until(async () => (await fetch(`${server.url}/readyz`)).status === 503, "it is away");
  expect(await follow()).toBe(renamed);
  expect(await follow("/es"), "one that nobody asked for").toMatch(/^503/);

  proxy.restore();
  await until(async () => (await follow("/es")).startsWith("301"), "pages are back");
  await sql.query("update public.jerseys set is_active = false where id = $1", [id]);
  await until(async () => (await follow()) === "302 /", "a hidden jersey leads home");
});
