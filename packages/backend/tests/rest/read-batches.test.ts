import { afterAll, beforeAll, expect, test } from "vitest";

import { startWorld, type World } from "./fixture.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.sql(`
    create function this_transaction() returns text language sql stable
      as $$ select pg_backend_pid() || ' ' || now() $$;
    create function tells_status() returns text language sql stable as $$
      select set_config('response.status', '202', true);
      select set_config('response.headers', '[{"x-club": "psg"}]', true) $$;
    create function divides(by int) returns int language sql stable as $$ select 1 / by $$;
  `);
  await world.sql("notify pgrst, 'reload schema'");
});
afterAll(() => world.close());

/** Sends requests in one turn, as a page that is rendered does. */
function together(paths: string[], headers: Record<string, string> = {}): Promise<Response[]> {
  const { backend, url } = world;
  const all = { apikey: backend.apiKeys.anon, ...headers };
  return Promise.all(
    paths.map((path) => backend.fetch(new Request(`${url}/rest/v1${path}`, { headers: all }))),
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

test("reads of clients, and of different callers, don't", async () => {
  const clients = await together(same(3), { "x-client-address": "192.0.2.7" });
  expect(await transactionsOf(clients)).toBe(3);
  const [one, other] = [await world.member(), await world.member()];
  const [first, second] = await Promise.all(
    [one, other].map(({ token }) =>
      together(["/rpc/who", "/rpc/who"], { authorization: `Bearer ${token}` }),
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

test("a read that waits for its rows to be checked, or writes, runs by itself", async () => {
  const { backend, url } = world;
  const headers = { apikey: backend.apiKeys.anon };
  const [read, written] = await Promise.all([
    backend.fetch(new Request(`${url}/rest/v1/rpc/this_transaction`, { headers })),
    backend.fetch(new Request(`${url}/rest/v1/rpc/writes`, { method: "POST", headers })),
  ]);
  expect([read.status, written.status]).toEqual([200, 200]);
  expect(await world.sql("select 1 from keyless")).toMatchObject({ rowCount: 1 });
});
