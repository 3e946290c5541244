import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  byHand,
  CHOICES,
  createCatalogueWorld,
  type Filter,
  walk,
} from "./support/catalogue-world.ts";
import { createRules, type Persona, PERSONAS, type Rules, type Scenario } from "./support/rules.ts";

const SORTS = ["best", "newest", "year", "oldest", "rising", "votes"] as const;

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
  await createCatalogueWorld(rules);
});
afterAll(() => rules.close());

interface Count {
  facet: string;
  value: string;
  jerseys: number;
}

async function counts(
  { as }: Pick<Scenario, "as">,
  persona: Persona,
  filter: Filter,
): Promise<Count[]> {
  const { rows } = await as(persona, "select * from catalogue_counts($1)", [
    JSON.stringify(filter),
  ]);
  return rows as Count[];
}

async function lengthByHand({ system }: Pick<Scenario, "system">, filter: Filter, member?: string) {
  const { rows } = await system(`select count(*)::int as jerseys ${byHand(filter, member)}`);
  return rows[0].jerseys as number;
}

/** The filter after a value of a facet is chosen, in place of that facet's other values. */
function chosen(filter: Filter, { facet, value }: Count): Filter {
  if (facet === "total") return filter;
  if (facet === "without") {
    return Object.fromEntries(Object.entries(filter).filter(([name]) => name !== value));
  }
  if (facet === "decade") return { ...filter, from: Number(value), to: Number(value) + 9 };
  return { ...filter, [facet]: [value] };
}

const values = (name: keyof typeof CHOICES, most = 3) =>
  fc.uniqueArray(fc.constantFrom(...CHOICES[name]), { minLength: 1, maxLength: most });
const year = fc.integer({ min: 1980, max: 2025 });
const filters = fc
  .record(
    {
      sport: values("sport"),
      competition: values("competition"),
      team: values("team"),
      brand: values("brand"),
      kit: values("kit"),
      color: values("color"),
      photo: values("photo", 1),
      from: year,
      to: year,
      q: fc.constantFrom("tigre", "maillot lion", "ours lio", "Tigre"),
      own: fc.uniqueArray(fc.constantFrom("collection", "wishlist", "neither", "voted"), {
        minLength: 1,
        maxLength: 2,
      }),
    },
    { requiredKeys: [] },
  )
  .map((filter): Filter => {
    const { from, to } = filter;
    return from !== undefined && to !== undefined && from > to
      ? { ...filter, from: to, to: from }
      : filter;
  })
  // Two to four filters leave something to count.
  .filter((filter) => Object.keys(filter).length <= 5);

describe("catalogue_counts", () => {
  it(
    "says of every value how many jerseys choosing it shows, as counted by hand",
    () =>
      rules.scenario(async (scenario) => {
        await fc.assert(
          fc.asyncProperty(filters, fc.nat(), async (filter, seed) => {
            const persona = filter.own ? "owner" : "visitor";
            const given = await counts(scenario, persona, filter);
            expect(new Set(given.map(({ facet, value }) => `${facet} ${value}`)).size).toBe(
              given.length,
            );
            for (const count of given) {
              const wanted = await lengthByHand(scenario, chosen(filter, count), rules.ids.owner);
              expect(count, JSON.stringify(filter)).toEqual({ ...count, jerseys: wanted });
            }
            // Values that are not listed show nothing.
            for (const name of [
              "sport",
              "competition",
              "kit",
              "color",
              "brand",
              "photo",
            ] as const) {
              for (const value of CHOICES[name]) {
                if (given.some((count) => count.facet === name && count.value === value)) continue;
                const alone = chosen(filter, { facet: name, value, jerseys: 0 });
                expect(await lengthByHand(scenario, alone, rules.ids.owner)).toBe(0);
              }
            }
            const picked = given[seed % given.length]!;
            const shown = await walk(
              scenario,
              persona,
              chosen(filter, picked),
              SORTS[seed % SORTS.length],
            );
            expect(shown, JSON.stringify([filter, picked])).toHaveLength(picked.jerseys);
            expect(new Set(shown).size).toBe(shown.length);
          }),
          { numRuns: 40 },
        );
      }),
    120_000,
  );

  it("is the same for everyone, and counts no jersey that isn't public", () =>
    rules.scenario(async (scenario) => {
      const first = await counts(scenario, "visitor", { sport: ["soccer"] });
      const { rows } = await scenario.system(
        "select count(*)::int as jerseys from jerseys where league = 'SOCCER' and status = 'approved' and is_active",
      );
      expect(first).toContainEqual({ facet: "total", value: "", jerseys: rows[0].jerseys });
      for (const persona of PERSONAS) {
        expect(await counts(scenario, persona, { sport: ["soccer"] })).toEqual(first);
      }
    }));
});
