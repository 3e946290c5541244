import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { createPool } from "../../src/database/pool.ts";
import { silentLogger } from "../../src/logger.ts";
import { readResult } from "../../src/rest/operations/operation.ts";
import { ReadBatches } from "../../src/rest/read-batches.ts";
import { startBackendFixture, type BackendFixture } from "./fixture.ts";

let fixture: BackendFixture;
beforeAll(async () => {
  fixture = await startBackendFixture();
  await fixture.sql(`
    create function this_transaction() returns text language sql stable
      as $$ select pg_backend_pid() || ' ' || now() $$;
    create function tells_status() returns text language sql stable as $$
      select set_config('response.status', '202', true);
      select set_config('response.headers', '[{"x-club": "psg"}]', true) $$;
    create function sleeps() returns text language sql stable as $$ select pg_sleep(10)::text $$;
    create function divides(by int) returns int language sql stable as $$ select 1 / by $$;
  `);
  await fixture.sql("notify pgrst, 'reload schema'");
});
afterAll(() => fixture.close());

/** Sends requests in one turn, as a page that is rendered does. */
function together(
  paths: string[],
  headers: Record<string, string> = {},
  page: object | undefined = {},
): Promise<Response[]> {
  const { backend, url } = fixture;
  const all = { apikey: backend.apiKeys.anon, ...headers };
  return Promise.all(
    paths.map((path) =>
      backend.fetch(new Request(`${url}/rest/v1${path}`, { headers: all }), page),
    ),
  );
}

const transactionsOf = async (answers: Response[]) =>
  new Set(await Promise.all(answers.map((answer) => answer.text()))).size;

const same = (count: number) => Array.from({ length: count }, () => "/rpc/this_transaction");

test("reads of one turn share a transaction, sixteen at most", async () => {
  // The first request has its token verified, which takes turns of its own.
  await together(same(1));
  expect(await transactionsOf(await together(same(5)))).toBe(1);
  expect(await transactionsOf(await together(same(20)))).toBe(2);
});

test("reads of clients, of different pages, and of different callers don't", async () => {
  const { backend, url } = fixture;
  const headers = { apikey: backend.apiKeys.anon };
  const clients = same(3).map((path) =>
    backend.fetch(new Request(`${url}/rest/v1${path}`, { headers })),
  );
  expect(await transactionsOf(await Promise.all(clients))).toBe(3);
  const pages = await Promise.all([together(same(2)), together(same(2))]);
  expect(await transactionsOf(pages.flat())).toBe(2);
  const page = {};
  const [one, other] = [await fixture.member(), await fixture.member()];
  const [first, second] = await Promise.all(
    [one, other].map(({ token }) =>
      together(["/rpc/who", "/rpc/who"], { authorization: `Bearer ${token}` }, page),
    ),
  );
  const ids = await Promise.all([...first!, ...second!].map((answer) => answer.json()));
  expect(ids).toMatchObject([one, one, other, other].map(({ id }) => ({ uid: id })));
});

test("each answers as if it were alone", async () => {
  const paths = [
    "/rpc/tells_status",
    "/rpc/the_request",
    "/clubs?select=name&id=eq.1",
    "/clubs?select=name&limit=1&order=id",
    "/rpc/many_numbers",
    "/rpc/nope",
    "/people",
  ];
  const read = async (answers: Response[]) =>
    Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      })),
    );
  const alone: Response[] = [];
  for (const path of paths) alone.push(...(await together([path])));
  expect(await read(await together(paths))).toEqual(await read(alone));
});

test("one that fails takes none of the others with it", async () => {
  const answers = await together([
    "/rpc/divides?by=1",
    "/rpc/divides?by=0",
    "/clubs?select=id&id=eq.1",
    "/clubs?select=id&id=eq.x",
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 400]);
  expect(await answers[0]!.json()).toBe(1);
  expect(await answers[1]!.json()).toMatchObject({ code: "22012" });
  expect(await answers[2]!.json()).toEqual([{ id: 1 }]);
  expect(await answers[3]!.json()).toMatchObject({ code: "22P02" });
});

test("a read that takes too long fails by itself, and is not run again", async () => {
  const answers = await together(["/rpc/many_numbers", "/rpc/sleeps", "/rpc/this_transaction"]);
  expect(answers.map(({ status }) => status)).toEqual([200, 504, 200]);

  const caller = { role: "anon", claims: "{}", expires: Infinity };
  const settings = { headers: "{}", method: "GET", path: "/" };
  const pool = createPool({ url: fixture.databaseUrl, log: silentLogger, pipeline: false });
  onTestFinished(() => pool.end());
  const ranAlone: string[] = [];
  const batches = new ReadBatches();
  const page = {};
  const results = ["'quick'", "pg_sleep(10)::text", "'also quick'"].map((value) => {
    const statement = { text: `select 1, null, ${value}, null, null, null, null` };
    const operation = { statement, readOnly: true, isHeavy: false, reply: () => new Response() };
    return batches.run(page, pool, caller, { operation, settings }, async () => {
      ranAlone.push(value);
      return readResult(["1", null, value, null, null, null, null]);
    });
  });
  const settled = await Promise.allSettled(results);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(settled[1]).toMatchObject({ reason: { code: "57014" } });
  expect(ranAlone).toEqual(["'quick'", "'also quick'"]);
});

test("a read that waits for its rows to be checked, or writes, runs by itself", async () => {
  const { backend, url } = fixture;
  const headers = { apikey: backend.apiKeys.anon };
  const page = {};
  const [read, written] = await Promise.all([
    backend.fetch(new Request(`${url}/rest/v1/rpc/this_transaction`, { headers }), page),
    backend.fetch(new Request(`${url}/rest/v1/rpc/writes`, { method: "POST", headers }), page),
  ]);
  expect([read.status, written.status]).toEqual([200, 200]);
  expect(await fixture.sql("select 1 from keyless")).toMatchObject({ rowCount: 1 });
});
