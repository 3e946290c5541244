import { asOwner, silentLogger } from "@maillotheque/backend";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { identify } from "../../app/browse/data/jerseys/identify.ts";
import { seenShirt } from "../../app/browse/domain/identify.ts";
import type { Client } from "../../app/shared/data/client.ts";
import { slug } from "../../app/shared/domain/slug.ts";
import { countDemo, removeDemo } from "../../server/catalogue/seed/demo/remove.ts";
import { seed } from "../../server/catalogue/seed/seed.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { times } from "../support/long.ts";
import { SUPABASE_DIR } from "../support/database.ts";
import { REBUILD } from "../support/rebuild.ts";

const TABLES = ["competitions", "seasons", "brands", "teams", "team_aliases", "team_seasons"];

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

const load = (kind: "catalogue" | "demo", directory?: string) =>
  seed({ backend: site.backend, kind, log: silentLogger, pictureSize: 400 }, directory);

async function value<T>(sql: string): Promise<T> {
  const { rows } = await site.backend.pool.query<{ value: T }>(sql);
  return rows[0]!.value;
}

/** The whole catalogue as one text. */
const contents = () =>
  value<string>(
    `select md5(concat(${TABLES.map(
      (table) => `(select string_agg(t::text, '' order by t::text) from public.${table} t)`,
    ).join(", ")})) as value`,
  );

describe("catalogue", () => {
  test("stops at a bad row and leaves nothing behind", async () => {
    const directory = await mkdtemp(join(tmpdir(), "seed-"));
    try {
      await cp(join(SUPABASE_DIR, "seed"), directory, { recursive: true });
      const path = join(directory, "teams.csv");
      const text = await readFile(path, "utf8");
      await writeFile(path, text.replace(",premier-league,", ",premiership,"));
      await expect(load("catalogue", directory)).rejects.toThrow(
        'teams.csv:2: unknown competition "premiership"',
      );
    } finally {
      await rm(directory, { recursive: true });
    }
    expect(await value("select count(*)::integer as value from public.competitions")).toBe(0);
  });

  test("loads, and changes nothing the second time", async () => {
    await load("catalogue");
    const first = await contents();
    expect(
      await value("select count(*)::integer as value from public.team_seasons"),
    ).toBeGreaterThan(3000);
    await load("catalogue");
    expect(await contents()).toBe(first);
  });

  test("is readable by visitors", async () => {
    const { data } = await site
      .client()
      .from("team_seasons")
      .select("teams!inner(name, colors), seasons!inner(code), competitions!inner(slug)")
      .eq("seasons.code", "2025-26")
      .eq("competitions.slug", "ligue-1");
    expect(data).toHaveLength(18);
    expect(data).toContainEqual(
      expect.objectContaining({
        teams: { name: "Paris Saint-Germain", colors: ["#004170", "#da291c", "#ffffff"] },
      }),
    );
  });

  test("keeps an administrator's changes and adds missing rows", async () => {
    const { pool } = site.backend;
    await pool.query(`
      update public.teams set name = 'Arsenal FC', colors = '{#000000}',
        competition_id = (select id from public.competitions where slug = 'champions-league')
      where slug = 'arsenal'`);
    await pool.query("delete from public.brands where name = 'Kappa'");
    await load("catalogue");
    const { rows } = await pool.query(
      "select name, colors from public.teams where slug = 'arsenal'",
    );
    expect(rows).toEqual([{ name: "Arsenal FC", colors: ["#000000"] }]);
    expect(
      await value("select count(*)::integer as value from public.brands where name = 'Kappa'"),
    ).toBe(1);
  });
});

describe("demonstration", () => {
  test("shows jerseys of every league with pictures and votes", async () => {
    await load("demo");
    const visitor = site.client();
    const { data, count } = await visitor
      .from("jerseys")
      .select("league, score, profiles(display_name), jersey_images(url)", { count: "exact" })
      .order("score", { ascending: false });
    expect(count).toBeGreaterThanOrEqual(150);
    // At once: the first page is read before any worker runs.
    expect(
      await value("select jerseys::integer as value from public.jersey_counts where kind = 'all'"),
    ).toBe(count);
    expect(new Set(data!.map(({ league }) => league)).size).toBe(5);
    expect(data![0]).toMatchObject({ profiles: { display_name: "Démonstration" } });
    expect(data![0]!.score).toBeGreaterThan(data![1]!.score);

    const picture = await fetch(`${site.url}${data![0]!.jersey_images[0]!.url}`);
    expect(picture.status).toBe(200);
    expect(picture.headers.get("content-type")).toBe("image/jpeg");
    const pictures = data!.flatMap((jersey) => jersey.jersey_images);
    expect(await value("select count(*)::integer as value from storage.objects")).toBe(
      pictures.length,
    );
  });

  test("has a row for every counted vote", async () => {
    expect(await value(`select count(*)::integer as value from (${REBUILD}) wrong`)).toBe(0);
  });

  test("a jersey is among the first six by its colours, decade and maker, without its name", async () => {
    const visitor = site.client() as unknown as Client;
    const { data } = await visitor
      .from("jerseys")
      .select("id, colors, year, brand, pattern")
      .throwOnError();
    let found = 0;
    const described = data.filter((_, n) => n % times(4, 1) === 0);
    for (const { id, colors, year, brand, pattern } of described) {
      const facts = new URLSearchParams(colors.map((color) => ["color", color]));
      if (year !== null) facts.set("decade", String(year - (year % 10)));
      // Of a jersey without a maker, what its cloth shows.
      if (brand) facts.set("brand", slug(brand));
      else if (pattern) facts.set("pattern", pattern);
      const candidates = await identify(visitor, seenShirt(facts), "fr");
      if (candidates.slice(0, 6).some(({ jersey }) => jersey.id === id)) found++;
    }
    expect(found / described.length).toBeGreaterThanOrEqual(0.95);
  });

  test("changes nothing when loaded twice", async () => {
    const rows = "select md5(string_agg(j::text, '' order by id)) as value from public.jerseys j";
    const before = await value<string>(rows);
    await load("demo");
    expect(await value(rows)).toBe(before);
    expect(await value(`select count(*)::integer as value from (${REBUILD}) wrong`)).toBe(0);
  });

  test("has accounts that nobody can sign in to", async () => {
    for (const email of ["demonstration@maillotheque.invalid", "votant-1@maillotheque.invalid"]) {
      for (const password of ["", "demonstration", "password"]) {
        const { data } = await site.client().auth.signInWithPassword({ email, password });
        expect(data.session).toBeNull();
      }
    }
  });

  test("is removed completely, while members' own content stays", async () => {
    const { pool } = site.backend;
    const member = await value<string>(
      `insert into auth.users (email, raw_user_meta_data) values ('zoe@example.org', '{}') returning id as value`,
    );
    await pool.query(
      `insert into public.jerseys (author_id, league, competition_id, season_id, team, title)
       select $1, 'NBA', competitions.id, seasons.id, 'Les Bleus', 'Maillot de Zoé'
       from public.competitions, public.seasons where slug = 'nba' and code = '2024-25'`,
      [member],
    );
    await pool.query("select public.draw_days(), public.draw_duels()");
    await pool.query(
      `insert into public.jersey_votes (voter_id, jersey_id, vote)
       select $1, id, 'up' from public.jerseys where status = 'approved' limit 1`,
      [member],
    );
    await mergeInChain(member);
    const content = await countDemo(site.backend);
    const jerseys = await value<number>(
      "select count(*)::integer - 1 as value from public.jerseys",
    );
    expect(content).toMatchObject({ jerseys, votes: 1, comments: 0, shelves: 0 });
    expect(await removeDemo({ backend: site.backend, log: silentLogger })).toBe(jerseys);
    for (const table of ["daily_shirts", "daily_duels"]) {
      expect(await value(`select count(*)::integer as value from public.${table}`)).toBe(0);
    }
    expect(await countDemo(site.backend)).toMatchObject({ jerseys: 0, accounts: 0 });
    expect(await value("select count(*)::integer as value from public.jerseys")).toBe(1);
    // It came back from the merge.
    expect(await value("select is_active as value from public.jerseys")).toBe(true);
    expect(await value("select count(*)::integer as value from public.gone_jerseys")).toBe(0);
    expect(await value("select count(*)::integer as value from public.jersey_votes")).toBe(0);
    expect(await value("select count(*)::integer as value from storage.objects")).toBe(0);
    expect(await value("select count(*)::integer as value from auth.users")).toBe(1);
  });
});

/** As an administrator who tries the site out: the member's own jersey into one of the demonstration, and that into another. */
async function mergeInChain(admin: string): Promise<void> {
  const { pool } = site.backend;
  await pool.query("insert into public.user_roles (user_id, role) values ($1, 'admin')", [admin]);
  await pool.query("update public.jerseys set status = 'approved' where author_id = $1", [admin]);
  const { rows } = await pool.query<{ id: string }>(
    `select id from public.jerseys where status = 'approved'
     order by author_id = $1 desc, id limit 3`,
    [admin],
  );
  const [own, first, second] = rows.map(({ id }) => id);
  const claims = JSON.stringify({ sub: admin, role: "authenticated", aal: "aal2" });
  await asOwner(pool, async (client) => {
    await client.query("select set_config('request.jwt.claims', $1, true)", [claims]);
    const merge = "select public.merge_jerseys($1, $2, 'duplicate')";
    await client.query(merge, [own, first]);
    await client.query(merge, [first, second]);
  });
}
