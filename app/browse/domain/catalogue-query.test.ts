import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  canonicalSearch,
  catalogueSearch,
  type CatalogueQuery,
  decadeOfQuery,
  EMPTY_QUERY,
  filterOf,
  indexedQuery,
  isFiltering,
  isIndexed,
  KNOWN_VALUES,
  LIST_FILTERS,
  MOST_VALUES,
  OWN_SIDES,
  parseCatalogue,
  setFilters,
  withDecade,
  withoutFilter,
  withoutFilters,
  withoutValues,
  withToggled,
} from "./catalogue-query.ts";
import { COLORS } from "../../shared/domain/colors.ts";
import { SORTS } from "./catalogue-sorts.ts";

const parse = (search: string) => parseCatalogue(new URLSearchParams(search));
const searchOf = (search: string) => catalogueSearch(parse(search).query);

describe("an address of the catalogue", () => {
  test.each([
    ["", ""],
    ["color=red&sport=nba", "?sport=nba&color=red"],
    ["color=blue&color=red&color=blue", "?color=red&color=blue"],
    ["team=roma&team=ajax", "?team=ajax&team=roma"],
    ["from=1999&to=1990", "?from=1990&to=1999"],
    ["decade=1990", "?from=1990&to=1999"],
    ["decade=2000&decade=1980", "?from=1980&to=2009"],
    ["decade=1990&from=2001", "?from=2001"],
    ["photo=1&photo=0", ""],
    ["q=%20bleu%20%20ciel%20&from=&to=&sort=best", "?q=bleu+ciel"],
    ["sort=oldest&after=a.b_c&photo=0&own=voted", "?photo=0&own=voted&sort=oldest&after=a.b_c"],
    ["sort=rising&color=red", "?color=red"],
    ["sort=votes", ""],
  ])("?%s becomes %s", (search, canonical) => {
    expect(searchOf(search)).toBe(canonical);
    expect(parse(search).dropped).toEqual([]);
  });

  test.each([
    ["sport=golf&sport=nba", "?sport=nba", ["sport:golf"]],
    ["kit=Home", "", ["kit:Home"]],
    ["color=mauve&color=red", "?color=red", ["color:mauve"]],
    ["from=99&to=2150", "", ["from:99", "to:2150"]],
    ["decade=1995", "", ["decade:1995"]],
    ["team=A%20B&photo=2&sort=worst&own=all", "", ["team:A B", "photo:2", "own:all", "sort:worst"]],
    ["q=x", "", ["q:x"]],
    [
      "pattern=zigzag&sponsor=a%00b&sponsor=1%261",
      "?sponsor=1%261",
      ["pattern:zigzag", "sponsor:a\u0000b"],
    ],
  ])("?%s drops and names what isn't known", (search, canonical, dropped) => {
    expect(searchOf(search)).toBe(canonical);
    expect(parse(search).dropped.map(({ name, value }) => `${name}:${value}`)).toEqual(dropped);
  });

  test("has at most ten values of a filter, and names the others", () => {
    const teams = Array.from({ length: 12 }, (_, n) => `team=t${n}`);
    const { query, dropped } = parse(teams.join("&"));
    expect(query.team).toHaveLength(MOST_VALUES);
    expect(dropped).toEqual([
      { name: "team", value: "t10", reason: "most" },
      { name: "team", value: "t11", reason: "most" },
    ]);
  });

  test("says why it leaves a value out", () => {
    const colors = COLORS.map((color) => `color=${color}`).join("&");
    const { dropped } = parse(`${colors}&from=1998&from=2002&q=x&own=all`);
    expect(dropped.map(({ name, value, reason }) => [name, value, reason])).toEqual([
      ...COLORS.slice(10).map((color) => ["color", color, "most"]),
      ["q", "x", "short"],
      ["from", "2002", "repeated"],
      ["own", "all", "unknown"],
    ]);
  });

  test("keeps a malformed cursor out, without a word", () => {
    expect(parse("after=%00&after=<b>")).toEqual({ query: EMPTY_QUERY, dropped: [] });
  });

  test("is canonical in one form only; parameters of others don't count", () => {
    const canonical = (search: string) => {
      const params = new URLSearchParams(search);
      return canonicalSearch(params, parseCatalogue(params).query);
    };
    expect(canonical("sport=nba&color=red&utm_source=x")).toBeUndefined();
    expect(canonical("color=red&sport=nba")).toBe("?sport=nba&color=red");
    expect(canonical("q=&from=&to=")).toBe("");
    expect(canonical("decade=1990")).toBe("?from=1990&to=1999");
    expect(canonical("")).toBeUndefined();
  });

  test("filters by any of its parameters, order and step included", () => {
    const filters = (search: string) => isFiltering(new URLSearchParams(search));
    expect(["sport=nba", "decade=1990", "q=a", "own=voted"].map(filters)).not.toContain(false);
    expect(["sort=votes", "after=x"].map(filters)).not.toContain(false);
    expect(["", "utm=1", "q=&from=", "sort=&after="].map(filters)).not.toContain(true);
  });
});

const slugs = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,5})?$/), {
  maxLength: MOST_VALUES,
});
const year = fc.option(fc.integer({ min: 1800, max: 2099 }), { nil: undefined });
const lists = Object.fromEntries(
  LIST_FILTERS.map((name) => {
    const known = KNOWN_VALUES[name];
    return [name, known ? fc.subarray(known.slice(0, MOST_VALUES)) : slugs];
  }),
) as Record<(typeof LIST_FILTERS)[number], fc.Arbitrary<string[]>>;
const anyQuery: fc.Arbitrary<CatalogueQuery> = fc.record({
  ...lists,
  from: year,
  to: year,
  photo: fc.constantFrom(undefined, "1" as const, "0" as const),
  q: fc.constantFrom("", "om 1993", "bleu & blanc", "Málaga+", "日本"),
  own: fc.constantFrom(undefined, ...OWN_SIDES),
  sort: fc.constantFrom(...SORTS),
  after: fc.constantFrom(undefined, "abc_1.2", "x=="),
});

const anyName = fc.constantFrom(
  ...LIST_FILTERS,
  "from",
  "to",
  "decade",
  "photo",
  "q",
  "sort",
  "after",
);

describe("any query", () => {
  test("is read from its own canonical address, which stays the same", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const search = catalogueSearch(query);
        const again = parse(search);
        expect(again.dropped).toEqual([]);
        expect(catalogueSearch(again.query)).toBe(searchOf(search.slice(1)));
        expect(
          canonicalSearch(new URLSearchParams(catalogueSearch(again.query)), again.query),
        ).toBe(undefined);
      }),
    );
  });

  test("has one canonical address, in whatever order its parameters come", () => {
    const shuffled = anyQuery.chain((query) => {
      const params = [...new URLSearchParams(catalogueSearch(query))];
      return fc.shuffledSubarray(params, { minLength: params.length }).map((mixed) => ({
        straight: catalogueSearch(query),
        mixed: new URLSearchParams(mixed),
      }));
    });
    fc.assert(
      fc.property(shuffled, ({ straight, mixed }) => {
        expect(catalogueSearch(parseCatalogue(mixed).query)).toBe(
          catalogueSearch(parse(straight).query),
        );
      }),
    );
  });

  test("never throws, and drops instead", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyName, fc.string({ unit: "binary" }))), (params) => {
        const { query } = parseCatalogue(new URLSearchParams(params));
        for (const name of LIST_FILTERS)
          expect(query[name].length).toBeLessThanOrEqual(MOST_VALUES);
      }),
    );
  });

  test("is back where it was when a value is toggled twice", () => {
    fc.assert(
      fc.property(anyQuery, fc.constantFrom("red", "black"), (query, color) => {
        const before = { ...parse(catalogueSearch(query)).query, after: undefined };
        const twice = withToggled(withToggled(before, "color", color), "color", color);
        expect(catalogueSearch(twice)).toBe(catalogueSearch(before));
      }),
    );
  });

  test("has no filters left once each is removed", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const left = setFilters(query).reduce(withoutFilter, query);
        expect(setFilters(left)).toEqual([]);
        expect(filterOf(left)).toEqual({});
        expect(withoutFilters(query)).toEqual({ ...EMPTY_QUERY, sort: query.sort });
      }),
    );
  });

  test("leads search engines to a page with at most one filter, which leads to itself", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const indexed = indexedQuery(query);
        expect(setFilters(indexed).length).toBeLessThanOrEqual(1);
        expect(isIndexed(indexed)).toBe(true);
      }),
    );
  });
});

test.each([
  ["", true],
  ["sport=nba", true],
  ["from=1990&to=1999", true],
  ["photo=1", true],
  ["sport=nba&sport=nfl", false],
  ["sport=nba&color=red", false],
  ["from=1990&to=1998", false],
  ["q=om", false],
  ["sort=newest", false],
  ["sport=nba&after=x", false],
  ["own=voted", false],
])("search engines index ?%s: %s", (search, indexed) => {
  expect(isIndexed(parse(search).query)).toBe(indexed);
});

test("a decade replaces other years, and is removed when pressed again", () => {
  const nineties = withDecade(parse("from=1985&to=1987").query, 1990);
  expect(catalogueSearch(nineties)).toBe("?from=1990&to=1999");
  expect(decadeOfQuery(nineties)).toBe(1990);
  expect(catalogueSearch(withDecade(nineties, 1990))).toBe("");
});

test("drops slugs that the database doesn't know", () => {
  const { query, dropped } = withoutValues(
    parse("team=om&team=nobody&brand=kappa").query,
    (_, value) => value !== "nobody",
  );
  expect(catalogueSearch(query)).toBe("?team=om&brand=kappa");
  expect(dropped).toEqual([{ name: "team", value: "nobody", reason: "unknown" }]);
});

test("the database gets what is set", () => {
  expect(filterOf(parse("sport=nba&decade=1990&photo=0&q=om").query)).toEqual({
    sport: ["nba"],
    from: 1990,
    to: 1999,
    photo: "0",
    q: "om",
  });
  expect(filterOf(EMPTY_QUERY)).toEqual({});
});
