import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  byHand,
  CHOICES,
  createCatalogueFixture,
  type Filter,
  readBeyond,
  SORTS,
  walk,
} from "../support/catalogue-fixture.ts";
import {
  createRules,
  type Persona,
  PERSONAS,
  type Rules,
  type Scenario,
} from "../support/rules.ts";
import { REBUILD } from "../../support/rebuild.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
  await createCatalogueFixture(rules);
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
      q: fc.constantFrom("tigre", "maillot lion", "ours lio", "Tigre", "1990s", "lion 2010s"),
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
  async function expectExact(scenario: Scenario, filter: Filter, seed: number): Promise<void> {
    const persona = filter.own ? "owner" : "visitor";
    const given = await counts(scenario, persona, filter);
    const named = new Set(given.map(({ facet, value }) => `${facet} ${value}`));
    expect(named.size).toBe(given.length);
    const requested: Count[] = [...given];
    // Values that are not listed show nothing.
    for (const facet of ["sport", "competition", "kit", "color", "brand", "photo"] as const) {
      for (const value of CHOICES[facet]) {
        if (!named.has(`${facet} ${value}`)) requested.push({ facet, value, jerseys: 0 });
      }
    }
    const { rows } = await scenario.system(
      requested
        .map((count) => `select count(*)::int ${byHand(chosen(filter, count), rules.ids.owner)}`)
        .join(" union all "),
    );
    expect(
      requested.map(({ jerseys }) => jerseys),
      JSON.stringify(filter),
    ).toEqual(rows.map(({ count }) => count));
    const picked = given[seed % given.length]!;
    const sort = SORTS[seed % SORTS.length];
    const shown = await walk(scenario, persona, chosen(filter, picked), sort);
    expect(shown, JSON.stringify([filter, picked])).toHaveLength(picked.jerseys);
    expect(new Set(shown).size).toBe(shown.length);
  }

  it.each([
    ["by cells", { few: 1000, lookedAt: 20_000 }],
    ["in order", { few: 0, lookedAt: 20_000 }],
    ["in order as far as that leads", { few: 0, lookedAt: 40 }],
  ])("says of every value how many jerseys choosing it shows, as by hand; read %s", (_, limits) =>
    rules.scenario(async (scenario) => {
      await readBeyond(scenario, limits);
      const property = fc.asyncProperty(filters, fc.nat(), (filter, seed) =>
        expectExact(scenario, filter, seed),
      );
      expect((await fc.check(property, { numRuns: 25 })).errorInstance).toBeNull();
    }),
  );

  it("says it with any four facts and more, in whole decades and across their edges", () =>
    rules.scenario(async (scenario) => {
      let requested = 0;
      for (const [from, to] of [
        [1980, 2019],
        [1983, 2014],
      ] as const) {
        const facts: Filter[] = [
          { sport: ["soccer", "nba"] },
          { kit: ["home", "away"] },
          { brand: CHOICES.brand.slice(0, 2) },
          { color: CHOICES.color.slice(0, 3) },
          { photo: ["1"] },
          { from, to },
        ];
        for (let set = 1; set < 2 ** facts.length; set += 1) {
          const together = facts.filter((_, place) => set & (2 ** place));
          if (together.length < 4) continue;
          const filter: Filter = Object.assign({}, ...together);
          await expectExact(scenario, filter, set);
          requested += 1;
        }
      }
      expect(requested).toBe(44);
    }));

  it("looks for the words once, and counts the facets once, whatever can be removed", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("set local track_functions = 'all'");
      await counts(scenario, "owner", {
        q: "lion",
        own: ["collection"],
        team: ["alfa"],
        from: 1990,
        to: 2010,
      });
      const { rows } = await scenario.system(
        `select funcname as name, calls::int from pg_stat_xact_user_functions
         where funcname in ('jerseys_of_words', 'count_entries', 'count_catalogue') order by 1`,
      );
      expect(rows).toEqual([
        { name: "count_catalogue", calls: 5 },
        { name: "count_entries", calls: 1 },
        { name: "jerseys_of_words", calls: 1 },
      ]);
    }));

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

  it("and no page have a jersey that is pending, rejected or hidden, for anyone", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await system(`
        update jerseys set
          status = case mod(abs(hashtext(title)), 3) when 0 then 'pending' when 1 then 'rejected' else status end,
          is_active = is_active and mod(abs(hashtext(title)), 3) <> 2
        where hashtext(title || 'gone') % 4 = 0`);
      await system("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
        rules.ids.stranger,
      ]);
      await scenario.derived();
      const { rows } = await system(
        "select id from jerseys where status = 'approved' and is_active order by created_at desc, id desc",
      );
      const visible = rows.map(({ id }) => id as string);
      // The stranger is suspended. Owner and administrator read the other jerseys elsewhere.
      for (const persona of PERSONAS) {
        expect(await walk(scenario, persona, {}, "newest"), persona).toEqual(visible);
        expect(await counts(scenario, persona, {})).toContainEqual({
          facet: "total",
          value: "",
          jerseys: visible.length,
        });
      }
    }));

  it("say 1001 for more than 1000", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      // Without triggers: search reads every jersey of an import by itself.
      await system("alter table jerseys disable trigger user");
      await system(`
        insert into jerseys (league, competition_id, season_id, team, title, status, kit_type, colors)
        select 'NBA', (select id from competitions where slug = 'hoops'), (select id from seasons where code = '1999'),
          'Nombreux', 'Maillot nombreux', 'approved', 'third', '{red}'
        from generate_series(1, 1005)`);
      await system("alter table jerseys enable trigger user");
      await system(REBUILD);
      const given = await counts(scenario, "visitor", { sport: ["nba"], kit: ["third"] });
      expect(given).toContainEqual({ facet: "total", value: "", jerseys: 1001 });
      expect(given).toContainEqual({ facet: "kit", value: "third", jerseys: 1001 });
      expect(given).toContainEqual({ facet: "without", value: "sport", jerseys: 1001 });
    }));
});

describe("brown and teal", () => {
  it("are colours of their own: filtered, counted, found by their words in four languages", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("delete from jerseys");
      await system(`
        insert into teams (competition_id, name, colors)
        select competitions.id, team.name, team.colors::text[] from competitions, (values
          ('Sankt Pauli', '{#624839,#ffffff}'), ('Requins', '{#006d75,#000000}'), ('Bohemians', '{#00843d,#ffffff}')
        ) team (name, colors) where slug = 'liga-un'`);
      await system(`
        insert into jerseys (league, competition_id, season_id, team_id, title, status, kit_type)
        select 'SOCCER', competition_id, (select id from seasons where code = '1999'), id, name, 'approved', 'home'
        from teams where name in ('Sankt Pauli', 'Requins', 'Bohemians')`);
      await system(REBUILD);
      for (const persona of PERSONAS) {
        const given = await counts(scenario, persona, {});
        expect(given.filter(({ facet }) => facet === "color")).toEqual(
          expect.arrayContaining([
            { facet: "color", value: "brown", jerseys: 1 },
            { facet: "color", value: "teal", jerseys: 1 },
            { facet: "color", value: "green", jerseys: 1 },
          ]),
        );
        expect(await walk(scenario, persona, { color: ["brown"] })).toHaveLength(1);
        expect(await walk(scenario, persona, { color: ["teal", "brown"] })).toHaveLength(2);
      }
      const found = async (q: string) =>
        (await as("visitor", "select title from search_jerseys($1, 10)", [q])).rows.map(
          ({ title }) => title as string,
        );
      for (const word of ["marron", "brown", "marrones", "marrom"]) {
        expect(await found(word), word).toEqual(["Sankt Pauli"]);
      }
      for (const word of ["turquoise", "teal", "turquesa"]) {
        expect(await found(word), word).toEqual(["Requins"]);
      }
    }));
});

describe("words that search ignores", () => {
  // Half of the titles have them. With other words they say nothing; alone they find every jersey.
  it.each(["maillot", "Maillots", "au", "le maillot", "jersey", "rouge", "white red"])(
    "%s finds what the site's search finds",
    (q) =>
      rules.scenario(async (scenario) => {
        const { rows } = await scenario.as("visitor", "select id from search_jerseys($1, 100)", [
          q,
        ]);
        const shown = await walk(scenario, "visitor", { q });
        expect(shown.length > 0).toBe(rows.length > 0);
        expect(shown).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
        // Search shows a hundred at most.
        expect(Math.min(shown.length, 100)).toBe(rows.length);
        expect(await counts(scenario, "visitor", { q })).toContainEqual({
          facet: "total",
          value: "",
          jerseys: shown.length,
        });
      }),
  );

  it.each(["maillot", "les maillots", "Jersey", "camiseta", "camisas", "shirt"])(
    "%s alone shows every jersey",
    (q) =>
      rules.scenario(async (scenario) => {
        const { rows } = await scenario.system(`select count(*)::int ${byHand({})}`);
        expect(await walk(scenario, "visitor", { q })).toHaveLength(rows[0].count);
        const best = await scenario.as("visitor", "select id from search_jerseys($1, 5)", [q]);
        const { rows: expected } = await scenario.system(
          `select j.id ${byHand({})} order by score desc, id desc limit 5`,
        );
        expect(best.rows).toEqual(expected);
      }),
  );
});

describe("a decade", () => {
  it.each([
    ["1990s", 1990],
    ["90s", 1990],
    ["90's", 1990],
    ["années 90", 1990],
    ["les années 1990", 1990],
    ["maillots des années 90", 1990],
    ["años 90", 1990],
    ["los 90", 1990],
    ["década de los noventa", 1990],
    ["anos 90", 1990],
    ["nineties", 1990],
    ["2010s", 2010],
    ["années 10", 2010],
    ["80s", 1980],
    ["anos oitenta", 1980],
  ])("%s shows what its years show, and search finds of it", (q, from) =>
    rules.scenario(async (scenario) => {
      const { rows } = await scenario.system(
        `select j.id ${byHand({ from, to: from + 9 })} order by j.id`,
      );
      expect(rows.length).toBeGreaterThan(5);
      const ids = rows.map(({ id }) => id as string);
      expect((await walk(scenario, "visitor", { q })).toSorted()).toEqual(ids);
      const found = await scenario.as("visitor", "select id from search_jerseys($1, 100)", [q]);
      expect(found.rows).toHaveLength(Math.min(ids.length, 100));
      expect(ids).toEqual(expect.arrayContaining(found.rows.map(({ id }) => id)));
    }),
  );

  it("narrows other words, as they narrow it", () =>
    rules.scenario(async (scenario) => {
      const expectBoth = async (q: string, shown: string) => {
        const { rows } = await scenario.system(`select j.id ${shown} order by j.id`);
        const ids = rows.map(({ id }) => id as string);
        expect((await walk(scenario, "visitor", { q })).toSorted(), q).toEqual(ids);
        return ids.length;
      };
      const years = { from: 1990, to: 1999 };
      expect(await expectBoth("lion années 90", byHand({ ...years, q: "lion" }))).toBeGreaterThan(
        0,
      );
      const red = `${byHand(years)} and ('red' = any (colors) or title ilike '%rouge%')`;
      expect(await expectBoth("rouge années 90", red)).toBeGreaterThan(0);
      // With a typing error in another word.
      expect(await expectBoth("liom 90s", byHand({ ...years, q: "lion" }))).toBeGreaterThan(0);
    }));

  it("is no year, and follows the year of the jersey or of its season", () =>
    rules.scenario(async (scenario) => {
      const words = async (query: string) => {
        const { rows } = await scenario.system("select private.jersey_words($1) as words", [query]);
        return rows[0].words as string[] | null;
      };
      expect(await words("psg 1990")).toEqual(["psg", "1990"]);
      expect(await words("année 1990")).toEqual(["annee", "1990"]);
      expect(await words("los angeles 04")).toEqual(["angeles", "04"]);
      expect(await words("nike s 12345678901s")).toEqual(["nike", "s", "12345678901s"]);
      expect(await words("om 93s")).toEqual(["om", "93s"]);
      expect(await words("OM 30s")).toEqual(["om", "~193"]);
      expect(await words("maillot")).toBeNull();
      expect(await words("la")).toEqual(["la"]);
      expect(await words("m")).toEqual([]);
      const { rows } = await scenario.system(
        `select j.id ${byHand({ from: 1990, to: 1999 })} limit 1`,
      );
      await scenario.system("update jerseys set year = 1970 where id = $1", [rows[0].id]);
      await scenario.derived();
      const found = await scenario.as("visitor", "select id from search_jerseys('70s', 100)");
      expect(found.rows).toContainEqual(rows[0]);
      const stale = await scenario.system(
        `select id from private.searchable shown full join private.search_documents document using (kind, id)
         where document.words is distinct from array_to_tsvector(private.found_words(shown.text) || shown.marks)`,
      );
      expect(stale.rows).toEqual([]);
    }));
});

describe("the own side", () => {
  const OWN = { own: ["collection", "voted"] };

  it("is refused to visitors, and each member's own", () =>
    rules.scenario(async (scenario) => {
      for (const text of ["select catalogue_page($1)", "select * from catalogue_counts($1)"]) {
        expect(await scenario.outcome("visitor", text, [JSON.stringify(OWN)])).toBe("22023");
      }
      expect((await walk(scenario, "owner", OWN)).length).toBeGreaterThan(20);
      expect(await walk(scenario, "stranger", OWN)).toEqual([]);
      expect(await walk(scenario, "admin", OWN)).toEqual([]);
      const everything = await walk(scenario, "visitor", {});
      expect(await walk(scenario, "stranger", { own: ["neither"] })).toEqual(everything);
      expect(await walk(scenario, "owner", { own: ["neither", "collection", "wishlist"] })).toEqual(
        everything,
      );
    }));

  it("is left to members who are suspended: they read", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        "update auth.users set banned_until = now() + interval '1 day' where id = $1",
        [rules.ids.owner],
      );
      expect((await walk(scenario, "owner", OWN)).length).toBeGreaterThan(20);
    }));
});

describe("catalogue_values", () => {
  it("names the known values of each filter, the same for everyone", () =>
    rules.scenario(async ({ as }) => {
      const filter = {
        competition: ["liga-un", "liga-fermee", "nulle-part"],
        team: ["alfa", "ferme"],
        brand: ["le-coq", "rien"],
        kit: ["home"],
      };
      for (const persona of PERSONAS) {
        const { rows } = await as(persona, "select * from catalogue_values($1)", [
          JSON.stringify(filter),
        ]);
        expect(rows, persona).toEqual([
          { facet: "brand", value: "le-coq", label: "Le Coq" },
          { facet: "competition", value: "liga-un", label: "Liga Un" },
          { facet: "team", value: "alfa", label: "Alfa" },
        ]);
      }
    }));

  it("takes a hundred values of each", async () => {
    const values = (length: number) =>
      JSON.stringify({ team: Array.from({ length }, (_, n) => `club-${n}`) });
    const outcome = (given: string) =>
      rules.scenario((scenario) =>
        scenario.outcome("visitor", "select * from catalogue_values($1)", [given]),
      );
    expect(await outcome(values(100))).toBe(0);
    expect(await outcome(values(101))).toBe("22023");
    expect(await outcome("[]")).toBe("22023");
  });
});
