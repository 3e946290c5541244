import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { COLOR_WORDS } from "../../../app/shared/domain/named.ts";
import { KIT_WORDS } from "../../../app/shared/domain/search-query.ts";
import {
  createRules,
  PERSONAS,
  type Persona,
  type Rules,
  type Scenario,
} from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
  await rules.system(`insert into competitions (league, name, slug, priority) values
    ('SOCCER', 'Ligue 1', 'ligue-1', 70)`);
  await rules.system(
    `insert into seasons (code, name)
     select year || '-' || right((year + 1)::text, 2), year || '-' || year + 1
     from generate_series(1985, 2024) year`,
  );
  await rules.system(
    `insert into teams (competition_id, name, is_active)
     select competitions.id, team.name, active from competitions, (values ('Olympique de Marseille', true),
       ('RC Lens', true), ('Stade rennais FC', true), ('Vieux Marseille', false)) team (name, active)`,
  );
  await add("1988-89", { title: "Avant", year: 1988 });
  await add("1991-92", { title: "Saison 1991", kit_type: "home" }, 5);
  await add("1991-92", { title: "Extérieur", year: 1991, kit_type: "away" }, 9);
  await add("1995-96", { title: "Après", year: 1995, kit_type: "home" }, 3);
  await add("1993-94", { title: "En attente", year: 1993, status: "pending" });
  await add("1993-94", { title: "Cachée", year: 1993, is_active: false });
  await add("2004-05", { title: "Rayé", year: 2004 }, 0, "RC Lens");
  await rules.derived();
});
afterAll(() => rules.close());

async function add(
  season: string,
  columns: Record<string, unknown>,
  upvotes = 0,
  team = "Olympique de Marseille",
): Promise<void> {
  const given = { status: "approved", upvotes, ...columns };
  await rules.system(
    `insert into jerseys (league, competition_id, season_id, team_id, ${Object.keys(given).join(", ")})
     select competitions.league, competitions.id, seasons.id, teams.id,
       ${Object.keys(given)
         .map((_, n) => `$${n + 3}`)
         .join(", ")}
     from teams join competitions on competitions.id = competition_id, seasons
     where teams.name = $1 and code = $2`,
    [team, season, ...Object.values(given)],
  );
}

const near = async (
  { as }: Scenario,
  from: number,
  to: number,
  { kit, limit = 6, persona = "visitor" }: { kit?: string; limit?: number; persona?: Persona } = {},
) => {
  const { rows } = await as(
    persona,
    `select kits.title from teams, team_kits_near(teams.id, $1, $2, $3, $4)
       with ordinality as kits where teams.name = 'Olympique de Marseille' order by ordinality`,
    [from, to, kit ?? null, limit],
  );
  return rows.map(({ title }) => title as string);
};

describe("team_kits_near()", () => {
  it("begins with the years asked for, then the nearest, the best rated first", () =>
    rules.scenario(async (play) => {
      expect(await near(play, 1991, 1991)).toEqual(["Extérieur", "Saison 1991", "Avant", "Après"]);
      expect(await near(play, 1990, 1999)).toEqual(["Extérieur", "Saison 1991", "Après", "Avant"]);
      expect(await near(play, 1996, 1996, { limit: 1 })).toEqual(["Après"]);
    }));

  it("shows the nearest of one kit type, and only public jerseys", () =>
    rules.scenario(async (play) => {
      expect(await near(play, 1993, 1993, { kit: "home" })).toEqual(["Saison 1991", "Après"]);
      expect(await near(play, 1993, 1993, { kit: "third" })).toEqual([]);
      for (const persona of PERSONAS) {
        expect(await near(play, 1993, 1993, { persona }), persona).not.toContain("En attente");
        expect(await near(play, 1993, 1993, { persona }), persona).not.toContain("Cachée");
      }
    }));

  it.each([
    [-(2 ** 31), 2 ** 31 - 1, -5],
    [2 ** 31 - 1, -(2 ** 31), 2 ** 31 - 1],
  ])("answers %i to %i", (from, to, limit) =>
    rules.scenario(async (play) => {
      expect((await near(play, from, to, { limit })).length).toBeLessThanOrEqual(24);
    }),
  );
});

describe("suggest_teams()", () => {
  const suggested = async ({ as }: Scenario, query: string) =>
    (await as("visitor", "select name from suggest_teams($1)", [query])).rows.map(
      ({ name }) => name,
    );

  it.each([
    ["marseillle brazil", ["Olympique de Marseille"]],
    ["olimpike marsel", ["Olympique de Marseille"]],
    ["rennais xyz", ["Stade rennais FC"]],
    ["zzzzzz", []],
    ["", []],
    ["'; | & !", []],
  ])("for %j: %j", (query, expected) =>
    rules.scenario(async (play) => {
      expect(await suggested(play, query)).toEqual(expected);
    }),
  );
});

it("popular_teams() shows active teams by the number of their public jerseys", () =>
  rules.scenario(async (play) => {
    const popular = async () =>
      (await play.as("visitor", "select name from popular_teams(2)")).rows.map(({ name }) => name);
    expect(await popular()).toEqual(["Olympique de Marseille", "RC Lens"]);
    await play.system("update teams set is_active = false where name = 'Olympique de Marseille'");
    expect(await popular()).toEqual(["RC Lens"]);
  }));

it("every word for a kit type finds it", async () => {
  for (const [word, kit] of Object.entries(KIT_WORDS)) {
    const { rows } = await rules.system(
      "select $1 = any (private.words(private.kit_type_names($2))) as known",
      [word, kit],
    );
    expect(rows[0].known, word).toBe(true);
  }
});

it("every word for a colour names the same ones", async () => {
  const { rows } = await rules.system(
    "select word, private.called_colors(word, false) as colors from unnest($1::text[]) word",
    [[...COLOR_WORDS.keys()]],
  );
  for (const { word, colors } of rows) {
    expect([word, colors]).toEqual([word, COLOR_WORDS.get(word)!.toSorted()]);
  }
});
