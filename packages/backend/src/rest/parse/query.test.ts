import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ApiError } from "../errors.ts";
import { parseOrder } from "./order.ts";
import { parseQuery } from "./query.ts";

const parse = (text: string, call = false) => parseQuery(new URLSearchParams(text), call);

function thrownBy(run: () => unknown): Error | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

describe("the query string", () => {
  test("distinguishes parameters of the request's own rows from those of embeds", () => {
    const query = parse(
      "select=id&a=eq.1&teams.b->>c=gt.2&or=(d.eq.3)&teams.not.and=(e.eq.4)&order=f&teams.order=g.desc&limit=5&teams.offset=6",
    );
    expect(query.conditions.map(({ path }) => path)).toEqual([[], ["teams"], [], ["teams"]]);
    expect(query.conditions[1]?.value).toMatchObject({
      field: { name: "b", path: [{ arrow: "->>", key: "c" }] },
    });
    expect(query.conditions[3]?.value).toMatchObject({ kind: "and", not: true });
    expect(query.orders.map(({ path }) => path)).toEqual([[], ["teams"]]);
    expect(query.slices).toEqual([
      { path: [], value: { limit: 5 } },
      { path: ["teams"], value: { offset: 6 } },
    ]);
  });

  test("of a call contains arguments and filters", () => {
    const query = parse("name=Ana&age=gt.3&text=eq&select=*", true);
    expect(query.arguments).toEqual([
      ["name", "Ana"],
      ["text", "eq"],
    ]);
    expect(query.conditions).toHaveLength(1);
  });

  test("selects everything by default", () => {
    expect(parse("").select).toEqual(parse("select=*").select);
    expect(parse("select=").select).toEqual(parse("select=*").select);
  });

  test("has a limited number of parts", () => {
    expect(() => parse(Array.from({ length: 201 }, () => "a=eq.1").join("&"))).toThrow(ApiError);
  });

  test("is parsed or refused, whatever it contains", () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), fc.boolean(), (text, call) => {
        const refused = thrownBy(() => parse(text, call));
        expect([undefined, ApiError]).toContain(refused?.constructor);
      }),
    );
  });
});

describe("order", () => {
  test.each([
    ["id", [{ field: "id" }]],
    ["id.desc.nullslast", [{ field: "id", direction: "desc", nulls: "last" }]],
    [
      "id.nullsfirst,name.asc",
      [
        { field: "id", nulls: "first" },
        { field: "name", direction: "asc" },
      ],
    ],
    ["teams(name).desc", [{ relation: "teams", field: "name", direction: "desc" }]],
  ])("%s", (text, expected) => {
    const terms = parseOrder(text).map(({ field, ...term }) => ({ ...term, field: field.name }));
    expect(terms).toEqual(expected);
  });

  test.each(["", "id.up", "id.desc.asc", "id,", "teams(name", "id.descending", "id desc.x"])(
    "refuses %j",
    (text) => {
      expect(() => parseOrder(text)).toThrow(ApiError);
    },
  );
});
