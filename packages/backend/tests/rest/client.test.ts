import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startBackendFixture, type BackendFixture } from "./fixture.ts";

let fixture: BackendFixture;
beforeAll(async () => void (fixture = await startBackendFixture()));
afterAll(() => fixture.close());

const CLUBS = "clubs!clubs_country_code_fkey";

describe("embedding over several levels", () => {
  test("applies filters, orders and limits to the deepest level", async () => {
    const { data, error } = await fixture.anon
      .from("countries")
      .select(`code, ${CLUBS}(name, memberships(since, fan:fans(called:name, id::text)))`)
      .gt("clubs.memberships.since", 2001)
      .order("since", { referencedTable: "clubs.memberships", ascending: false })
      .limit(1, { referencedTable: "clubs.memberships" })
      .order("id", { referencedTable: "clubs" })
      .range(0, 0, { referencedTable: "clubs" })
      .in("code", ["FR", "BR"])
      .order("code", { ascending: false });
    expect(error).toBeNull();
    const memberships = [{ since: 2002, fan: { called: "Bob", id: "2" } }];
    expect(data).toEqual([
      { code: "FR", clubs: [{ name: "Paris", memberships }] },
      { code: "BR", clubs: [] },
    ]);
  });

  test("narrows the outermost by !inner at every level, but not by !left", async () => {
    const inner = await fixture.anon
      .from("countries")
      .select(`code, ${CLUBS}!inner(id, memberships!inner(fans!inner(name)))`)
      .eq("clubs.memberships.fans.name", "Bob");
    expect(inner.data).toEqual([
      { code: "FR", clubs: [{ id: 1, memberships: [{ fans: { name: "Bob" } }] }] },
    ]);
    const left = await fixture.anon
      .from("countries")
      .select(`code, ${CLUBS}!left(id)`)
      .eq("clubs.name", "Bob")
      .order("code");
    expect(left.data).toMatchObject([{ code: "BR" }, { code: "ES" }, { code: "FR" }]);
  });

  test("narrows at a deep level by an alias", async () => {
    const { data, error } = await fixture.anon
      .from("countries")
      .select(`code, teams:${CLUBS}(id, ground:grounds!inner(name))`)
      .or("name.eq.Camp Nou,and(name.like.P*,club_id.gt.0)", { referencedTable: "teams.ground" })
      .order("code");
    expect(error).toBeNull();
    expect(data?.map(({ teams }) => teams.map(({ id }) => id as number))).toEqual([[], [3], [1]]);
  });

  test("spreads within spreads", async () => {
    const { data, error } = await fixture.anon
      .from("cards")
      .select("number, ...memberships(since, ...fans(fan:name), ...clubs(club:name))")
      .eq("number", 12);
    expect(error).toBeNull();
    expect(data).toEqual([{ number: 12, since: 2002, fan: "Bob", club: "Paris" }]);
  });
});

test("refuses aggregates at every position", async () => {
  for (const select of [
    "price.sum()",
    "id.max(), name",
    "total:price.avg()::int",
    "id, fans(id.count())",
    "id, ...fans(id.min())",
  ]) {
    const { error, status } = await fixture.anon.from("clubs").select(select);
    expect({ select, status, code: error?.code }).toEqual({
      select,
      status: 400,
      code: "PGRST123",
    });
  }
});

test("refuses query plans in every format", async () => {
  for (const format of ["text", "json"] as const) {
    const query = fixture.anon.from("clubs").select().explain({ analyze: true, format });
    const { status, error, data } = await query;
    expect({ status, code: error?.code, data }).toEqual({
      status: 406,
      code: "PGRST107",
      data: null,
    });
  }
});

describe("modifiers", () => {
  test("reports an aborted request, and the next one works", async () => {
    const aborted = await fixture.anon.from("clubs").select().abortSignal(AbortSignal.abort());
    expect(aborted.error?.message).toContain("AbortError");
    expect(aborted.data).toBeNull();
    expect((await fixture.anon.from("clubs").select("id")).data).toHaveLength(4);
  });

  test("limits updates, deletions and calls with maxAffected", async () => {
    const atMost = <T>(query: T, rows: number) =>
      (query as { maxAffected(rows: number): T }).maxAffected(rows);
    const update = await atMost(fixture.anon.from("fans").update({ name: "x" }).gt("id", 0), 2);
    expect(update).toMatchObject({ status: 400, error: { code: "PGRST124" } });
    const removal = await atMost(fixture.anon.from("cards").delete().gt("number", 0), 1);
    expect(removal.error?.code).toBe("PGRST124");
    const call = await atMost(fixture.anon.rpc("clubs_of", { country: "FR" }), 1);
    expect(call.error?.code).toBe("PGRST124");
    const scalar = await atMost(fixture.anon.rpc("add", { a: 1 }), 1);
    expect(scalar.error?.code).toBe("PGRST128");
    expect((await fixture.anon.from("fans").select().eq("name", "x")).data).toEqual([]);
    expect((await fixture.anon.from("cards").select("number")).data).toHaveLength(3);
  });

  test("returns none, one or several with maybeSingle", async () => {
    const fans = () => fixture.anon.from("fans").select("name");
    expect((await fans().eq("id", 2).maybeSingle()).data).toEqual({ name: "Bob" });
    expect(await fans().eq("id", 9).maybeSingle()).toMatchObject({ data: null, error: null });
    expect((await fans().maybeSingle()).error?.code).toBe("PGRST116");
  });

  test("throws the error of the answer with throwOnError", async () => {
    const query = fixture.anon.from("fans").select("nope").throwOnError();
    await expect(query).rejects.toMatchObject({ code: "42703" });
  });

  test("counts exactly, planned and estimated, with and without rows", async () => {
    for (const count of ["exact", "planned", "estimated"] as const) {
      const head = await fixture.anon.from("clubs").select("*", { count, head: true });
      expect(head).toMatchObject({ data: null, error: null, count: expect.any(Number) });
      const none = await fixture.anon.from("clubs").select("*", { count }).limit(0);
      expect(none).toMatchObject({ data: [], error: null, count: expect.any(Number) });
    }
  });

  test("returns CSV, single objects and pages for calls as for tables", async () => {
    const clubs = () => fixture.anon.rpc("clubs_of", { country: "FR" }, { get: true });
    const csv = await clubs().select("id,name").order("id", { ascending: false }).csv();
    expect(csv.data).toBe("id,name\n2,Lyon\n1,Paris");
    expect((await clubs().order("id").range(1, 5).select("id")).data).toEqual([{ id: 2 }]);
    expect((await clubs().eq("id", 1).select("tags->0").maybeSingle()).data).toEqual({
      tags: "ligue1",
    });
    const unlisted = await fixture.anon.rpc("clubs_of", { country: null });
    expect(unlisted.data).toEqual([]);
  });
});

describe("upsert", () => {
  test("inserts and updates several rows by another key", async () => {
    const cards = (rows: object[], options: object) =>
      fixture.anon
        .from("cards")
        .upsert(rows, { onConflict: "number", ...options })
        .select("number, club_id")
        .order("number");
    const rows = [{ number: 99, club_id: 1, fan_id: 1 }, { number: 100 }];
    const ignored = await cards(rows, { ignoreDuplicates: true });
    expect(ignored.data).toEqual([{ number: 100, club_id: null }]);
    const merged = await cards(rows, { count: "exact" });
    expect(merged).toMatchObject({ count: 2, status: 200 });
    expect(merged.data).toEqual([
      { number: 99, club_id: 1 },
      { number: 100, club_id: null },
    ]);
  });

  test("fills columns that only some rows omit with defaults", async () => {
    const rows = [
      { id: 70, name: "A", motto: "x" },
      { id: 71, name: "B" },
    ];
    const upsert = (defaultToNull: boolean) =>
      fixture.anon.from("clubs").upsert(rows, { defaultToNull }).select("motto").order("id");
    expect((await upsert(true)).data).toEqual([{ motto: "x" }, { motto: null }]);
    expect((await upsert(false)).data).toEqual([{ motto: "x" }, { motto: "none" }]);
  });
});
