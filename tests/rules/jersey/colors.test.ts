import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { COLORS } from "../../../app/shared/domain/colors.ts";
import { defaultColors } from "../../../app/contribute/domain/default-colors.ts";
import { KIT_TYPES } from "../../../app/shared/domain/kit-types.ts";
import { COLOR_REFERENCES, colorName } from "../../../app/shared/domain/nearest-color.ts";
import { designFor } from "../../../app/shared/domain/shirt/index.ts";
import { readCatalogue } from "../../../server/catalogue/seed/catalogue.ts";
import { SUPABASE_DIR } from "../../support/database.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { decide, shown, yes } from "../support/suggestions.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;
const GREEN = "{#00843d,#ffffff}";

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  await rules.system("update teams set colors = $2 where id = $1", [fixture.team, GREEN]);
});
afterAll(() => rules.close());

const COLORS_OF = "select colors from jerseys where id = $1";
const colorsOf = async ({ system }: Scenario, id: string) =>
  (await system(COLORS_OF, [id])).rows[0].colors as string[];

describe("the name of a colour", () => {
  it("has the same examples in SQL and in TypeScript, and gives the same names", async () => {
    const { rows } = await rules.system(
      "select name, array_agg(hex order by hex) as hexes from private.color_references group by name",
    );
    expect(Object.fromEntries(rows.map(({ name, hexes }) => [name, hexes]))).toEqual(
      Object.fromEntries(COLORS.map((name) => [name, [...COLOR_REFERENCES[name]].sort()])),
    );
    const hexOf = (value: number) => `#${value.toString(16).padStart(6, "0")}`;
    const hexes = [
      ...Array.from({ length: 400 }, (_, n) => hexOf((n * 41_999 + 12_345) % 0xffffff)),
      // Blue becomes purple here.
      ...Array.from({ length: 100 }, (_, n) => hexOf(n * 0x010001 + 0x000055)),
    ];
    const named = await rules.system(
      "select private.color_name(hex) as name from unnest($1::text[]) with ordinality given (hex, n) order by n",
      [hexes],
    );
    expect(named.rows.map(({ name }) => name)).toEqual(hexes.map(colorName));
  });

  it.each([
    ["#041e42", "blue"],
    ["#a50044", "burgundy"],
    ["#75aadb", "sky"],
    ["#c9a227", "yellow"],
    ["#004c54", "green"],
    ["#008e97", "teal"],
    ["#624839", "brown"],
    ["#f3efe2", "white"],
    ["#ff4500", "orange"],
  ])("%s is %s", (hex, name) => expect(colorName(hex)).toBe(name));
});

describe("the default colours", () => {
  it("are those of the shirt drawing, for every team of the catalogue and every kit type", async () => {
    const { teams: seeded } = await readCatalogue(join(SUPABASE_DIR, "seed"));
    const teams = seeded.map(({ slug, colors }) => ({ slug, colors }));
    expect(teams.length).toBeGreaterThan(500);
    const kits = [...KIT_TYPES, null];
    const { rows } = await rules.system(
      `select hexes, private.color_names(hexes) as names
       from rows from (jsonb_to_recordset($1) as (slug text, colors text[])) with ordinality team (slug, colors, n),
         unnest($2::text[]) with ordinality kit (type, k),
         private.shirt_colors(kit.type, team.colors) hexes
       order by n, k`,
      [JSON.stringify(teams), kits],
    );
    const drawn = teams.flatMap(({ slug, colors }) =>
      kits.map((kitType) => {
        const facts = { colors, kitType, seed: slug };
        return { hexes: designFor(facts).colors, names: defaultColors(facts) };
      }),
    );
    expect(rows).toEqual(drawn);
  });

  it("are given to a jersey that comes without any, or loses them", () =>
    rules.scenario(async (scenario) => {
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["green", "white"]);
      await scenario.as("owner", "update jerseys set colors = '{red}' where id = $1", [
        fixture.pending,
      ]);
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["red"]);
      await scenario.as("owner", "update jerseys set colors = '{}' where id = $1", [
        fixture.pending,
      ]);
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["green", "white"]);
    }));

  it("follow the kit type, the team and the team's colours; chosen ones stay", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const set = (columns: string) =>
        as("owner", `update jerseys set ${columns} where id = $1`, [fixture.pending]);
      await set("kit_type = 'away'");
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["white", "green"]);
      await as("admin", "update teams set colors = '{#0b1f41,#fdb927}' where id = $1", [
        fixture.team,
      ]);
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["white", "blue", "yellow"]);
      // The same colours, but chosen together with another kit type.
      await set("kit_type = 'home', colors = '{white,blue,yellow}'");
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["white", "blue", "yellow"]);
      await set("kit_type = 'third'");
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["white", "blue", "yellow"]);
      await system("delete from teams where id = $1", [fixture.retiredTeam]);
      await set("team_id = null, team = 'Les Verts'");
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["white", "blue", "yellow"]);
    }));

  it("are those of the kit, or of the team's name as it was typed; chosen ones stay", () =>
    rules.scenario(async ({ system }) => {
      await system(
        `insert into jerseys (league, competition_id, season_id, team_id, team, title, kit_type, colors)
         select 'SOCCER', $1, seasons.id, given.team, 'Inconnu FC', given.title, kit, given.colors::text[]
         from (select id from seasons limit 1) seasons, (values
           ('home', 'home', $2::uuid, '{}'), ('away', 'away', $2, '{}'), ('none', null, $2, '{}'),
           ('text', 'home', null, '{}'), ('given', 'home', $2, '{pink}')) given (title, kit, team, colors)`,
        [fixture.competition, fixture.team],
      );
      const { rows } = await system(
        "select title, colors from jerseys where title in ('away', 'given', 'home', 'none', 'text') order by 1",
      );
      expect(rows).toEqual([
        { title: "away", colors: ["white", "green"] },
        { title: "given", colors: ["pink"] },
        { title: "home", colors: ["green", "white"] },
        { title: "none", colors: ["green", "white"] },
        { title: "text", colors: defaultColors({ seed: "inconnu-fc" }) },
      ]);
    }));
});

describe("the colours of a jersey", () => {
  it.each([
    ["{red,red}", "23514"],
    ["{red,blue,white,black}", "23514"],
    ["{#ff0000}", "23514"],
    ["{red,NULL}", "23514"],
    ["{{red},{blue}}", "23514"],
    ["[0:1]={red,blue}", "23514"],
    [null, "23502"],
    ["{red,blue,white}", 1],
  ])("%s: %s", async (colors, expected) => {
    const answer = await rules.scenario(({ outcome }) =>
      outcome("owner", "update jerseys set colors = $2 where id = $1", [fixture.pending, colors]),
    );
    expect(answer).toBe(expected);
  });

  it("are read by everybody, and changed like every other fact", async () => {
    expect(await rules.everyone(COLORS_OF, [fixture.approved])).toEqual({
      visitor: 1,
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    const change = "update jerseys set colors = '{pink}' where id = $1";
    for (const jersey of [fixture.pending, fixture.rejected]) {
      expect(await rules.everyone(change, [jersey])).toEqual({
        visitor: "42501",
        owner: 1,
        stranger: 0,
        admin: 1,
      });
    }
    expect(await rules.everyone(change, [fixture.approved])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: 0,
      admin: 1,
    });
  });

  it("are part of the version that is decided on, and of the audit log", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const { seen } = await shown(scenario, fixture.rejected);
      await as("owner", "update jerseys set colors = '{pink,black}' where id = $1", [
        fixture.rejected,
      ]);
      await expect(
        decide(scenario, fixture.rejected, yes, { by: "admin", seen }),
      ).rejects.toMatchObject({
        message: "jersey_changed_meanwhile",
      });
      const { rows: entries } = await system(
        "select before, after from audit_log where row_id = $1 and after ? 'colors' and actor_id = $2",
        [fixture.rejected, rules.ids.owner],
      );
      expect(entries).toMatchObject([{ after: { colors: ["pink", "black"] } }]);
    }));

  const approve = async (scenario: Scenario, corrections: object): Promise<string> =>
    (await decide(scenario, fixture.pending, yes, { by: "admin", corrections })).batch_id!;
  const undo = ({ as }: Scenario, batch: string) =>
    as("admin", "select undo(batch_id => $1, reason => 'Une erreur')", [batch]);

  it("are corrected with an approval, which tells the author, and undone", () =>
    rules.scenario(async (scenario) => {
      const batch = await approve(scenario, { colors: ["sky", "white"] });
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["sky", "white"]);
      const { rows } = await scenario.system("select changes from notices where jersey_id = $1", [
        fixture.pending,
      ]);
      expect(rows).toEqual([
        { changes: [{ field: "colors", before: "green, white", after: "sky, white" }] },
      ]);
      await undo(scenario, batch);
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["green", "white"]);
    }));

  it("follow a corrected kit type where nobody chose them, and come back when it is undone", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const batch = await approve(scenario, { kit_type: "away" });
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["white", "green"]);
      await undo(scenario, batch);
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["green", "white"]);
      // Chosen ones that are the default of the corrected kit type.
      await as("owner", "update jerseys set colors = '{white,green}' where id = $1", [
        fixture.pending,
      ]);
      await undo(scenario, await approve(scenario, { kit_type: "away" }));
      expect(await colorsOf(scenario, fixture.pending)).toEqual(["white", "green"]);
    }));

  it.each([
    [{ colors: "red" }, "PT400"],
    [{ colors: null }, "PT400"],
    [{ colors: [["red"]] }, "PT400"],
    [{ colors: [1] }, "PT400"],
    [{ title: ["red"] }, "PT400"],
    [{ colors: ["violet"] }, "23514"],
    [{ colors: [] }, "approved"],
  ])("corrections %j: %s", async (corrections, expected) => {
    const answer = await rules.scenario((scenario) =>
      decide(scenario, fixture.pending, yes, { by: "admin", corrections }).catch((error) => error),
    );
    expect(answer.code ?? answer.status).toBe(expected);
  });
});

describe("the colours of a team over the decades", () => {
  it("count the best jersey of each season and of home, away and third, without hidden ones", () =>
    rules.scenario(async ({ as, system }) => {
      const worn = (
        year: number | null,
        kit: string | null,
        colors: string,
        more: { score?: number; status?: string; season?: string } = {},
      ) =>
        system(
          `insert into jerseys (author_id, league, competition_id, season_id, team_id, title, year, kit_type, colors, status, upvotes)
           values ($1, 'SOCCER', $2, $3, $4, 'Maillot', $5, $6, $7, $8, $9)`,
          [
            rules.ids.owner,
            fixture.competition,
            more.season ?? fixture.season,
            fixture.team,
            year,
            kit,
            `{${colors}}`,
            more.status ?? "approved",
            more.score ?? 0,
          ],
        );
      await worn(1991, "home", "green,white", { score: 3 });
      await worn(1991, "home", "pink");
      await worn(1992, "home", "green");
      await worn(1992, "away", "white");
      await worn(1993, "third", "black", { status: "pending" });
      await worn(1994, "training", "orange");
      await worn(null, "away", "sky");
      const { rows: hidden } = await system("select id from seasons where not is_active");
      await worn(null, "third", "red", { season: hidden[0].id });
      const expected = [
        { decade: 1990, color: "green", kits: "2" },
        { decade: 1990, color: "white", kits: "1" },
        // Without a year they count by their season; one without a kit type is in the fixture.
        { decade: 2020, color: "green", kits: "1" },
        { decade: 2020, color: "sky", kits: "1" },
      ];
      for (const persona of ["visitor", "owner", "stranger", "admin"] as const) {
        const { rows } = await as(persona, "select * from team_colors($1)", [fixture.team]);
        expect(rows, persona).toEqual(expected);
      }
    }));
});
