import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { APPLY_STANDINGS } from "../support/catalogue-fixture.ts";
import { createRules, PERSONAS, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

/** What servers do about once a second after votes. */
const settle = (system: Scenario["system"]) => system(APPLY_STANDINGS);

/** Standings of three more jerseys, the last one with too few votes, and of the fixture's. */
async function rank(system: Scenario["system"]) {
  const { rows } = await system(
    `insert into jerseys (league, competition_id, season_id, brand_id, team, title, status, colors)
     select 'SOCCER', $1, $2, $3, 'Lens', 'Maillot ' || n, 'approved', array['red', 'yellow']
     from generate_series(1, 3) n returning id`,
    [fixture.competition, fixture.season, fixture.brand],
  );
  const [good, sure, few] = rows.map(({ id }) => id);
  await system(
    `insert into private.standings (jersey_id, upvotes, downvotes)
     select * from unnest($1::uuid[], array[20, 131, 9, 60], array[0, 9, 0, 40])`,
    [[good, sure, few, fixture.approved]],
  );
  await system(
    `insert into private.standings (jersey_id, upvotes, rising)
     select unnest($1::uuid[]), 500, 500`,
    [[fixture.pending, fixture.rejected, fixture.inactive]],
  );
  await settle(system);
  return { good, sure, few };
}

describe("a leaderboard", () => {
  it("ranks by the lower bound, from ten votes on, and the same for everyone", () =>
    rules.scenario(async ({ as, system }) => {
      const { good, sure } = await rank(system);
      const expected = [
        { place: 1, jersey_id: sure, upvotes: 131, downvotes: 9 },
        { place: 2, jersey_id: good, upvotes: 20, downvotes: 0 },
        { place: 3, jersey_id: fixture.approved, upvotes: 60, downvotes: 40 },
      ];
      for (const persona of PERSONAS) {
        const { rows } = await as(persona, "select * from leaderboard('all')");
        expect(rows).toMatchObject(expected);
        expect(rows.map(({ best }) => best.toFixed(3))).toEqual(["0.882", "0.839", "0.502"]);
        for (const [scope, value, length] of [
          ["sport", "soccer", 3],
          ["sport", "nba", 0],
          ["season", "2024-25", 3],
          ["competition", "ligue-1", 3],
          ["brand", "le-coq-sportif", 2],
          ["color", "red", 2],
          ["color", "yellow", 0],
          ["brand", "nobody", 0],
        ] as const) {
          const { rows: some } = await as(persona, "select * from leaderboard($1, $2)", [
            scope,
            value,
          ]);
          expect([scope, value, some.length]).toEqual([scope, value, length]);
        }
      }
      const { rows: one } = await as("visitor", "select * from leaderboard('all', null, 1)");
      expect(one).toHaveLength(1);
      // Equal bounds share a place.
      await system(
        "update private.standings set upvotes = 131, downvotes = 9 where jersey_id = $1",
        [good],
      );
      const { rows: equal } = await as("visitor", "select place from leaderboard()");
      expect(equal).toEqual([{ place: 1 }, { place: 1 }, { place: 3 }]);
    }));

  it("refuses an unknown scope, and finds nothing for a value that nothing has", async () => {
    const refused = { visitor: "PT400", owner: "PT400", stranger: "PT400", admin: "PT400" };
    expect(await rules.everyone("select * from leaderboard('team', 'lens')")).toEqual(refused);
    expect(await rules.everyone("select * from leaderboard(null)")).toEqual(refused);
    expect(
      (await rules.everyone("select * from leaderboard('season', $1)", ["'; --"])).visitor,
    ).toBe(0);
  });

  it("is listed while it has a jersey", () =>
    rules.scenario(async ({ as, system }) => {
      expect((await as("visitor", "select * from leaderboards()")).rows).toEqual([]);
      await rank(system);
      expect((await system("select refresh_leaderboards() as changed")).rows).toEqual([
        { changed: 6 },
      ]);
      expect((await system("select refresh_leaderboards() as changed")).rows).toEqual([
        { changed: 0 },
      ]);
      const { rows } = await as("visitor", "select * from leaderboards() order by scope, value");
      expect(rows).toEqual([
        { scope: "brand", value: "le-coq-sportif", label: "Le Coq Sportif", jerseys: 2 },
        { scope: "color", value: "purple", label: null, jerseys: 1 },
        { scope: "color", value: "red", label: null, jerseys: 2 },
        { scope: "competition", value: "ligue-1", label: "Ligue 1", jerseys: 3 },
        { scope: "season", value: "2024-25", label: "2024-2025", jerseys: 3 },
        { scope: "sport", value: "soccer", label: null, jerseys: 3 },
      ]);
      await system("update jerseys set is_active = false");
      await system("select refresh_leaderboards()");
      expect((await as("visitor", "select * from leaderboards()")).rows).toEqual([]);
      expect((await rules.everyone("select refresh_leaderboards()")).admin).toBe("42501");
    }));
});

it("a season's has what the catalogue shows for the year in which it begins, of seasons as long", () =>
  rules.scenario(async ({ as, system }) => {
    await system("update private.standings set upvotes = 0, downvotes = 0");
    await system(
      `insert into seasons (code, name) values ('2024', '2024'), ('2025-26', '2025-2026')
       on conflict do nothing`,
    );
    // In the order of their rank.
    const { rows } = await system(
      `insert into jerseys (league, competition_id, season_id, team, title, year, status)
       select 'SOCCER', $1, seasons.id, 'Lens', given.title, given.year, 'approved'
       from (values ('no year', '2024-25', null), ('its first year', '2024-25', 2024),
         ('its second year', '2024-25', 2025), ('another year', '2024-25', 1990), ('a tournament', '2024', 2024),
         ('the next season', '2025-26', null)) as given (title, code, year)
       join seasons using (code) returning id, title`,
      [fixture.competition],
    );
    const id = (title: string) => rows.find((row) => row.title === title).id;
    const RANK = [
      "no year",
      "a tournament",
      "its first year",
      "its second year",
      "another year",
      "the next season",
    ];
    await system(
      `insert into private.standings (jersey_id, upvotes)
       select id, 100 - number from unnest($1::uuid[]) with ordinality as ranked (id, number)`,
      [RANK.map(id)],
    );
    await system(
      `update jerseys set upvotes = 100 - number
       from unnest($1::uuid[]) with ordinality as ranked (ranked_id, number) where id = ranked_id`,
      [RANK.map(id)],
    );
    await settle(system);
    await system("select refresh_leaderboards()");
    const boards = { "2024-25": ["no year", "its first year"], "2024": ["a tournament"] };
    const next = { "2025-26": ["its second year", "the next season"] };
    const { rows: listed } = await as("visitor", "select * from leaderboards()");
    for (const [season, titles] of Object.entries({ ...boards, ...next })) {
      for (const persona of PERSONAS) {
        const board = await as(persona, "select * from leaderboard('season', $1)", [season]);
        expect([season, board.rows.map(({ jersey_id }) => jersey_id)]).toEqual([
          season,
          titles.map(id),
        ]);
      }
      expect(listed).toContainEqual(
        expect.objectContaining({ scope: "season", value: season, jerseys: titles.length }),
      );
    }
    const { rows: pages } = await as(
      "visitor",
      `select catalogue_page('{"from": 2024, "to": 2024}') -> 'ids' as ids`,
    );
    const ranked = pages[0].ids.slice(0, 3);
    expect(ranked).toEqual(["no year", "a tournament", "its first year"].map(id));
  }));

it("rising jerseys are public ones with more new upvotes than downvotes", () =>
  rules.scenario(async ({ as, system }) => {
    const { good, sure, few } = await rank(system);
    await system("update private.standings set rising = 3 where jersey_id = $1", [few]);
    await system("update private.standings set rising = 5 where jersey_id = $1", [sure]);
    await system("update private.standings set rising = -5 where jersey_id = $1", [good]);
    await settle(system);
    for (const persona of PERSONAS) {
      expect((await as(persona, "select * from rising_with_votes()")).rows).toEqual([
        { place: 1, jersey_id: sure, votes: 5 },
        { place: 2, jersey_id: few, votes: 3 },
      ]);
      expect((await as(persona, "select * from rising_with_votes('NBA')")).rows).toEqual([]);
      expect((await as(persona, "select * from rising_with_votes('SOCCER', 1)")).rows).toHaveLength(
        1,
      );
    }
  }));

it("standings of jerseys are told of public ones only, without a bound below ten votes", () =>
  rules.scenario(async ({ as, system }) => {
    const { few, sure } = await rank(system);
    for (const persona of PERSONAS) {
      const { rows } = await as(persona, "select * from standings_of($1) order by upvotes", [
        [few, sure, fixture.pending, fixture.rejected, fixture.inactive, fixture.team],
      ]);
      expect(rows).toEqual([
        { jersey_id: few, upvotes: 9, downvotes: 0, best: null },
        { jersey_id: sure, upvotes: 131, downvotes: 9, best: expect.closeTo(0.882, 3) },
      ]);
    }
  }));
