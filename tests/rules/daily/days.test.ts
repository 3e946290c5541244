import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createFixture, type Fixture } from "../support/fixture.ts";
import { createRules, PERSONAS, type Rules, type Scenario } from "../support/rules.ts";

let rules: Rules;
let fixture: Fixture;

const EVERYONE = [...PERSONAS, "reviewer"] as const;
const SPORTS = ["NBA", "NFL", "NHL", "SOCCER", "ESPORT"];

/** Two competitions of each sport with two teams each, and four jerseys of each team, with a photo. */
const CATALOGUE = `
  with new_competitions as (
    insert into competitions (league, name)
    select league, league || ' ' || n from unnest($1::text[]) league, generate_series(1, 2) n returning id, league, name
  ), new_teams as (
    insert into teams (name, competition_id)
    select name || ' team ' || n, id from new_competitions, generate_series(1, 2) n returning id, name, competition_id
  ), new_jerseys as (
    insert into jerseys (title, author_id, status, league, competition_id, season_id, team_id)
    select new_teams.name || ' ' || n, $2, 'approved', league, competition_id,
      (select id from seasons where code = '2024-25'), new_teams.id
    from new_teams join new_competitions on new_competitions.id = competition_id, generate_series(1, 4) n
    returning id
  )
  insert into jersey_images (jersey_id, url) select id, 'https://example.test/' || id || '.webp' from new_jerseys`;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer"]);
  fixture = await createFixture(rules);
  await rules.system(CATALOGUE, [SPORTS, rules.ids.owner]);
});
afterAll(() => rules.close());

const draw = async ({ system }: Pick<Scenario, "system">): Promise<number> =>
  (await system("select draw_days() as drawn")).rows[0].drawn;

interface Day {
  day: number;
  jersey_id: string;
  facts: Record<string, unknown>;
}

/** The days, counted from today. */
const daysFor = async ({ as }: Scenario, persona: (typeof EVERYONE)[number]): Promise<Day[]> =>
  (
    await as(
      persona,
      `select day - (now() at time zone 'Europe/Paris')::date as day, jersey_id, facts from daily_shirts order by 1`,
    )
  ).rows;

describe("the day of the site", () => {
  it.each([
    // The night of 23 hours and its neighbours.
    ["2026-03-28T22:59:59Z", "2026-03-28"],
    ["2026-03-28T23:00:00Z", "2026-03-29"],
    ["2026-03-29T21:59:59Z", "2026-03-29"],
    ["2026-03-29T22:00:00Z", "2026-03-30"],
    // The night of 25 hours.
    ["2026-10-24T21:59:59Z", "2026-10-24"],
    ["2026-10-24T22:00:00Z", "2026-10-25"],
    ["2026-10-25T00:30:00Z", "2026-10-25"],
    ["2026-10-25T01:30:00Z", "2026-10-25"],
    ["2026-10-25T22:59:59Z", "2026-10-25"],
    ["2026-10-25T23:00:00Z", "2026-10-26"],
  ])("at %s is %s, whatever the zone of the reader", async (moment, day) => {
    for (const zone of ["Asia/Tokyo", "America/Sao_Paulo"]) {
      await rules.scenario(async ({ system }) => {
        await system("select set_config('timezone', $1, true)", [zone]);
        const { rows } = await system("select private.day_at($1)::text as day", [moment]);
        expect(rows[0].day).toBe(day);
      });
    }
  });
});

describe("the job", () => {
  it("draws today and seven days, once", () =>
    rules.scenario(async (scenario) => {
      // One to show and one to guess.
      expect(await draw(scenario)).toBe(16);
      expect(await draw(scenario)).toBe(0);
      const days = await daysFor(scenario, "reviewer");
      expect(days.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }));

  it("can't be foretold from the catalogue: shirts, guesses and duels differ each time", async () => {
    const drawn = () =>
      rules.scenario(async ({ system }) => {
        await system("select draw_days(), draw_duels()");
        const { rows } = await system(
          `select kind, array_agg(jersey_id order by day) as ids from (
             select kind, day, jersey_id from daily_shirts
             union all select 'duel', day, first_id from daily_duels) each
           group by kind order by kind`,
        );
        return rows.map(({ kind, ids }) => [kind, ids.join()]);
      });
    const [first, second] = [await drawn(), await drawn()];
    expect(first.map(([kind]) => kind)).toEqual(["duel", "guess", "shown"]);
    for (const [index, [kind, ids]] of first.entries()) {
      expect(second[index]![1], kind).not.toBe(ids);
    }
  });

  it("draws the same from the same catalogue and the same seed", () =>
    rules.scenario(async ({ system }) => {
      const chosen = async () =>
        (await system("select private.choose_jersey('guess', current_date, 'a') as id")).rows[0].id;
      expect(await chosen()).toBe(await chosen());
    }));

  it("leaves today as it was drawn, and draws anew a day ahead whose jersey fits no longer", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      const [today, tomorrow, after] = await daysFor(scenario, "reviewer");
      await scenario.system("update jerseys set is_active = false where id = any ($1)", [
        [today!.jersey_id, tomorrow!.jersey_id],
      ]);
      await scenario.system("update teams set name = 'Renamed' where id = $1", [
        today!.facts.team_id,
      ]);
      expect(await draw(scenario)).toBe(1);
      const days = await daysFor(scenario, "reviewer");
      expect(days[0]).toEqual(today);
      expect(days[1]!.jersey_id).not.toBe(tomorrow!.jersey_id);
      expect(days[2]).toEqual(after);
    }));

  it("isn't started by members", async () => {
    const refused = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };
    expect(await rules.everyone("select draw_days()")).toEqual({ ...refused, reviewer: "42501" });
  });
});

describe("the rule", () => {
  /** The jerseys of so many days in a row, each drawn as the day after the one before. */
  async function play({ system }: Scenario, days: number) {
    const { rows } = await system(
      `do $$ begin
         for n in 0..${days - 1} loop
           perform private.set_day(date '2027-01-01' + n, private.choose_jersey('shown', date '2027-01-01' + n));
         end loop;
       end $$;
       select day::text, jersey_id, facts from daily_shirts order by day`,
    ).then((results) => (Array.isArray(results) ? results[1] : results));
    return rows as { day: string; jersey_id: string; facts: Record<string, string> }[];
  }

  it("shows every sport in a fortnight, a competition once a week and no jersey twice", () =>
    rules.scenario(async (scenario) => {
      const days = await play(scenario, 42);
      expect(new Set(days.map(({ jersey_id }) => jersey_id)).size).toBe(42);
      for (let start = 0; start + 14 <= days.length; start++) {
        const sports = days.slice(start, start + 14).map(({ facts }) => facts.league);
        expect([...new Set(sports)].sort()).toEqual([...SPORTS].sort());
      }
      for (let start = 0; start + 7 <= days.length; start++) {
        const week = days.slice(start, start + 7).map(({ facts }) => facts.competition_id);
        expect(new Set(week).size, `from ${days[start]!.day}`).toBe(7);
      }
    }));

  it("shows the one that was shown longest ago when a small catalogue has no other", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        `update jerseys set is_active = false where id not in (
           select id from jerseys where id in (select jersey_id from jersey_images) and status = 'approved'
           order by id limit 3)`,
      );
      const ids = (await play(scenario, 6)).map(({ jersey_id }) => jersey_id);
      expect(ids.slice(3)).toEqual(ids.slice(0, 3));
    }));

  it("begins with a team that celebrates, once in its year", () =>
    rules.scenario(async (scenario) => {
      const { rows } = await scenario.system(
        `update teams set founded_year = 1927 where name = 'NHL 2 team 1' returning id`,
      );
      const days = await play(scenario, 21);
      const shown = days.filter(({ facts }) => facts.team_id === rows[0].id);
      expect(shown[0]).toMatchObject({ facts: { anniversary: 100 } });
      // The first day on which its sport has its turn; afterwards it has no privilege.
      expect(shown[0]!.day).toBe(days.find(({ facts }) => facts.league === "NHL")!.day);
      expect(days.filter(({ facts }) => facts.anniversary !== null)).toEqual(
        shown.filter(({ facts }) => facts.anniversary !== null),
      );
    }));

  it("never shows what isn't public, has no team or photo, or whose facts are doubted", async () => {
    const fits = (change: string, jersey = fixture.approved) =>
      rules.scenario(async ({ system }) => {
        if (change) await system(change, [jersey]);
        const { rows } = await system(
          "select private.fits_a_day(jerseys) as fits from jerseys where id = $1",
          [jersey],
        );
        return rows[0].fits as boolean;
      });
    const suggested = (changes: string) =>
      `insert into suggestions (target_type, target_id, title, changes, was, words)
       values ('jersey', $1, 'Maillot', '${changes}', '{}', '[]')`;
    expect(await fits("")).toBe(true);
    expect(await fits(suggested("{}"))).toBe(true);
    expect(await fits(suggested('{"year": 1999}'))).toBe(false);
    expect(await fits("delete from jersey_images where jersey_id = $1")).toBe(false);
    expect(await fits("update jerseys set team_id = null, team = 'Free' where id = $1")).toBe(
      false,
    );
    expect(await fits("", fixture.pending)).toBe(false);
    expect(await fits("", fixture.inactive)).toBe(false);
  });
});

describe("days", () => {
  it("are read by everyone from their beginning on, and ahead by reviewers alone", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      for (const persona of EVERYONE) {
        const days = (await daysFor(scenario, persona)).map(({ day }) => day);
        const isReviewer = persona === "reviewer" || persona === "admin";
        expect(days, persona).toEqual(isReviewer ? [0, 1, 2, 3, 4, 5, 6, 7] : [0]);
      }
    }));

  it("are written by nobody but the functions", async () => {
    for (const statement of [
      "insert into daily_shirts (day, kind, jersey_id, facts) values ('2031-01-01', 'shown', gen_random_uuid(), '{}')",
      "update daily_shirts set swaps = 1",
      "delete from daily_shirts",
    ]) {
      const outcomes = await rules.everyone(statement);
      expect(new Set(Object.values(outcomes)), statement).toEqual(new Set(["42501"]));
    }
  });
});

describe("a swap", () => {
  const TOMORROW = "(now() at time zone 'Europe/Paris')::date + 1";
  const swap = (day = TOMORROW, jersey = "null") => `select swap_daily_shirt(${day}, ${jersey})`;

  it("is for reviewers, of a day ahead, with another jersey by the rule", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      for (const persona of ["visitor", "owner", "stranger"] as const) {
        expect(await scenario.outcome(persona, swap()), persona).toBe("42501");
      }
      const shown = async () => (await daysFor(scenario, "reviewer"))[1]!.jersey_id;
      for (const persona of ["reviewer", "admin", "reviewer"] as const) {
        const before = await shown();
        await scenario.as(persona, swap());
        // Drawn at random: it may be the one before the last.
        expect(await shown()).not.toBe(before);
      }
      expect(
        await scenario.outcome("reviewer", swap("(now() at time zone 'Europe/Paris')::date")),
      ).toBe("PT409");
      expect(await scenario.outcome("reviewer", swap(`${TOMORROW} + 7`))).toBe("PT409");
    }));

  it("takes a jersey that fits and wasn't shown lately", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      const [today] = await daysFor(scenario, "reviewer");
      expect(await scenario.outcome("reviewer", swap(TOMORROW, `'${today!.jersey_id}'`))).toBe(
        "PT409",
      );
      expect(await scenario.outcome("reviewer", swap(TOMORROW, `'${fixture.pending}'`))).toBe(
        "PT409",
      );
      await scenario.system(
        "delete from daily_shirts where jersey_id = $1 and day <> (now() at time zone 'Europe/Paris')::date + 1",
        [fixture.approved],
      );
      const { rows } = await scenario.system(
        `select id from jerseys where status = 'approved' and id in (select jersey_id from jersey_images)
           and id not in (select jersey_id from daily_shirts) limit 1`,
      );
      await scenario.as("reviewer", swap(TOMORROW, `'${rows[0].id}'`));
      // Today's may have been the one that was taken away, so tomorrow's isn't always the second.
      const taken = await scenario.system(
        `select jersey_id from daily_shirts where kind = 'shown' and day = ${TOMORROW}`,
      );
      expect(taken.rows).toEqual([{ jersey_id: rows[0].id }]);
    }));

  it("is on record, with who did it", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      const before = (await daysFor(scenario, "reviewer"))[1]!.jersey_id;
      await scenario.as("reviewer", swap());
      const after = (await daysFor(scenario, "reviewer"))[1]!.jersey_id;
      const { rows } = await scenario.system(
        "select actor_id, action, before, after from audit_log where table_name = 'daily_shirts'",
      );
      expect(rows).toEqual([
        {
          actor_id: rules.ids.reviewer,
          action: "update",
          before: { jersey_id: before },
          after: { jersey_id: after },
        },
      ]);
    }));

  it("happens 60 times an hour at most", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      await scenario.system("update private.write_limits set most = 1 where kind = 'daily_swaps'");
      expect(await scenario.outcome("reviewer", swap())).toBe(1);
      expect(await scenario.outcome("reviewer", swap())).toBe("PT429");
    }));
});
