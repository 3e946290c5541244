import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runPipeline } from "../../src/database/pipeline.ts";
import { createPool } from "../../src/database/pool.ts";
import { silentLogger } from "../../src/logger.ts";
import { SchemaCache } from "../../src/rest/schema/cache.ts";
import { statementsOf } from "../../src/testing/rest-statements.ts";
import { startBackendFixture, type BackendFixture } from "./fixture.ts";

let fixture: BackendFixture;
let service: RequestInit;
/** As bounded as a visitor, with more time: megabytes take seconds on a busy machine. */
let member: { headers: { authorization: string } };
beforeAll(async () => {
  fixture = await startBackendFixture();
  service = { headers: { apikey: fixture.backend.apiKeys.service } };
  member = { headers: { authorization: `Bearer ${(await fixture.member()).token}` } };
  await fixture.sql(`
    create table shelves (id int primary key, note text);
    create table books (id int primary key, shelf int references shelves, text text);
    insert into shelves select n, 'note' from generate_series(1, 40) n;
    -- 40 shelves of 1000 books with a kilobyte each: 40 MB.
    insert into books select n, 1 + n % 40, repeat('x', 1000) from generate_series(0, 39999) n;
    create index on books (shelf);
    analyze shelves, books`);
});
afterAll(() => fixture.close());

async function outcome(
  path: string,
  init?: RequestInit,
): Promise<{ status: number; code?: string }> {
  const answer = await fixture.get(path, init);
  const body = (await answer.json()) as { code?: string };
  return { status: answer.status, ...(body.code && { code: body.code }) };
}

const refused = { status: 400, code: "PGRST100" };
const tooLarge = { status: 400, code: "54000" };
const answered = { status: 200 };

describe("without the service key", () => {
  test("no list leads back to a table above it", async () => {
    const back = "/clubs?select=id,memberships(fans(memberships(clubs(id))))&limit=1";
    expect(await outcome(back)).toEqual(refused);
    expect(await outcome("/fans?select=id,memberships(clubs(fans(id)))")).toEqual(refused);
    expect(await outcome(back, service)).toEqual(answered);
    expect(await outcome(back, member)).toEqual(refused);
  });

  test("one row above is allowed, and a table that refers to itself, once", async () => {
    expect(await outcome("/clubs?select=id,grounds(name,clubs(id))")).toEqual(answered);
    expect(await outcome("/clubs?select=id,neighbours(id,home_of(name))")).toEqual(answered);
    const twice = "/clubs?select=id,neighbours(id,neighbours(id))";
    expect(await outcome(twice)).toEqual(refused);
    expect(await outcome(twice, service)).toEqual(answered);
  });

  test("levels, embeds and columns are few", async () => {
    const levels = "cards(memberships(clubs(grounds(clubs(grounds(name))))))";
    expect(await outcome(`/fans?select=memberships(${levels})`)).toEqual(refused);
    const embeds = (count: number) =>
      Array.from({ length: count }, (_, index) => `f${index}:fans(id)`).join();
    expect(await outcome(`/clubs?select=${embeds(20)}`)).toEqual(answered);
    expect(await outcome(`/clubs?select=${embeds(21)}`)).toEqual(refused);
    expect(await outcome(`/clubs?select=${embeds(21)}`, service)).toEqual(answered);
    const columns = (count: number) =>
      Array.from({ length: count }, (_, index) => `c${index}:id`).join();
    expect(await outcome(`/clubs?select=${columns(200)}`)).toEqual(answered);
    expect(await outcome(`/clubs?select=${columns(201)}`)).toEqual(refused);
  });

  test("the bytes of an answer are limited while it is written", async () => {
    for (const path of [
      "/shelves?select=id,books(*)",
      "/shelves?select=id,...books(text)",
      `/books?select=${Array.from({ length: 100 }, (_, index) => `c${index}:text`).join()}`,
      `/shelves?select=books(${Array.from({ length: 100 }, (_, index) => `c${index}:text`).join()})&limit=1`,
    ]) {
      // Written whole, these would take longer than a statement may, or more memory than there is.
      expect(await outcome(path, member), path).toEqual(tooLarge);
    }
    const csv = { headers: { ...member.headers, accept: "text/csv" } };
    const wide = `/books?select=${Array.from({ length: 100 }, (_, i) => `c${i}:text`).join()}`;
    expect(await outcome(wide, csv)).toEqual(tooLarge);
  });

  test("an answer is at most eight megabytes, also of one list", async () => {
    // Nine lists of a megabyte are less than what is counted while they are written.
    expect(await outcome("/shelves?select=id,books(*)&limit=9", member)).toEqual(tooLarge);
    expect(await outcome("/shelves?select=id,books(*)&limit=7", member)).toEqual(answered);
    expect(await outcome("/shelves?select=id,books(*)&limit=9", service)).toEqual(answered);
  });

  test("a write whose rows would be too large changes nothing", async () => {
    await fixture.sql("update books set text = 'y' where id = 0");
    const prefer = { prefer: "return=representation", "content-type": "application/json" };
    const headers = { ...member.headers, ...prefer };
    const change = { method: "PATCH", headers, body: JSON.stringify({ text: "x".repeat(1_000) }) };
    expect(await outcome("/books?id=gte.0", change)).toEqual(tooLarge);
    const { rows } = await fixture.sql("select text from books where id = 0");
    expect(rows).toEqual([{ text: "y" }]);
    expect(await outcome("/books?id=lt.10", change)).toEqual(answered);
  });

  test("lists that are counted are the same as others", async () => {
    const path = "/shelves?select=id,books(id),first:books(id,text)&first.limit=2&books.id=lt.200";
    const order = "&order=id&books.order=id&first.order=id";
    const [mine, all] = await Promise.all([
      fixture.get(path + order).then((answer) => answer.text()),
      fixture.get(path + order, service).then((answer) => answer.text()),
    ]);
    expect(mine).toBe(all);
    const repeated = "/shelves?select=id,a:note,b:note&order=id";
    expect(await (await fixture.get(repeated)).json()).toEqual(
      await (await fixture.get(repeated, service)).json(),
    );
  });

  test("bodies are at most two megabytes", async () => {
    const body = JSON.stringify({ any: "x".repeat(2 * 1024 * 1024) });
    const post = { method: "POST", body };
    const json = { "content-type": "application/json" };
    expect(await outcome("/rpc/whole", { ...post, headers: json })).toMatchObject({ status: 413 });
    const key = { ...json, apikey: fixture.backend.apiKeys.service };
    expect(await outcome("/rpc/whole", { ...post, headers: key })).toEqual(answered);
  });

  test("patterns have few repetitions", async () => {
    for (const pattern of [
      "(x{100,250}){100,250}",
      "((a{1,20}){1,20}){1,20}",
      "(x{200}){200}",
      "(x{200,}){200,}",
      "a".repeat(1_001),
      "[".repeat(5_000),
      // Repetitions behind a comment, white space, other braces, a reference.
      "(x{1,200})(?#c){1,200}",
      "(?x)(x{1,200}) {1,200}",
      "***:(?ix)(x{1,200}) {1,200}",
      String.raw`(?b)\(x\{1,200\}\)\{1,200\}`,
      String.raw`(x{0,9})(\1{0,9}){0,90}`,
    ]) {
      for (const operator of ["match", "imatch", "match(any)", "not.match"]) {
        const value =
          operator === "match(any)" ? `{"${pattern.replaceAll("\\", "\\\\")}"}` : pattern;
        const path = `/clubs?name=${operator}.${encodeURIComponent(value)}`;
        expect(await outcome(path), path.slice(0, 50)).toEqual(refused);
      }
      const nested = `(name.match."${pattern.replaceAll(/["\\]/g, "\\$&")}",id.eq.1)`;
      expect(await outcome(`/clubs?or=${encodeURIComponent(nested)}`)).toEqual(refused);
    }
    const escaped = String.raw`{"(x\{1,200})\{1,200}"}`;
    expect(await outcome(`/clubs?name=match(any).${encodeURIComponent(escaped)}`)).toEqual(refused);
    const many = Array.from({ length: 6 }, (_, n) => `name=match.(x{1,200})${n}`).join("&");
    expect(await outcome(`/clubs?${many}`)).toEqual(refused);
    expect(await outcome(`/clubs?name=match.${encodeURIComponent("(?i)(.)\\1")}`)).toEqual(
      answered,
    );
    const uuid = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
    expect(await outcome(`/clubs?name=match.${encodeURIComponent(uuid)}`)).toEqual(answered);
  });

  test("text queries and patterns are few", async () => {
    const some = (count: number, of: (n: number) => string) =>
      encodeURIComponent(Array.from({ length: count }, (_, n) => of(n)).join());
    for (const operator of ["fts", "plfts", "phfts", "wfts", "fts(simple)", "not.fts"]) {
      const words = (count: number) =>
        encodeURIComponent(Array.from({ length: count }, (_, n) => `w${n}`).join("|"));
      expect(await outcome(`/clubs?name=${operator}.${words(2_000)}`)).toEqual(refused);
      expect(await outcome(`/clubs?search=${operator}.${words(2_000)}`)).toEqual(refused);
      expect(await outcome(`/clubs?name=${operator}.${words(100)}`)).toEqual(answered);
      const each = (n: number) => `name.${operator}.w${n}`;
      expect(await outcome(`/clubs?or=(${some(120, each)})`)).toEqual(refused);
    }
    const set = (count: number) => `{${some(count, (n) => `a${n}`)}}`;
    for (const operator of ["match", "imatch", "not.match"]) {
      expect(await outcome(`/clubs?name=${operator}(any).${set(240)}`)).toEqual(refused);
      expect(await outcome(`/clubs?name=${operator}(all).${set(240)}`)).toEqual(refused);
      expect(await outcome(`/clubs?name=${operator}(any).${set(16)}`)).toEqual(answered);
      const each = (n: number) => `name.${operator}.a${n}`;
      expect(await outcome(`/clubs?or=(${some(240, each)})`)).toEqual(refused);
      expect(await outcome(`/clubs?or=(${some(240, each)})`, service)).toEqual(answered);
    }
  });

  test("a text query is parsed once and not for each row", async () => {
    const schema = await new SchemaCache(fixture.backend.pool).current();
    const caller = { role: "anon", claims: "{}", expires: Infinity };
    const request = new Request(`${fixture.url}/rest/v1/clubs?select=id&name=fts.paris`);
    const { text, values } = (await statementsOf(schema, caller, request)).at(-1)!;
    const { rows } = await fixture.backend.pool.query(`explain (format json) ${text}`, [
      ...(values ?? []),
    ]);
    expect(JSON.stringify(rows)).toContain('"Parent Relationship":"InitPlan"');
  });

  test("a pattern too complex for PostgreSQL is a wrong request, with any key", async () => {
    const path = `/clubs?name=match.${encodeURIComponent("(x{100,250}){100,250}")}`;
    expect((await outcome(path, service)).status).toBe(400);
  });
});

describe("estimates tell nothing about hidden rows", () => {
  beforeAll(async () => {
    await fixture.sql(`
      create table letters (id int primary key, sender text, is_public boolean not null);
      insert into letters
        select n, case when n % 2 = 0 then 'hidden' else 'shown' end, n % 2 = 1 and n < 3000
        from generate_series(1, 20000) n;
      alter table letters enable row level security;
      create policy shown on letters to anon, authenticated using (is_public);
      create policy service on letters to service_role using (true);
      analyze letters`);
  });

  test.each(["planned", "estimated"])(
    "count=%s of hidden rows is their exact number: none",
    async (count) => {
      const headers = { prefer: `count=${count}`, "range-unit": "items" };
      const total = async (path: string) =>
        (await fixture.get(path, { method: "HEAD", headers })).headers
          .get("content-range")
          ?.split("/")[1];
      expect(await total("/letters?sender=eq.hidden")).toBe("0");
      expect(await total("/letters?sender=eq.shown")).toBe("1500");
      expect(await total("/letters?id=lt.100")).toBe("50");
      // Without conditions, beyond what is counted, it is about the rows that the policy shows.
      expect(Number(await total("/letters"))).toBeGreaterThan(1_000);
      const key = { ...headers, apikey: fixture.backend.apiKeys.service };
      const all = await fixture.get("/letters?sender=eq.hidden", { method: "HEAD", headers: key });
      expect(Number(all.headers.get("content-range")?.split("/")[1])).toBeGreaterThan(9_000);
    },
  );
});

describe("prepared statements", () => {
  test("are kept only if they are short and come again", async () => {
    const pool = createPool({
      url: fixture.databaseUrl,
      log: silentLogger,
      max: 1,
      pipeline: false,
    });
    const client = await pool.connect();
    const preparedAfter = async (text: string, times: number) => {
      for (let time = 0; time < times; time += 1) await runPipeline(client, "", [{ text }]);
      const { rows } = await client.query(
        "select count(*)::int from pg_prepared_statements where statement = $1",
        [text],
      );
      return (rows[0] as { count: number }).count;
    };
    const long = `select ${Array.from({ length: 2_000 }, () => "1").join(" + ")}`;
    expect(await preparedAfter("select 'once'", 1)).toBe(0);
    expect(await preparedAfter("select 'twice'", 2)).toBe(1);
    expect(await preparedAfter(long, 3)).toBe(0);
    client.release();
    await pool.end();
  });
});
