import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startBackendFixture, type BackendFixture } from "./fixture.ts";

let fixture: BackendFixture;
beforeAll(async () => void (fixture = await startBackendFixture()));
afterAll(() => fixture.close());

describe("insert", () => {
  test("writes one row and returns nothing", async () => {
    const { status, data, error } = await fixture.anon
      .from("countries")
      .insert({ code: "IT", name: "Italie" });
    expect({ status, data, error }).toEqual({ status: 201, data: null, error: null });
  });

  test("writes several rows and returns them with related rows", async () => {
    const { data, status, count } = await fixture.anon
      .from("clubs")
      .insert(
        [
          { name: "Milan", country_code: "IT", tags: ["big"], info: { a: [1] } },
          { name: "Roma", country_code: "IT", tags: [], info: null },
        ],
        { count: "exact" },
      )
      .select("name, tags, info, motto, country:country_code(name)")
      .order("name", { ascending: false });
    expect({ status, count }).toEqual({ status: 201, count: 2 });
    const country = { name: "Italie" };
    expect(data).toEqual([
      { name: "Roma", tags: [], info: null, motto: "none", country },
      { name: "Milan", tags: ["big"], info: { a: [1] }, motto: "none", country },
    ]);
  });

  test("fills missing columns with null, or with the default if requested", async () => {
    const rows = [{ name: "A", motto: "x" }, { name: "B" }];
    const nulls = await fixture.anon.from("clubs").insert(rows).select("name, motto");
    expect(nulls.data).toEqual([
      { name: "A", motto: "x" },
      { name: "B", motto: null },
    ]);
    const defaults = await fixture.anon
      .from("clubs")
      .insert(rows, { defaultToNull: false })
      .select("name, motto");
    expect(defaults.data).toEqual([
      { name: "A", motto: "x" },
      { name: "B", motto: "none" },
    ]);
  });

  test("accepts no rows and rows of defaults", async () => {
    const none = await fixture.anon.from("clubs").insert([]).select();
    expect(none).toMatchObject({ status: 201, data: [] });
    const empty = await fixture.anon.from("keyless").insert({}).select().single();
    expect(empty.data).toEqual({ a: null, b: null });
    const two = await fixture.anon.from("keyless").insert([{}, {}]).select();
    expect(two.data).toHaveLength(2);
  });

  test("rolls back when a single object was requested and there are several", async () => {
    const rows = [
      { code: "X1", name: "One" },
      { code: "X2", name: "Two" },
    ];
    const { status, error } = await fixture.anon.from("countries").insert(rows).select().single();
    expect(status).toBe(406);
    expect(error?.code).toBe("PGRST116");
    const { count } = await fixture.anon
      .from("countries")
      .select("*", { count: "exact", head: true })
      .in("code", ["X1", "X2"]);
    expect(count).toBe(0);
    const one = await fixture.anon.from("countries").insert(rows[0]!).select("code").single();
    expect(one).toMatchObject({ status: 201, data: { code: "X1" } });
  });

  test("returns only the location with headers-only", async () => {
    const answer = await fixture.get("/countries", {
      method: "POST",
      headers: { prefer: "return=headers-only", "content-type": "application/json" },
      body: JSON.stringify({ code: "L 1", name: "Loc" }),
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe("/countries?code=eq.L+1");
    expect(answer.headers.get("preference-applied")).toBe("return=headers-only");
    expect(await answer.text()).toBe("");
  });

  test("refuses unknown columns, different keys and invalid JSON", async () => {
    const unknown = await fixture.anon.from("countries").insert({ code: "ZZ", nope: 1 });
    expect(unknown).toMatchObject({ status: 400, error: { code: "PGRST204" } });
    const post = (body: string, type = "application/json") =>
      fixture.get("/countries", { method: "POST", body, headers: { "content-type": type } });
    const keys = await post('[{"code":"A"},{"name":"B"}]');
    expect(await keys.json()).toMatchObject({
      code: "PGRST102",
      message: "All object keys must match",
    });
    expect(await (await post("{")).json()).toMatchObject({ code: "PGRST102" });
    expect((await post("a,b", "text/csv")).status).toBe(415);
  });
});

describe("upsert", () => {
  test("merges by the primary key: 201 with new rows, 200 without", async () => {
    const row = { club_id: 2, name: "Groupama" };
    const made = await fixture.anon.from("grounds").upsert(row).select();
    expect(made).toMatchObject({ status: 201, data: [row] });
    const merged = await fixture.anon
      .from("grounds")
      .upsert({ ...row, name: "OL" })
      .select();
    expect(merged).toMatchObject({ status: 200, data: [{ club_id: 2, name: "OL" }] });
  });

  test("ignores duplicates, or merges by another key", async () => {
    const ignored = await fixture.anon
      .from("grounds")
      .upsert({ club_id: 1, name: "Other" }, { ignoreDuplicates: true })
      .select();
    expect(ignored.data).toEqual([]);
    const { data } = await fixture.anon
      .from("cards")
      .upsert({ club_id: 3, fan_id: 1, number: 99 }, { onConflict: "number" })
      .select();
    expect(data).toEqual([{ club_id: 3, fan_id: 1, number: 99 }]);
  });

  test("refuses a missing key, and the same row twice", async () => {
    const { status, error } = await fixture.anon
      .from("clubs")
      .upsert({ id: 1, name: "x" }, { onConflict: "name" });
    expect({ status, code: error?.code }).toEqual({ status: 400, code: "42P10" });
    const row = { club_id: 1, name: "x" };
    expect((await fixture.anon.from("grounds").upsert([row, row])).status).toBe(400);
  });

  test("puts one row at its address with PUT", async () => {
    const put = (path: string, body: object) =>
      fixture.get(path, {
        method: "PUT",
        headers: { "content-type": "application/json", prefer: "return=representation" },
        body: JSON.stringify(body),
      });
    const made = await put("/countries?code=eq.PT", { code: "PT", name: "Portugal" });
    expect(made.status).toBe(201);
    const same = await put("/countries?code=eq.PT", { code: "PT", name: "Portugal!" });
    expect(same.status).toBe(200);
    expect(await same.json()).toEqual([{ code: "PT", name: "Portugal!" }]);
    const other = await put("/countries?code=eq.PT", { code: "XX", name: "x" });
    expect(await other.json()).toMatchObject({ code: "PGRST115" });
    expect((await put("/countries?name=eq.PT", { code: "PT", name: "x" })).status).toBe(405);
    expect((await put("/countries?code=eq.PT&limit=1", {})).status).toBe(400);
  });
});

describe("update and delete", () => {
  test("changes the rows that the filters find", async () => {
    const update = await fixture.anon
      .from("clubs")
      .update({ price: 7.5, tags: ["a", "b"] }, { count: "exact" })
      .eq("id", 2)
      .select("id, price, tags, shout");
    expect(update).toMatchObject({
      status: 200,
      count: 1,
      data: [{ id: 2, price: 7.5, tags: ["a", "b"], shout: "LYON" }],
    });
    const silent = await fixture.anon.from("clubs").update({ price: 1 }).or("id.eq.2,id.eq.77");
    expect(silent).toMatchObject({ status: 204, data: null });
    const none = await fixture.anon.from("clubs").update({ price: 1 }).eq("id", 0).select();
    expect(none).toMatchObject({ status: 200, data: [] });
    const nothing = await fixture.anon.from("clubs").update({}).eq("id", 2).select();
    expect(nothing).toMatchObject({ status: 200, data: [] });
  });

  test("deletes and returns related rows", async () => {
    const { data, status } = await fixture.anon
      .from("cards")
      .delete()
      .eq("number", 12)
      .select("number, memberships(since)");
    expect({ status, data }).toEqual({
      status: 200,
      data: [{ number: 12, memberships: { since: 2002 } }],
    });
    const gone = await fixture.anon.from("cards").delete({ count: "exact" }).eq("number", 12);
    expect(gone).toMatchObject({ status: 204, count: 0 });
  });

  test("never affects a whole table by mistake", async () => {
    for (const change of [
      fixture.anon.from("fans").delete(),
      fixture.anon.from("fans").update({ name: "x" }),
    ]) {
      expect(await change).toMatchObject({ status: 400, error: { code: "21000" } });
    }
  });

  test("affects no more rows than allowed: all or nothing", async () => {
    const atMost = (rows: number) => `handling=strict, max-affected=${rows}`;
    const { status, error } = await fixture.anon
      .from("fans")
      .update({ name: "same" })
      .gt("id", 0)
      .setHeader("prefer", atMost(2));
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: "PGRST124", details: "The query affects 3 rows" });
    const { data } = await fixture.anon.from("fans").select("name").order("id");
    expect(data?.map(({ name }) => name)).toEqual(["Ana", "Bob", "Cléo"]);
    const allowed = await fixture.anon
      .from("fans")
      .update({ name: "Ana!" })
      .eq("id", 1)
      .setHeader("prefer", atMost(1));
    expect(allowed.status).toBe(204);
  });

  test("constraints give PostgreSQL's code", async () => {
    const duplicate = await fixture.anon.from("countries").insert({ code: "FR", name: "x" });
    expect(duplicate.status).toBe(409);
    expect(duplicate.error).toEqual({
      code: "23505",
      details: "Key (code)=(FR) already exists.",
      hint: null,
      message: 'duplicate key value violates unique constraint "countries_pkey"',
    });
    const foreign = await fixture.anon.from("clubs").insert({ name: "x", country_code: "??" });
    expect(foreign).toMatchObject({ status: 409, error: { code: "23503" } });
    const missing = await fixture.anon.from("clubs").insert({ name: null });
    expect(missing).toMatchObject({ status: 400, error: { code: "23502" } });
    const domain = await fixture.anon.from("clubs").insert({ name: "x", motto: "y".repeat(200) });
    expect(domain).toMatchObject({ status: 400, error: { code: "23514" } });
    const type = await fixture.anon.from("clubs").insert({ name: "x", price: "free" });
    expect(type).toMatchObject({ status: 400, error: { code: "22P02" } });
    const generated = await fixture.anon.from("clubs").insert({ name: "x", search: "x" });
    expect(generated).toMatchObject({ status: 400, error: { code: "428C9" } });
    const view = await fixture.anon.from("club_names").insert({ club_id: 900, name: "By view" });
    expect(view.status).toBe(201);
  });
});

describe("preferences", () => {
  test("refuse an unknown one when strict, not when lenient", async () => {
    const strict = await fixture.get("/fans", { headers: { prefer: "handling=strict, wings=2" } });
    expect(strict.status).toBe(400);
    expect(await strict.json()).toMatchObject({
      code: "PGRST122",
      details: "Invalid preferences: wings=2",
    });
    const lenient = await fixture.get("/fans", { headers: { prefer: "wings=2" } });
    expect(lenient.status).toBe(200);
  });

  test("refuse a dry run", async () => {
    const { status } = await fixture.anon
      .from("countries")
      .insert({ code: "DR", name: "Dry" })
      .rollback();
    expect(status).toBe(201);
    const { data } = await fixture.anon.from("countries").select("code").eq("code", "DR");
    expect(data).toHaveLength(1);
  });

  test("convert times to another zone", async () => {
    const answer = await fixture.get("/rpc/zone", { headers: { prefer: "timezone=Asia/Tokyo" } });
    expect(answer.status).toBe(404);
    await fixture.sql(
      "create function zone() returns text stable language sql as $$ select current_setting('timezone') $$",
    );
    await expect
      .poll(async () =>
        (await fixture.get("/rpc/zone", { headers: { prefer: "timezone=Asia/Tokyo" } })).text(),
      )
      .toBe('"Asia/Tokyo"');
    expect(await (await fixture.get("/rpc/zone")).text()).not.toBe('"Asia/Tokyo"');
  });
});
