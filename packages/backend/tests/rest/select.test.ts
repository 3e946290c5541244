import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startBackendFixture, type BackendFixture } from "./fixture.ts";

let fixture: BackendFixture;
beforeAll(async () => void (fixture = await startBackendFixture()));
afterAll(() => fixture.close());

describe("columns", () => {
  test("returns all in the requested order", async () => {
    const { data, error, status } = await fixture.anon.from("countries").select().order("name");
    expect(error).toBeNull();
    expect(status).toBe(200);
    expect(data).toEqual([
      { code: "BR", name: "Brésil" },
      { code: "ES", name: "Espagne" },
      { code: "FR", name: "France" },
    ]);
  });

  test("renames, casts and extracts from JSON", async () => {
    const { data, error } = await fixture.anon
      .from("clubs")
      .select("title:name, id::text, info->colour->>home, info->titles->1, first:info->titles->0")
      .eq("id", 1);
    expect(error).toBeNull();
    expect(data).toEqual([{ title: "Paris", id: "1", home: "bleu", titles: 2, first: 1 }]);
  });

  test("accepts result names that the server uses itself", async () => {
    const names = ["t", "x", "t0", "source", "listed", "s", "l", "m", "r", "body", "value"];
    const { data } = await fixture.anon
      .from("clubs")
      .select(`${names.map((name) => `${name}:id`).join()}, grounds(x:name, t:name), fans(x:id)`)
      .eq("id", 1);
    expect(data).toEqual([
      {
        ...Object.fromEntries(names.map((name) => [name, 1])),
        grounds: { x: "Parc des Princes", t: "Parc des Princes" },
        fans: [{ x: 1 }, { x: 2 }],
      },
    ]);
    const csv = await fixture.anon.from("clubs").select("l:id, listed:name").eq("id", 1).csv();
    expect(csv.data).toBe("l,listed\n1,Paris");
  });

  test("selects a function of the row like a column", async () => {
    const { data } = await fixture.anon.from("clubs").select("id, shout").eq("shout", "LYON");
    expect(data).toEqual([{ id: 2, shout: "LYON" }]);
  });

  test("names an unknown column, table or type in the error", async () => {
    const column = await fixture.anon.from("clubs").select("nope");
    expect(column.status).toBe(400);
    expect(column.error).toMatchObject({
      code: "42703",
      message: "column clubs.nope does not exist",
    });
    const table = await fixture.anon.from("nope").select();
    expect(table.status).toBe(404);
    expect(table.error?.code).toBe("PGRST205");
    const type = await fixture.anon.from("clubs").select("id::nope");
    expect(type.error?.code).toBe("42704");
  });

  test("suggests a similar table that the role can use", async () => {
    const hint = async (name: string) => (await fixture.anon.from(name).select()).error?.hint;
    expect(await hint("club")).toBe("Perhaps you meant the table 'public.clubs'");
    expect(await hint("peoples")).not.toBe("Perhaps you meant the table 'public.people'");
    expect(await hint("xyzzy")).toBeNull();
    expect(await hint("clb")).toBeNull();
    const { client } = await fixture.member();
    const { error } = await client.from("peoples").select();
    expect(error?.hint).toBe("Perhaps you meant the table 'public.people'");
  });

  test("two embeds of a table need different names", async () => {
    const both = "countries!clubs_country_code_fkey(name), countries!clubs_second_fkey(code)";
    for (const [select, name] of [
      [both, "clubs_countries_1"],
      ["a:countries!country_code(name), a:countries!second_country_code(code)", "clubs_a_1"],
      [`id, grounds(clubs(${both}))`, "clubs_countries_3"],
    ] as const) {
      expect(await fixture.anon.from("clubs").select(select)).toMatchObject({
        status: 400,
        error: { code: "42712", message: `table name "${name}" specified more than once` },
      });
    }
    const named = await fixture.anon.from("clubs").select(`name, second:${both}`).eq("id", 1);
    expect(named.data).toEqual([
      { name: "Paris", second: { name: "France" }, countries: { code: "ES" } },
    ]);
  });

  test("counts by the short form, also of related rows", async () => {
    const all = await fixture.anon.from("clubs").select("count");
    expect(all.data).toEqual([{ count: 4 }]);
    const some = await fixture.anon.from("clubs").select("total:count::text").gt("id", 2).single();
    expect(some.data).toEqual({ total: "2" });
    const counted = await fixture.anon.from("clubs").select("count", { count: "exact" });
    expect(counted).toMatchObject({ data: [{ count: 4 }], count: 4 });
    const { data, error } = await fixture.anon
      .from("clubs")
      .select("id, fans(count), grounds(count), memberships(fans(count))")
      .order("id")
      .limit(2);
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        id: 1,
        fans: [{ count: 2 }],
        grounds: { count: 1 },
        memberships: [{ fans: { count: 1 } }, { fans: { count: 1 } }],
      },
      { id: 2, fans: [{ count: 0 }], grounds: { count: 0 }, memberships: [] },
    ]);
    const mixed = await fixture.anon.from("clubs").select("id, count");
    expect({ status: mixed.status, code: mixed.error?.code }).toEqual({
      status: 400,
      code: "42803",
    });
    const spread = await fixture.anon.from("clubs").select("id, ...fans(count)").eq("id", 1);
    expect(spread.error).toBeNull();
    const written = await fixture.service
      .from("keyless")
      .insert([{ a: 1 }, { a: 2 }])
      .select("count");
    expect(written.data).toEqual([{ count: 2 }]);
    const called = await fixture.anon.rpc("clubs_of", { country: "FR" }).select("count");
    expect(called.data).toEqual([{ count: 2 }]);
  });

  test("refuses aggregates, as a hosted project does", async () => {
    const { error, status } = await fixture.anon.from("clubs").select("count()");
    expect(status).toBe(400);
    expect(error?.code).toBe("PGRST123");
  });
});

describe("embedding", () => {
  test("follows to one, to many, one to one and through a junction", async () => {
    const { data, error } = await fixture.anon
      .from("clubs")
      .select("name, countries!clubs_country_code_fkey(name), grounds(name), fans(name)")
      .order("name", { referencedTable: "fans" })
      .order("id");
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        name: "Paris",
        countries: { name: "France" },
        grounds: { name: "Parc des Princes" },
        fans: [{ name: "Ana" }, { name: "Bob" }],
      },
      { name: "Lyon", countries: { name: "France" }, grounds: null, fans: [] },
      {
        name: 'Barça, "Més"',
        countries: { name: "Espagne" },
        grounds: { name: "Camp Nou" },
        fans: [{ name: "Ana" }],
      },
      { name: "Sans pays", countries: null, grounds: null, fans: [] },
    ]);
  });

  test("distinguishes two relationships to one table by column, constraint or alias", async () => {
    const ambiguous = await fixture.anon.from("clubs").select("countries(name)");
    expect(ambiguous.status).toBe(300);
    expect(ambiguous.error?.code).toBe("PGRST201");
    expect(ambiguous.error?.hint).toContain("countries!clubs_second_fkey");
    const { data } = await fixture.anon
      .from("clubs")
      .select("first:country_code(name), second:countries!clubs_second_fkey(name)")
      .eq("id", 1);
    expect(data).toEqual([{ first: { name: "France" }, second: { name: "Espagne" } }]);
  });

  test("means the table by a column or constraint, never a view that shows it", async () => {
    const { data, error } = await fixture.anon
      .from("memberships")
      .select("club:club_id(name), fan:memberships_fan_id_fkey(name), active_clubs(name)")
      .eq("club_id", 1)
      .eq("fan_id", 1);
    expect(error).toBeNull();
    expect(data).toEqual([
      { club: { name: "Paris" }, fan: { name: "Ana" }, active_clubs: { name: "Paris" } },
    ]);
    const ambiguous = await fixture.anon.from("clubs").select("countries(name)");
    const hints = ambiguous.error?.hint?.match(/'[^']*!.*?'/g);
    expect(hints).toEqual(["'countries!clubs_country_code_fkey'", "'countries!clubs_second_fkey'"]);
  });

  test("suggests a related table for an unknown one", async () => {
    const { error } = await fixture.anon.from("clubs").select("ground(name)");
    expect(error).toMatchObject({
      code: "PGRST200",
      hint: "Perhaps you meant 'grounds' instead of 'ground'.",
    });
  });

  test("follows a self-reference: by table name to many, by column to one", async () => {
    const { client } = await fixture.member();
    const { data, error } = await client
      .from("people")
      .select("name, boss:boss_id(name), team:people(name)")
      .order("id");
    expect(error).toBeNull();
    expect(data).toEqual([
      { name: "Chief", boss: null, team: [{ name: "Second" }, { name: "Third" }] },
      { name: "Second", boss: { name: "Chief" }, team: [] },
      { name: "Third", boss: { name: "Chief" }, team: [] },
    ]);
  });

  test("follows a key of two columns", async () => {
    const { data } = await fixture.anon
      .from("cards")
      .select("number, memberships(since, fans(name))")
      .order("number");
    expect(data).toEqual([
      { number: 11, memberships: { since: 2001, fans: { name: "Ana" } } },
      { number: 12, memberships: { since: 2002, fans: { name: "Bob" } } },
      { number: 99, memberships: null },
    ]);
  });

  test("filters, orders and limits inside; !inner narrows the rows outside", async () => {
    const { data } = await fixture.anon
      .from("countries")
      .select("name, clubs!clubs_country_code_fkey(name)")
      .eq("clubs.mood", "happy")
      .order("name");
    expect(data?.map((row) => row.clubs.length)).toEqual([0, 0, 1]);
    const inner = await fixture.anon
      .from("countries")
      .select("name, clubs!clubs_country_code_fkey!inner(name)", { count: "exact" })
      .or("mood.eq.happy,name.ilike.bar*", { referencedTable: "clubs" })
      .order("name");
    expect(inner.error).toBeNull();
    expect(inner.count).toBe(2);
    expect(inner.data).toEqual([
      { name: "Espagne", clubs: [{ name: 'Barça, "Més"' }] },
      { name: "France", clubs: [{ name: "Paris" }] },
    ]);
    const limited = await fixture.anon
      .from("countries")
      .select("name, clubs!clubs_country_code_fkey(name)")
      .eq("code", "FR")
      .order("name", { referencedTable: "clubs", ascending: false })
      .limit(1, { referencedTable: "clubs" });
    expect(limited.data).toEqual([{ name: "France", clubs: [{ name: "Paris" }] }]);
  });

  test("selects rows with and without related rows", async () => {
    const without = await fixture.anon.from("clubs").select("name, grounds()").is("grounds", null);
    expect(without.data?.map((row) => row.name)).toEqual(["Lyon", "Sans pays"]);
    const either = await fixture.anon
      .from("clubs")
      .select("id, grounds(), fans()")
      .or("grounds.not.is.null,fans.not.is.null")
      .order("id");
    expect(either.data).toEqual([{ id: 1 }, { id: 3 }]);
  });

  test("spreads one and many", async () => {
    const { data, error } = await fixture.anon
      .from("clubs")
      .select("id, ...grounds(ground:name), ...fans(fan_names:name)")
      .lte("id", 2)
      .order("name", { referencedTable: "fans" })
      .order("id");
    expect(error).toBeNull();
    expect(data).toEqual([
      { id: 1, ground: "Parc des Princes", fan_names: ["Ana", "Bob"] },
      { id: 2, ground: null, fan_names: [] },
    ]);
  });

  test("orders by a related row", async () => {
    const { data, error } = await fixture.anon
      .from("clubs")
      .select("id, country:country_code(name)")
      .order("country(name)", { ascending: true, nullsFirst: true })
      .order("id");
    expect(error).toBeNull();
    expect(data?.map((row) => row.id)).toEqual([4, 3, 1, 2]);
    const many = await fixture.anon.from("clubs").select("id, fans(name)").order("fans(name)");
    expect(many.error?.code).toBe("PGRST118");
  });

  test("follows a view's columns like its tables'", async () => {
    const { data, error } = await fixture.anon
      .from("club_names")
      .select("name, countries(name), grounds(name)")
      .eq("club_id", 3);
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        name: 'Barça, "Més"',
        countries: { name: "Espagne" },
        grounds: { name: "Camp Nou" },
      },
    ]);
  });

  test("follows functions of a row that return rows", async () => {
    const { data, error } = await fixture.anon
      .from("clubs")
      .select("id, neighbours(name, countries!clubs_country_code_fkey(name)), home_of!inner(name)")
      .lte("id", 2)
      .order("id");
    expect(error).toBeNull();
    const countries = { name: "France" };
    expect(data).toEqual([
      { id: 1, neighbours: [{ name: "Lyon", countries }], home_of: countries },
      { id: 2, neighbours: [{ name: "Paris", countries }], home_of: countries },
    ]);
    const called = await fixture.anon
      .rpc("clubs_of", { country: "FR" })
      .select("id, neighbours(id)")
      .order("id");
    expect(called.data).toMatchObject([{ id: 1, neighbours: [{ id: 2 }] }, { id: 2 }]);
    const changed = await fixture.anon
      .from("clubs")
      .update({ price: 1 })
      .eq("id", 2)
      .select("id, home_of(code)");
    expect(changed.data).toEqual([{ id: 2, home_of: { code: "FR" } }]);
  });

  test("refuses unrelated and unsupported embeds", async () => {
    const unrelated = await fixture.anon.from("fans").select("countries(name)");
    expect(unrelated.status).toBe(400);
    expect(unrelated.error?.code).toBe("PGRST200");
    const absent = await fixture.anon.from("clubs").select("id").eq("fans.name", "Ana");
    expect(absent.error?.code).toBe("PGRST108");
    const operator = await fixture.anon.from("clubs").select("id, fans()").eq("fans", "x");
    expect(operator.error?.code).toBe("PGRST120");
  });
});

describe("pages and counts", () => {
  test("combines range, limit and offset with an exact count", async () => {
    const page = await fixture.anon
      .from("clubs")
      .select("id", { count: "exact" })
      .order("id")
      .range(1, 2);
    expect(page).toMatchObject({ status: 206, count: 4, data: [{ id: 2 }, { id: 3 }] });
    const last = await fixture.anon
      .from("clubs")
      .select("id", { count: "exact" })
      .order("id")
      .range(3, 9);
    expect(last).toMatchObject({ status: 206, count: 4, data: [{ id: 4 }] });
    const all = await fixture.anon.from("clubs").select("id", { count: "exact" });
    expect(all).toMatchObject({ status: 200, count: 4 });
  });

  test("returns nothing beyond the last row", async () => {
    const { status, error } = await fixture.anon
      .from("clubs")
      .select("id", { count: "exact" })
      .range(10, 20);
    expect(status).toBe(416);
    expect(error?.code).toBe("PGRST103");
    const uncounted = await fixture.anon.from("clubs").select("id").range(10, 20);
    expect(uncounted).toMatchObject({ status: 200, data: [] });
  });

  test("counts without rows", async () => {
    const head = await fixture.anon.from("clubs").select("*", { count: "exact", head: true });
    expect(head).toMatchObject({ count: 4, data: null, error: null });
    const some = await fixture.anon
      .from("clubs")
      .select("*", { count: "exact", head: true })
      .eq("country_code", "FR");
    expect(some.count).toBe(2);
  });

  test("estimates few rows exactly, and many by the planner", async () => {
    const estimated = await fixture.anon.from("clubs").select("id", { count: "estimated" });
    expect(estimated.count).toBe(4);
    const planned = await fixture.anon.from("clubs").select("id", { count: "planned" });
    expect(planned.error).toBeNull();
    expect(planned.count).toBeGreaterThan(0);
  });

  test("reads the Range header", async () => {
    const answer = await fixture.get("/clubs?select=id&order=id", {
      headers: { range: "1-2", prefer: "count=exact" },
    });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe("1-2/4");
    expect(answer.headers.get("preference-applied")).toBe("count=exact");
    const wrong = await fixture.get("/clubs", { headers: { range: "5-2" } });
    expect(wrong.status).toBe(416);
  });

  test.each([
    ["1000-1019", "", [1000, 1019]],
    ["800-1199", "", [800, 1199]],
    ["1100-", "", [1100, 1199]],
    ["0-", "", [0, 999]],
    ["50-", "", [50, 1049]],
    ["500-1499", "&limit=2000", [500, 1199]],
    ["100-1150", "&offset=90&limit=1100", [100, 1099]],
    ["items=0-9", "", [0, 999]],
  ])("restricts the rows of the range %s%s from its own start", async (range, more, rows) => {
    await fixture.sql("insert into keyless select n, 0 from generate_series(0, 1199) n");
    const answers = await Promise.all(
      ["keyless", "rpc/keyless_rows"].map((name) =>
        fixture.get(`/${name}?select=a&order=a${more}`, { headers: { range } }),
      ),
    );
    await fixture.sql("delete from keyless");
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-range")).toBe(`${rows.join("-")}/*`);
      const [first, last] = rows as [number, number];
      expect(await answer.json()).toHaveLength(last - first + 1);
    }
  });

  test("names the total when the first row is beyond it", async () => {
    const [table, head, called] = await Promise.all([
      fixture.get("/clubs?offset=10", { headers: { prefer: "count=exact" } }),
      fixture.get("/clubs?offset=10", { method: "HEAD", headers: { prefer: "count=exact" } }),
      fixture.get("/rpc/clubs_of?country=FR&offset=10", { headers: { prefer: "count=exact" } }),
    ]);
    const answers = [table, head, called].map(({ status, headers }) => [
      status,
      headers.get("content-range"),
    ]);
    expect(answers).toEqual([
      [416, "*/4"],
      [416, "*/4"],
      [416, "*/2"],
    ]);
    // Which rows are there is not known when the request itself is wrong.
    expect((await fixture.get("/clubs?limit=-1")).headers.get("content-range")).toBeNull();
  });

  test("answers no rows for limit=0 within any range, and refuses ranges without a common row", async () => {
    const none = await fixture.get("/clubs?limit=0", { headers: { range: "5-9" } });
    expect([none.status, await none.json()]).toEqual([200, []]);
    const apart = await fixture.get("/clubs?offset=5", { headers: { range: "0-4" } });
    expect(apart.status).toBe(416);
  });

  test("answers a negative limit as out of range, and refuses one that is no number", async () => {
    expect((await fixture.get("/clubs?limit=-1")).status).toBe(416);
    expect((await fixture.get("/clubs?limit=abc")).status).toBe(200);
    expect((await fixture.get("/clubs?limit=0")).status).toBe(200);
    expect((await fixture.get(`/clubs?offset=${"9".repeat(40)}`)).status).toBe(200);
  });
});

describe("formats", () => {
  test("returns a single object, or null if allowed", async () => {
    const one = await fixture.anon.from("clubs").select("name").eq("id", 2).single();
    expect(one.data).toEqual({ name: "Lyon" });
    const none = await fixture.anon.from("clubs").select("name").eq("id", 99).single();
    expect(none.status).toBe(406);
    expect(none.error).toMatchObject({
      code: "PGRST116",
      details: "The result contains 0 rows",
      message: "Cannot coerce the result to a single JSON object",
    });
    const several = await fixture.anon.from("clubs").select("name").single();
    expect(several.error?.details).toBe("The result contains 4 rows");
    const maybe = await fixture.anon.from("clubs").select("name").eq("id", 99).maybeSingle();
    expect(maybe).toMatchObject({ data: null, error: null });
  });

  test("CSV", async () => {
    const { data } = await fixture.anon.from("clubs").select("id, name").order("id").csv();
    expect(data).toBe('id,name\n1,Paris\n2,Lyon\n3,"Barça, ""Més"""\n4,"Sans pays"');
    const empty = await fixture.anon.from("clubs").select("id").eq("id", 0).csv();
    expect(empty.data ?? "").toBe("");
  });

  test("omits nulls", async () => {
    const { data } = await fixture.anon.from("clubs").select("id, mood").eq("id", 4).stripNulls();
    expect(data).toEqual([{ id: 4 }]);
  });

  test("refuses plans and GeoJSON", async () => {
    const plan = await fixture.anon.from("clubs").select().explain();
    expect(plan.status).toBe(406);
    expect(plan.error?.code).toBe("PGRST107");
    expect((await fixture.anon.from("clubs").select().geojson()).status).toBe(406);
  });
});
