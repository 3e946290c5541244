import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startBackendFixture, type BackendFixture } from "./fixture.ts";

let fixture: BackendFixture;
beforeAll(async () => void (fixture = await startBackendFixture()));
afterAll(() => fixture.close());

describe("results", () => {
  test("are a value, nothing, or a set of values", async () => {
    expect((await fixture.anon.rpc("add", { a: 1, b: 2 })).data).toBe(3);
    expect((await fixture.anon.rpc("add", { a: 1 })).data).toBe(11);
    expect(await fixture.anon.rpc("nothing")).toMatchObject({ status: 204, data: null });
    expect((await fixture.anon.rpc("many_numbers")).data).toEqual([1, 2, 3]);
    expect((await fixture.anon.rpc("add", { a: null })).data).toBeNull();
  });

  test("are a row, several rows, or rows of a table", async () => {
    const row = await fixture.anon.rpc("one_club", { club: 2 }).select("name");
    expect(row.data).toEqual({ name: "Lyon" });
    const own = await fixture.anon.rpc("pairs").select("y").eq("x", 2);
    expect(own.data).toEqual([{ y: "two" }]);
    const table = await fixture.anon
      .rpc("clubs_of", { country: "FR" }, { count: "exact" })
      .select("name, shout, grounds(name)")
      .order("name")
      .limit(1);
    expect(table).toMatchObject({
      status: 206,
      count: 2,
      data: [{ name: "Lyon", shout: "LYON", grounds: null }],
    });
    const single = await fixture.anon.rpc("clubs_of", { country: "ES" }).select("id").single();
    expect(single.data).toEqual({ id: 3 });
    const none = await fixture.anon.rpc("clubs_of", { country: "BR" }).single();
    expect(none.error?.code).toBe("PGRST116");
  });
});

describe("arguments", () => {
  test("come by GET and HEAD", async () => {
    expect((await fixture.anon.rpc("add", { a: 1, b: 2 }, { get: true })).data).toBe(3);
    const rows = await fixture.anon.rpc("clubs_of", { country: "FR" }, { get: true }).gt("id", 1);
    expect(rows.data).toHaveLength(1);
    const head = await fixture.anon.rpc(
      "clubs_of",
      { country: "FR" },
      { head: true, count: "exact" },
    );
    expect(head).toMatchObject({ data: null, count: 2 });
  });

  test("may be a list of any length", async () => {
    expect((await fixture.anon.rpc("joined", { words: ["a", "b"] })).data).toBe("a-b");
    expect((await fixture.anon.rpc("joined", { words: ["a", "b"] }, { get: true })).data).toBe(
      "a-b",
    );
    expect(await (await fixture.get("/rpc/joined?words=a&words=b")).json()).toBe("a-b");
  });

  test("may be the whole body", async () => {
    const { data } = await fixture.anon.rpc("whole", { any: { thing: [1] } });
    expect(data).toEqual({ any: { thing: [1] } });
  });

  test("select an overloaded function", async () => {
    expect((await fixture.anon.rpc("overloaded", { a: 1 })).data).toBe("int");
    expect((await fixture.anon.rpc("overloaded", { b: 1 })).data).toBe("text");
  });

  test("may be a single text or document without a name", async () => {
    const post = (name: string, body: string, type: string) =>
      fixture.get(`/rpc/${name}`, { method: "POST", body, headers: { "content-type": type } });
    const text = await post("unnamed_text", 'a "text"\n', "text/plain");
    expect(await text.json()).toBe('a "text"\n');
    const json = await post("unnamed_jsonb", '{"b": [1, 2]}', "application/json");
    expect(await json.json()).toEqual({ b: [1, 2] });
    expect((await fixture.anon.rpc("unnamed_text", { "": "x" })).data).toBe('{"":"x"}');
    expect((await fixture.anon.rpc("unnamed_jsonb", { "": "x" })).data).toEqual({ "": "x" });
    const wrong = await post("unnamed_jsonb", "{}", "text/plain");
    expect(await wrong.json()).toMatchObject({
      code: "PGRST202",
      details:
        "Searched for the function public.unnamed_jsonb with a single unnamed text parameter, but no matches were found in the schema cache.",
    });
    expect((await post("clubs", "x", "text/csv")).status).toBe(415);
  });

  test("without a name are taken by the one function that can have them", async () => {
    for (const value of ["test", true, 1]) {
      expect((await fixture.anon.rpc("by_type", { "": value })).data).toBe("text");
    }
    expect((await fixture.anon.rpc("with_default", { "": "x" })).data).toBe("text");
    const { error, status } = await fixture.anon.rpc("unnamed_int", { "": 1 });
    expect(status).toBe(404);
    expect(error).toMatchObject({
      code: "PGRST202",
      message: "Could not find the function public.unnamed_int() in the schema cache",
      details:
        "Searched for the function public.unnamed_int with parameter  or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
    });
  });

  test("that fit several functions are refused with their list, always in the same order", async () => {
    const called = await fixture.anon.rpc("unresolvable", { a: 1 });
    expect(called.status).toBe(300);
    expect(called.error).toMatchObject({
      code: "PGRST203",
      message:
        "Could not choose the best candidate function between: public.unresolvable(a => integer), public.unresolvable(a => text)",
    });
    const defaulted = await fixture.anon.rpc("with_default");
    expect(defaulted.error).toMatchObject({
      code: "PGRST203",
      message:
        "Could not choose the best candidate function between: public.with_default(), public.with_default( => text)",
    });
  });

  test("a function on an unnamed row is a column, no call", async () => {
    await fixture.sql(
      "create function initial(clubs) returns text language sql stable as $$ select left($1.name, 1) $$",
    );
    const row = { id: 1, name: "Paris" };
    const { error, status } = await fixture.anon.rpc("initial", { "": row });
    expect({ status, code: error?.code }).toEqual({ status: 404, code: "PGRST202" });
    await expect
      .poll(async () => (await fixture.anon.from("clubs").select("initial").eq("id", 1)).data)
      .toEqual([{ initial: "P" }]);
    expect((await fixture.anon.rpc("shout", { club: row })).data).toBe("PARIS");
  });

  test("get suggestions when nothing accepts them", async () => {
    const hint = async (name: string, args: object = {}) =>
      (await fixture.anon.rpc(name, args)).error?.hint;
    expect(await hint("many_number")).toBe(
      "Perhaps you meant to call the function public.many_numbers",
    );
    expect(await hint("clubs_of", { countri: "FR" })).toBe(
      "Perhaps you meant to call the function public.clubs_of(country)",
    );
    expect(await hint("xyzzy")).toBeNull();
    expect(await hint("numbers")).toBeNull();
    const secret = "Perhaps you meant to call the function public.secret_numbers";
    expect(await hint("secret_number")).not.toBe(secret);
    expect((await fixture.service.rpc("secret_number")).error?.hint).toBe(secret);
  });

  test("are refused if no function accepts them", async () => {
    const { status, error } = await fixture.anon.rpc("add", { a: 1, c: 2 });
    expect(status).toBe(404);
    expect(error).toMatchObject({
      code: "PGRST202",
      message: "Could not find the function public.add(a, c) in the schema cache",
    });
    expect((await fixture.anon.rpc("nope")).error?.code).toBe("PGRST202");
    expect((await fixture.anon.rpc("add", { a: "x" })).error?.code).toBe("22P02");
  });
});

test("SQL can read the request, without keys and cookies", async () => {
  const answer = await fixture.get("/rpc/the_request", {
    headers: {
      authorization: `Bearer ${(await fixture.member()).token}`,
      cookie: "session=1",
      "x-client-address": "192.0.2.7",
      "x-own": "é",
    },
  });
  const { headers, method, path } = (await answer.json()) as Record<string, object>;
  expect({ method, path }).toEqual({ method: "GET", path: "/rpc/the_request" });
  expect(headers).toMatchObject({ "x-own": "é" });
  for (const hidden of ["apikey", "authorization", "cookie", "x-client-address"]) {
    expect(headers).not.toHaveProperty(hidden);
  }
  expect((await fixture.anon.rpc("the_request")).data).toMatchObject({ method: "POST" });
});

describe("effects", () => {
  test("do not exist for reading calls", async () => {
    const { status, error } = await fixture.anon.rpc("writes", {}, { get: true });
    expect({ status, code: error?.code }).toEqual({ status: 405, code: "25006" });
    expect((await fixture.anon.rpc("writes")).data).toBe(1);
  });

  test("mark as read-only exactly the calls that can't write", async () => {
    const tells = async (name: string) =>
      (await fixture.get(`/rpc/${name}`, { method: "POST" })).headers.has("x-read-only");
    expect([await tells("who"), await tells("many_numbers")]).toEqual([true, true]);
    expect([await tells("writes"), await tells("with_header")]).toEqual([false, false]);
  });

  test("include headers and status that a function sets", async () => {
    const answer = await fixture.get("/rpc/with_header", { method: "POST" });
    expect(answer.status).toBe(202);
    expect(answer.headers.get("x-club")).toBe("psg");
    expect((await fixture.get("/rpc/without_body", { method: "POST" })).status).toBe(204);
  });

  test("an error raised by a function", async () => {
    const teapot = await fixture.anon.rpc("teapot");
    expect(teapot.status).toBe(418);
    expect(teapot.error).toMatchObject({ message: "short and stout", hint: "pour" });
    const refused = await fixture.anon.rpc("refuse");
    expect(refused.status).toBe(400);
    expect(refused.error).toEqual({
      code: "P0001",
      message: "no",
      details: "because",
      hint: "ask",
    });
  });

  test("a visitor's statement times out after three seconds", async () => {
    const { error, status } = await fixture.anon.rpc("slow");
    expect(status).toBe(504);
    expect(error).toMatchObject({
      code: "57014",
      message: "canceling statement due to statement timeout",
    });
  });

  test("methods that don't call are refused", async () => {
    const answer = await fixture.get("/rpc/add", { method: "DELETE" });
    expect(answer.status).toBe(405);
    expect(await answer.json()).toMatchObject({ code: "PGRST101" });
  });
});
