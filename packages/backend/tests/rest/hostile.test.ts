import fc from "fast-check";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startBackendFixture, type BackendFixture } from "./fixture.ts";

let fixture: BackendFixture;
beforeAll(async () => void (fixture = await startBackendFixture()));
afterAll(() => fixture.close());

/** The status of a refusal in the usual form, or else the whole answer. */
async function refusal(answer: Response): Promise<number | string> {
  const text = await answer.text();
  const keys = Object.keys(JSON.parse(text) as object).toSorted();
  return keys.join() === "code,details,hint,message" ? answer.status : text;
}

/** What a client must never see: a server error or internals. */
async function failure(answer: Response): Promise<string | undefined> {
  const text = await answer.text();
  const leaks = /node_modules|\.ts:\d|select count|set_config/.test(text);
  return answer.status >= 500 || leaks ? `${answer.status} ${text}` : undefined;
}

describe("addresses", () => {
  test.each([
    "/clubs?select=id%00",
    "/clubs?select=%22a%00b%22:id",
    "/clubs?select=id:%22x%00%22",
    "/clubs?name=eq.a%00b",
    "/clubs?name=in.(a%00b)",
    "/clubs?info-%3Ea%00=eq.1",
    "/clubs?id=eq.99999999999999999999999999",
    "/clubs?select=id,",
    "/clubs?select=id)",
    "/clubs?select=(id",
    "/clubs?select=clubs(((",
    "/clubs?select=id::int;drop table clubs",
    "/clubs?select=id::int)%20from%20clubs--",
    "/clubs?order=id;drop",
    "/clubs?or=(",
    "/clubs?or=id.eq.1",
    "/clubs?or=()",
    "/clubs?and=(id.eq.1",
    "/clubs?id=in.1",
    "/clubs?id=in.(1",
    "/clubs?id=is.maybe",
    "/clubs?id=constructor.1",
    "/clubs?id=fts(nope).x",
    "/clubs?name=fts.(((",
    "/clubs?name=match.(((",
    "/clubs?name=eq(some).x",
    "/clubs?constructor=eq.1",
    "/clubs?select=__proto__",
    "/clubs?=eq.1",
    "/clubs?a.b.c.d=eq.1",
    "/clubs?select=id::regnope",
    "/clubs?columns=,&select=id",
    "/rpc/many_numbers?select=nope&order=nope&x=eq.1",
  ])("%s", async (path) => {
    expect(await failure(await fixture.get(path))).toBeUndefined();
  });

  test("paths that are not valid text", async () => {
    for (const path of [
      "/%00",
      "/%ff%fe",
      "/%",
      "/..%2f..%2f",
      "/clubs%00",
      "/rpc/%00",
      "/%22clubs%22",
    ]) {
      expect(await failure(await fixture.get(path))).toBeUndefined();
    }
  });

  test("unusual characters in names of columns are part of the name", async () => {
    const alias = '"; drop table clubs; --';
    const quoted = `"${alias.replaceAll(/["\\]/g, "\\$&")}"`;
    const answer = await fixture.get(`/clubs?id=eq.1&select=${encodeURIComponent(`${quoted}:id`)}`);
    expect(await answer.json()).toEqual([{ [alias]: 1 }]);
  });

  test("nested beyond reason", async () => {
    const embeds = `${"clubs(countries(".repeat(300)}code${"))".repeat(300)}`;
    expect(await refusal(await fixture.get(`/countries?select=${embeds}`))).toBe(400);
    const groups = `${"and(".repeat(500)}id.eq.1${")".repeat(500)}`;
    expect(await refusal(await fixture.get(`/clubs?or=(${groups})`))).toBe(400);
    const path = `info${"->a".repeat(500)}`;
    expect(await refusal(await fixture.get(`/clubs?select=${path}`))).toBe(400);
    const wide = Array.from({ length: 60 }, (_, index) => `f${index}:fans(id)`).join();
    expect(await refusal(await fixture.get(`/clubs?select=${wide}`))).toBe(400);
    const many = Array.from({ length: 500 }, () => "id=gt.0").join("&");
    expect(await refusal(await fixture.get(`/clubs?${many}`))).toBe(400);
  });
});

describe("bodies", () => {
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fixture.get(path, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });

  test("that are no JSON, too deep, or of the wrong type", async () => {
    expect(await refusal(await post("/clubs", ""))).toBe(400);
    expect(await refusal(await post("/clubs", "{"))).toBe(400);
    expect(await refusal(await post("/clubs", Buffer.from([0xff, 0xfe, 0x00])))).toBe(400);
    expect(await refusal(await post("/clubs", "[1, 2]"))).toBe(400);
    expect(await refusal(await post("/clubs", '[{"name":"a"}, null]'))).toBe(400);
    expect(
      await refusal(
        await post("/clubs", `{"info":${"[".repeat(50_000)}${"]".repeat(50_000)},"name":"x"}`),
      ),
    ).toBe(400);
    expect(await refusal(await post("/clubs", '{"name":{"a":"\\u0000"}}'))).toBe(400);
    expect(await refusal(await post("/clubs", '{"name":"\\u0000"}'))).toBe(400);
    expect(await refusal(await post("/clubs", '{"__proto__":1}'))).toBe(400);
    expect(await refusal(await post("/clubs", '{"constructor":1}'))).toBe(400);
    expect(await refusal(await post("/clubs?columns=name,nope", '{"name":"a"}'))).toBe(400);
    expect(await refusal(await post("/clubs?columns=name", "[1]"))).toBe(400);
    expect(await refusal(await post("/clubs", "<a/>", { "content-type": "application/xml" }))).toBe(
      415,
    );
    expect(
      await refusal(await post("/clubs", "a=1", { "content-type": "multipart/form-data" })),
    ).toBe(415);
    expect(await refusal(await post("/rpc/add", "[[1]]"))).toBe(400);
    expect(await refusal(await post("/rpc/add", "7"))).toBe(404);
    expect((await post("/clubs", "5")).status).toBe(201);
  });

  test("above the size limit", async () => {
    expect(await refusal(await post("/clubs", `{"name":"${"x".repeat(11 * 1024 * 1024)}"}`))).toBe(
      413,
    );
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(97)),
    });
    const init = { method: "POST", body: stream, duplex: "half" };
    const endless = await fixture.get("/clubs", init as RequestInit).catch(() => undefined);
    expect(endless?.status ?? 413).toBe(413);
  });

  test("cut off during the transfer", async () => {
    const { hostname, port } = new URL(fixture.url);
    const socket = connect(Number(port), hostname);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    socket.write(
      `POST /rest/v1/clubs HTTP/1.1\r\nhost: x\r\napikey: ${fixture.backend.apiKeys.anon}\r\n` +
        "content-type: application/json\r\ncontent-length: 100\r\n\r\n{",
      () => socket.destroy(),
    );
    await closed;
    expect((await fixture.get("/clubs?limit=1")).status).toBe(200);
  });
});

test("headers", async () => {
  const sent: Record<string, string>[] = [
    { accept: "image/png" },
    { accept: ";;;,,,q=x" },
    { prefer: "=,=,;;,count=,return" },
    { prefer: "handling=strict,constructor=1" },
    { prefer: "timezone=../../etc/passwd, handling=strict" },
    { prefer: "max-affected=9e99, handling=strict" },
    { range: "bytes=0-1,2-3" },
    { range: "99999999999999999999-" },
    { "accept-profile": "pg_catalog" },
    { authorization: "Bearer" },
    { authorization: `Bearer ${"a.".repeat(1000)}` },
  ];
  for (const headers of sent)
    expect(await failure(await fixture.get("/clubs", { headers }))).toBeUndefined();
});

test("random query strings never cause a server error or a change", async () => {
  const words = fc.constantFrom(
    ..."select order limit offset and or not id name info tags fans countries clubs grounds eq in is cs fts like any all null desc nullsfirst inner left count".split(
      " ",
    ),
    ..."( ) , . : :: -> ->> ! ... * \" \\ { } [ ] ' ; - % $1 \0 é 💥 0 -1 1e9".split(" "),
  );
  const text = fc.array(fc.oneof({ weight: 6, arbitrary: words }, fc.string({ maxLength: 4 })), {
    maxLength: 12,
  });
  const key = fc.oneof(
    words,
    text.map((parts) => parts.join("")),
  );
  const query = fc.array(
    fc.tuple(
      key,
      text.map((parts) => parts.join("")),
    ),
    { maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(query, async (pairs) => {
      expect(
        await failure(await fixture.get(`/clubs?${new URLSearchParams(pairs)}`)),
      ).toBeUndefined();
    }),
    { numRuns: 400 },
  );
  const { rows } = await fixture.sql("select count(*)::int as clubs from clubs where id <= 4");
  expect(rows).toEqual([{ clubs: 4 }]);
});

test("random bodies never cause a server error", async () => {
  const key = fc.constantFrom(
    "id",
    "name",
    "info",
    "tags",
    "mood",
    "founded",
    "price",
    "motto",
    "nope",
  );
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom("\0", "{", "[1,2)", "1e400", -1e308, "infinity"),
  );
  const row = fc.dictionary(key, value, { maxKeys: 4 });
  const body = fc.oneof(row, fc.array(row, { maxLength: 3 }), fc.jsonValue());
  const request = fc.record({
    method: fc.constantFrom("POST", "PATCH"),
    path: fc.constantFrom(
      "/clubs?id=gt.1000000",
      "/clubs?id=gt.1000000&columns=name,info&on_conflict=id",
      "/rpc/add?select=x",
      "/rpc/whole",
      "/rpc/clubs_of",
    ),
    prefer: fc.constantFrom(
      "return=representation",
      "return=headers-only, missing=default",
      "resolution=merge-duplicates, return=representation, missing=default",
      "handling=strict, max-affected=1",
    ),
    body: fc.oneof(
      body.map((json) => JSON.stringify(json)),
      fc.string({ unit: "binary" }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, prefer, body: sent }) => {
      const headers = { prefer, "content-type": "application/json" };
      expect(
        await failure(await fixture.get(path, { method, headers, body: sent })),
      ).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

describe("the database", () => {
  test("is connected again after an idle connection was cut", async () => {
    await fixture.get("/clubs?limit=1");
    await fixture.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()",
    );
    await expect.poll(async () => (await fixture.get("/clubs?limit=1")).status).toBe(200);
  });

  test("answers 503 without details when a connection in use is cut", async () => {
    const answer = fixture.get("/rpc/slow", { method: "POST" });
    await expect
      .poll(async () => {
        const { rowCount } = await fixture.sql(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%slow%' and state = 'active' and usename = current_user and pid <> pg_backend_pid()",
        );
        return rowCount;
      })
      .toBe(1);
    expect(await refusal(await answer)).toBe(503);
  });
});
