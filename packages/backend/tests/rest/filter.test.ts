import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startBackendFixture, type BackendFixture } from "./fixture.ts";

let fixture: BackendFixture;
beforeAll(async () => void (fixture = await startBackendFixture()));
afterAll(() => fixture.close());

const clubs = () => fixture.anon.from("clubs").select("id").order("id");

/** The ids of the clubs found, or the error's code. */
async function found(query: ReturnType<typeof clubs>): Promise<number[] | string> {
  const { data, error } = await query;
  return error ? error.code : data.map(({ id }) => id as number);
}

describe("operators", () => {
  test("comparison", async () => {
    expect(await found(clubs().eq("name", "Lyon"))).toEqual([2]);
    expect(await found(clubs().neq("id", 2))).toEqual([1, 3, 4]);
    expect(await found(clubs().gt("id", 2))).toEqual([3, 4]);
    expect(await found(clubs().gte("id", 2).lt("id", 4))).toEqual([2, 3]);
    expect(await found(clubs().lte("price", 5))).toEqual([3]);
  });

  test("patterns", async () => {
    expect(await found(clubs().like("name", "L%"))).toEqual([2]);
    expect(await found(clubs().like("name", "L*n"))).toEqual([2]);
    expect(await found(clubs().ilike("name", "%PARI%"))).toEqual([1]);
    expect(await found(clubs().likeAnyOf("name", ["P%", "L%"]))).toEqual([1, 2]);
    expect(await found(clubs().likeAllOf("name", ["%a%", "P%"]))).toEqual([1]);
    expect(await found(clubs().ilikeAnyOf("name", ["p%", "l%"]))).toEqual([1, 2]);
    expect(await found(clubs().ilikeAllOf("name", ["%A%", "p%"]))).toEqual([1]);
    expect(await found(clubs().regexMatch("name", "^(Paris|Lyon)$"))).toEqual([1, 2]);
    expect(await found(clubs().regexIMatch("name", "^paris$"))).toEqual([1]);
    expect(await found(clubs().filter("name", "eq(any)", '{Paris,"Sans pays"}'))).toEqual([1, 4]);
  });

  test("null, true and distinct", async () => {
    expect(await found(clubs().is("mood", null))).toEqual([3, 4]);
    expect(await found(clubs().not("mood", "is", null))).toEqual([1, 2]);
    expect(await found(clubs().filter("mood", "is", "not_null"))).toEqual([1, 2]);
    expect(await found(clubs().isDistinct("mood", "happy"))).toEqual([2, 3, 4]);
  });

  test("lists with every character quoted", async () => {
    expect(await found(clubs().in("id", [1, 3, 99]))).toEqual([1, 3]);
    expect(await found(clubs().in("name", ["Paris", 'Barça, "Més"']))).toEqual([1]);
    expect(await found(clubs().filter("name", "in", String.raw`("Barça, \"Més\"",Lyon)`))).toEqual([
      2, 3,
    ]);
    expect(await found(clubs().in("id", []))).toEqual([]);
    expect(await found(clubs().notIn("id", [1, 2]))).toEqual([3, 4]);
    expect(await found(clubs().in("mood", ["happy", "sad"]))).toEqual([1, 2]);
  });

  test("arrays, ranges and JSON", async () => {
    expect(await found(clubs().contains("tags", ["big"]))).toEqual([1, 3]);
    expect(await found(clubs().containedBy("tags", ["liga", "big"]))).toEqual([3, 4]);
    expect(await found(clubs().overlaps("tags", ["liga", "ligue1"]))).toEqual([1, 2, 3]);
    expect(await found(clubs().contains("info", { titles: [1] }))).toEqual([1]);
    expect(await found(clubs().rangeGt("founded", "[1900,1901)"))).toEqual([1, 2]);
    expect(await found(clubs().rangeAdjacent("founded", "[2030,2040)"))).toEqual([1, 2, 3]);
    expect(await found(clubs().rangeLt("founded", "[2040,2050)"))).toEqual([1, 2, 3]);
    expect(await found(clubs().rangeGte("founded", "[1950,1951)"))).toEqual([1, 2]);
    expect(await found(clubs().rangeLte("founded", "[1800,1900)"))).toEqual([]);
    expect(await found(clubs().overlaps("founded", "[1900,1901)"))).toEqual([3]);
    expect(await found(clubs().eq("info->colour->>home", "blanc"))).toEqual([2]);
    expect(await found(clubs().eq("info->titles->>-1", "2"))).toEqual([1]);
  });

  test("full-text search on text and on tsvector", async () => {
    expect(await found(clubs().textSearch("search", "paris", { config: "simple" }))).toEqual([1]);
    expect(await found(clubs().textSearch("name", "paris", { config: "simple" }))).toEqual([1]);
    for (const type of ["plain", "phrase", "websearch"] as const) {
      expect(
        await found(clubs().textSearch("name", "sans pays", { type, config: "simple" })),
      ).toEqual([4]);
    }
  });

  test("several on one column, and match", async () => {
    expect(await found(clubs().gt("id", 1).gt("id", 2))).toEqual([3, 4]);
    expect(await found(clubs().match({ id: 1, name: "Paris" }))).toEqual([1]);
  });
});

describe("and, or, not", () => {
  test("nested, with quoted values", async () => {
    expect(await found(clubs().or("id.eq.1,name.eq.Lyon"))).toEqual([1, 2]);
    expect(await found(clubs().or(String.raw`name.eq."Barça, \"Més\"",id.eq.1`))).toEqual([1, 3]);
    expect(await found(clubs().or("id.in.(1,2),and(id.gt.3,not.or(id.eq.9,id.eq.8))"))).toEqual([
      1, 2, 4,
    ]);
    expect(await found(clubs().or("tags.cs.{liga,big},mood.eq.sad"))).toEqual([2, 3]);
    expect(await found(clubs().or("mood.is.null, id.eq.1"))).toEqual([1, 3, 4]);
    expect(await found(clubs().or("info->colour->>home.eq.bleu,id.eq.4"))).toEqual([1, 4]);
  });

  test("as separate parameters", async () => {
    const ids = async (query: string) =>
      (
        (await (await fixture.get(`/clubs?select=id&order=id&${query}`)).json()) as { id: number }[]
      ).map(({ id }) => id);
    expect(await ids("not.or=(id.eq.1,id.eq.2)")).toEqual([3, 4]);
    expect(await ids("and=(id.gt.1,id.lt.4)")).toEqual([2, 3]);
    expect(await ids("not.and=(id.gt.1,id.lt.4)")).toEqual([1, 4]);
  });
});

describe("order", () => {
  const names = async (column: string, options?: { ascending?: boolean; nullsFirst?: boolean }) => {
    const { data, error } = await fixture.anon
      .from("clubs")
      .select("id")
      .order(column, options)
      .order("id");
    return error ? error.code : data.map(({ id }) => id as number);
  };

  test("in both directions, with nulls first or last", async () => {
    expect(await names("id", { ascending: false })).toEqual([4, 3, 2, 1]);
    expect(await names("mood", { nullsFirst: true })).toEqual([3, 4, 1, 2]);
    expect(await names("mood", { ascending: false, nullsFirst: false })).toEqual([2, 1, 3, 4]);
    expect(await names("info->colour->>home")).toEqual([2, 1, 3, 4]);
    expect(await names("shout", { ascending: false })).toEqual([4, 1, 2, 3]);
  });

  test("refused when invalid", async () => {
    expect((await fixture.get("/clubs?order=id.up")).status).toBe(400);
    expect(await names("nope")).toBe("42703");
  });
});

describe("errors", () => {
  test("for a value that doesn't fit the column's type", async () => {
    const { error, status } = await fixture.anon.from("clubs").select().eq("id", "one");
    expect(status).toBe(400);
    expect(error?.code).toBe("22P02");
    expect(error?.message).toBe('invalid input syntax for type integer: "one"');
  });

  test("for an unknown operator, with PostgREST's text", async () => {
    const answer = await fixture.get("/clubs?id=noop.1");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      code: "PGRST100",
      details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
      hint: null,
      message: '"failed to parse filter (noop.1)" (line 1, column 1)',
    });
  });
});
