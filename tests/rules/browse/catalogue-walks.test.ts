import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  APPLY_CATALOGUE,
  createCatalogueFixture,
  readBeyond,
  SORTS,
  type Filter,
  walk,
} from "../support/catalogue-fixture.ts";
import { createRules, PERSONAS, type Rules, type Scenario } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
  await createCatalogueFixture(rules);
  const { system, ids } = rules;
  // Some of the owner's are the others', too: three own them.
  await system(
    `insert into user_collections (user_id, jersey_id)
     select member.id, jersey.id from jerseys jersey cross join unnest($1::uuid[]) member (id)
     where hashtext(title || 'a') % 14 = 0`,
    [[ids.stranger, ids.admin]],
  );
  await system(APPLY_CATALOGUE);
});
afterAll(() => rules.close());

const PAGE = "select catalogue_page($1, $2, $3)";
const COUNTS = "select * from catalogue_counts($1)";

/** What each order compares, the first first, in SQL written without the catalogue's own tables. */
const ORDERS: Record<(typeof SORTS)[number], string> = {
  best: "j.score desc, j.created_at desc, j.id desc",
  newest: "j.created_at desc, j.id desc",
  year: "worn desc, j.created_at desc, j.id desc",
  oldest: "worn, j.created_at, j.id",
  owned: `(select case when count(*) >= 3 then count(*) else 0 end from user_collections where jersey_id = j.id) desc, j.created_at desc, j.id desc`,
};

async function inOrder({ system }: Scenario, sort: (typeof SORTS)[number]): Promise<string[]> {
  const { rows } = await system(
    `select j.id from (
       select *, coalesce(year, left((select code from seasons where id = season_id), 4)::int) as worn
       from jerseys where status = 'approved' and is_active) j
     order by ${ORDERS[sort]}`,
  );
  return rows.map(({ id }) => id as string);
}

const settle = ({ system }: Scenario) => system(APPLY_CATALOGUE);

describe("a walk through every step", () => {
  it.each(SORTS)("shows every public jersey once, in the order of %s, to everyone", (sort) =>
    rules.scenario(async (scenario) => {
      const expected = await inOrder(scenario, sort);
      for (const persona of PERSONAS) {
        expect(await walk(scenario, persona, {}, sort), persona).toEqual(expected);
      }
    }),
  );

  it.each(SORTS)("by %s shows what stays where it is once, while others move and go", (sort) =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      // Half of the orders by cells, half in order.
      if (SORTS.indexOf(sort) % 2 > 0) await readBeyond(scenario, { few: 0, lookedAt: 100 });
      const expected = await inOrder(scenario, sort);
      const moved = new Set<string>();
      const gone: string[] = [];
      let step = 0;
      const shown = await walk(scenario, "visitor", {}, sort, async () => {
        step += 1;
        const { rows: voted } = await system(
          `update jerseys set upvotes = abs(hashtext(id || $1)) % 90, downvotes = abs(hashtext($1 || id)) % 20
           where abs(hashtext(id || $1 || 'v')) % 9 = 0
           returning id`,
          [String(step)],
        );
        const { rows: dated } = await system(
          `update jerseys set year = 1990 + $1::int, colors = '{pink}'
           where id in (
             select id from jerseys where status = 'approved' and is_active
             order by hashtext(id || $1::text) limit 4)
           returning id`,
          [step],
        );
        for (const { id } of [...voted, ...dated]) moved.add(id);
        const { rows } = await system(
          "update jerseys set is_active = false where id = $1 returning id",
          [expected.at(-step * 5)],
        );
        gone.push(...rows.map(({ id }) => id as string));
        await settle(scenario);
      });
      const stayed = (list: readonly string[]) =>
        list.filter((id) => !moved.has(id) && !gone.includes(id));
      expect(stayed(expected).length).toBeGreaterThan(10);
      expect(stayed(shown)).toEqual(stayed(expected));
      expect(await walk(scenario, "visitor", {}, sort)).toEqual(await inOrder(scenario, sort));
    }),
  );
});

describe("highest score", () => {
  it("orders by the score of all votes, then the newest", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const { rows } = await system(
        "select id from jerseys where status = 'approved' and is_active order by created_at limit 5",
      );
      const [a, b, c, d, e] = rows.map(({ id }) => id as string);
      await system("update jerseys set upvotes = 0, downvotes = 0");
      for (const [id, up, down] of [
        [a, 60, 40],
        [b, 131, 9],
        // Of equal scores the newer one.
        [c, 20, 0],
        [d, 9, 0],
        [e, 0, 9],
      ]) {
        await system("update jerseys set upvotes = $2, downvotes = $3 where id = $1", [
          id,
          up,
          down,
        ]);
      }
      await settle(scenario);
      const shown = await walk(scenario, "visitor", {});
      expect(shown.slice(0, 4)).toEqual([b, c, a, d]);
      expect(shown.at(-1)).toBe(e);
      expect(shown).toEqual(await inOrder(scenario, "best"));
    }));
});

describe("bad input", () => {
  const cursors = async () => {
    const { rows } = await rules.system("select catalogue_page('{}', 'best') as page");
    return (rows[0].page as { next: string }).next;
  };

  it.each([
    ["a list", []],
    ["nothing", null],
    ["a text", "soccer"],
    ["an unknown filter", { colour: ["red"] }],
    ["a number where texts belong", { kit: 7 }],
    ["numbers in a list", { kit: [1] }],
    ["null in a list", { kit: [null] }],
    ["lists in a list", { kit: [["home"]] }],
    ["eleven values", { color: Array.from({ length: 11 }, (_, n) => `c${n}`) }],
    ["reversed years", { from: 2001, to: 1999 }],
    ["a year as text", { from: "1999" }],
    ["half a year", { from: 1999.5 }],
    ["a huge year", { to: 99999 }],
    ["a year before all", { from: -1 }],
    ["words as a list", { q: ["lion"] }],
    ["endless words", { q: "a".repeat(1001) }],
    ["the own side of nobody", { own: ["collection"] }],
  ])("%s is refused with 22023", async (_, filter) => {
    const given = JSON.stringify(filter);
    expect(
      await rules.scenario(({ outcome }) => outcome("visitor", PAGE, [given, "best", null])),
    ).toBe("22023");
    expect(await rules.scenario(({ outcome }) => outcome("visitor", COUNTS, [given]))).toBe(
      "22023",
    );
  });

  it.each(['{"from": 1e400}', '{"to": 1e131071}', '{"from": -1e400}'])(
    "%s is refused",
    async (given) => {
      expect(await rules.scenario(({ outcome }) => outcome("visitor", COUNTS, [given]))).toBe(
        "22023",
      );
    },
  );

  it("null bytes are refused before they arrive", async () => {
    const given = String.raw`{"q": "a\u0000b"}`;
    expect(await rules.scenario(({ outcome }) => outcome("visitor", COUNTS, [given]))).toBe(
      "22P05",
    );
  });

  it("an order that doesn't exist, or a cursor of another order, is refused", async () => {
    const next = await cursors();
    for (const values of [
      ["{}", "worst", null],
      ["{}", null, null],
      ["{}", "newest", next],
      ["{}", "best", next.replace(/_[^_]*$/, "_x")],
      ["{}", "best", next.replace(/^best_[^_]+/, "best_1e999")],
      ["{}", "best", "9".repeat(100_000)],
      ["{}", "best", ""],
    ]) {
      expect(await rules.scenario(({ outcome }) => outcome("visitor", PAGE, values))).toBe("22023");
    }
  });

  it.each(["-3", "1e300", "1999.5"])("the year %s in a cursor is no error", async (year) => {
    for (const sort of ["year", "oldest"]) {
      const after = `${sort}_${year}_1_00000000-0000-0000-0000-000000000000`;
      expect(
        await rules.scenario(({ outcome }) => outcome("visitor", PAGE, ["{}", sort, after])),
      ).toBe(1);
    }
  });

  it("a cursor outside of the filter's years shows no other year", () =>
    rules.scenario(async (scenario) => {
      const nobody = "1_00000000-0000-0000-0000-000000000000";
      for (const [sort, year] of [
        ["oldest", 1980],
        ["year", 2024],
      ] as const) {
        const filter = { from: 1999, to: 2004 };
        const { rows } = await scenario.as("visitor", PAGE, [
          JSON.stringify(filter),
          sort,
          `${sort}_${year}_${nobody}`,
        ]);
        expect(rows[0].catalogue_page).toEqual(
          (await scenario.as("visitor", PAGE, [JSON.stringify(filter), sort, null])).rows[0]
            .catalogue_page,
        );
      }
    }));

  it.each([
    ["oldest", { to: 1990 }, "oldest_2005_1_00000000-0000-0000-0000-000000000000"],
    ["year", { from: 2005 }, "year_1990_1_00000000-0000-0000-0000-000000000000"],
    ["oldest", { to: 1901, sport: ["soccer"] }, null],
    ["year", { to: 1901, sport: ["soccer"] }, null],
    ["year", { from: 2090 }, null],
  ])("by %s, %o after %s shows nothing", (sort, filter, after) =>
    rules.scenario(async (scenario) => {
      const { rows } = await scenario.as("visitor", PAGE, [JSON.stringify(filter), sort, after]);
      expect(rows[0].catalogue_page).toEqual({ ids: [], next: null });
    }),
  );

  it("values that don't exist show nothing", () =>
    rules.scenario(async (scenario) => {
      for (const filter of [
        { sport: ["SOCCER"] },
        { competition: ["liga-fermee"] },
        { team: ["ferme"] },
        { brand: ["x".repeat(5000)] },
        { photo: ["2"] },
        { q: "x" },
        { from: 3000 },
      ] satisfies Filter[]) {
        expect(await walk(scenario, "visitor", filter), JSON.stringify(filter)).toEqual([]);
        const { rows } = await scenario.as("visitor", COUNTS, [JSON.stringify(filter)]);
        expect(rows).toContainEqual({ facet: "total", value: "", jerseys: 0 });
      }
    }));

  it("whatever is sent gets an answer or an error of its own", () =>
    rules.scenario(async ({ outcome }) => {
      const anything = fc.dictionary(
        fc.constantFrom(
          "sport",
          "team",
          "kit",
          "color",
          "from",
          "to",
          "photo",
          "q",
          "own",
          "brand",
        ),
        fc.oneof(fc.jsonValue(), fc.array(fc.string({ unit: "binary" }))),
      );
      await fc.assert(
        fc.asyncProperty(anything, fc.string(), fc.string(), async (filter, sort, after) => {
          const given = JSON.stringify(filter);
          expect([0, 1, "22023", "22P05", "22P02", "22021"]).toContain(
            await outcome("visitor", PAGE, [given, "best", after || null]),
          );
          expect([0, 1, "22023", "22P05", "22P02", "22021"]).toContain(
            await outcome("owner", PAGE, [given, sort, null]),
          );
          const counted = await outcome("owner", COUNTS, [given]);
          expect(typeof counted === "number" || counted.startsWith("22")).toBe(true);
        }),
        { numRuns: 60 },
      );
    }));
});
