import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ApiError } from "../errors.ts";
import { parseTest } from "./filter.ts";
import { parseGroup } from "./logic.ts";

describe("a filter's value", () => {
  test.each<[string, object]>([
    ["eq.1", { kind: "compare", operator: "=", value: "1" }],
    ["eq.", { kind: "compare", operator: "=", value: "" }],
    ["eq.a.b,(c)", { kind: "compare", operator: "=", value: "a.b,(c)" }],
    ['eq."quoted"', { kind: "compare", operator: "=", value: '"quoted"' }],
    ["gte(any).{1,2}", { kind: "compare", operator: ">=", quantifier: "any", value: "{1,2}" }],
    ["like(all).{a*,b}", { kind: "like", operator: "like", quantifier: "all", value: "{a*,b}" }],
    ["ilike.*x*", { kind: "like", operator: "ilike", value: "*x*" }],
    ["in.(1,2)", { kind: "in", values: ["1", "2"] }],
    ['in.("a,b","c\\"d")', { kind: "in", values: ["a,b", 'c"d'] }],
    ["in.()", { kind: "in", values: [] }],
    ['in.("")', { kind: "in", values: [] }],
    ["in.(a,)", { kind: "in", values: ["a", ""] }],
    ["is.null", { kind: "is", value: "null" }],
    ["is.NOT_NULL", { kind: "is", value: "not null" }],
    ["isdistinct.x", { kind: "distinct", value: "x" }],
    ["fts.cat", { kind: "search", query: "to_tsquery", value: "cat" }],
    [
      "wfts(french).chat",
      { kind: "search", query: "websearch_to_tsquery", language: "french", value: "chat" },
    ],
    ["cs.{a}", { kind: "compare", operator: "@>", value: "{a}" }],
    ["adj.[1,2)", { kind: "compare", operator: "-|-", value: "[1,2)" }],
  ])("%s", (text, expected) => {
    expect(parseTest(text)).toEqual({ not: false, test: expected });
    expect(parseTest(`not.${text}`)).toEqual({ not: true, test: expected });
  });

  test.each([
    "",
    "1",
    "eq",
    "noop.1",
    "constructor.1",
    "__proto__.1",
    "cs(any).{}",
    "eq(some).1",
    "in.1",
    "in.(1",
    "in.(1))",
    "is.maybe",
    "is.constructor",
    "not.not.eq.1",
  ])("refuses %j", (text) => {
    expect(() => parseTest(text)).toThrow(ApiError);
  });

  test("keeps any value unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        expect(parseTest(`eq.${value}`).test).toMatchObject({ value });
      }),
    );
  });

  test("keeps any values of a list in quotes", () => {
    const lists = fc.array(fc.string({ unit: "binary" }), { minLength: 2 });
    fc.assert(
      fc.property(lists, (values) => {
        const quoted = values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`);
        expect(parseTest(`in.(${quoted.join()})`).test).toEqual({ kind: "in", values });
      }),
    );
  });
});

describe("and, or", () => {
  const filter = (name: string, value: string, not = false) => ({
    kind: "filter",
    field: { name, path: [] },
    not,
    test: { kind: "compare", operator: "=", value },
  });

  test("nest", () => {
    expect(parseGroup("or", false, "(a.eq.1, not.and(b.not.eq.2,c.eq.3))")).toEqual({
      kind: "or",
      not: false,
      terms: [
        filter("a", "1"),
        { kind: "and", not: true, terms: [filter("b", "2", true), filter("c", "3")] },
      ],
    });
  });

  test("read columns named like the operators", () => {
    expect(parseGroup("or", true, "(or.eq.1,and.eq.2,not.eq.3)")).toEqual({
      kind: "or",
      not: true,
      terms: [filter("or", "1"), filter("and", "2"), filter("not", "3")],
    });
  });

  test("end values at a comma or parenthesis, unless quoted or in braces", () => {
    const { terms } = parseGroup("or", false, '(a.eq."x,)",b.cs.{1,2},c.in.(1,2),d.eq.a"b)');
    expect(terms.map((term) => term.kind === "filter" && term.test)).toEqual([
      { kind: "compare", operator: "=", value: "x,)" },
      { kind: "compare", operator: "@>", value: "{1,2}" },
      { kind: "in", values: ["1", "2"] },
      { kind: "compare", operator: "=", value: 'a"b' },
    ]);
  });

  test.each([
    "",
    "()",
    "(",
    "a.eq.1",
    "(a.eq.1",
    "(a.eq.1))",
    "(a)",
    "(a.eq)",
    "(and())",
    "(a.eq.1,)",
  ])("refuses %j", (text) => {
    expect(() => parseGroup("and", false, text)).toThrow(ApiError);
  });

  test("are bounded in depth", () => {
    const nested = `${"(and".repeat(10_000)}(a.eq.1)${")".repeat(10_000)}`;
    expect(() => parseGroup("or", false, nested)).toThrow(ApiError);
  });

  test("keep any value in quotes unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const quoted = `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
        const { terms } = parseGroup("or", false, `(a.eq.${quoted},b.eq.1)`);
        expect(terms[0]).toMatchObject({ test: { value } });
      }),
    );
  });
});
