import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { atOnce } from "../support/at-once.ts";
import {
  createRules,
  type Persona,
  PERSONAS,
  type Rules,
  type Scenario,
} from "../support/rules.ts";

let rules: Rules;

const EVERYONE = [...PERSONAS, "reviewer", "member", "trusted"] as const;
const SPORTS = ["NBA", "NFL", "NHL", "SOCCER", "ESPORT"];
const TODAY = "(now() at time zone 'Europe/Paris')::date";
const TOKEN = "t".repeat(43);

/**
 * Two competitions of each sport with four teams each, of which two are of one city, and of each team two jerseys with a
 * photo in each of three seasons, of which two are of one decade.
 */
const CATALOGUE = `
  with new_competitions as (
    insert into competitions (league, name)
    select league, league || ' ' || n from unnest($1::text[]) league, generate_series(1, 2) n returning id, league, name
  ), new_teams as (
    insert into teams (name, competition_id, city, country)
    select name || ' team ' || n, id, 'City ' || least(n, 3), 'FR' from new_competitions, generate_series(1, 4) n
    returning id, name, competition_id
  ), new_jerseys as (
    insert into jerseys (title, author_id, status, league, competition_id, season_id, team_id, kit_type)
    select new_teams.name || ' ' || n, $2, 'approved', league, competition_id,
      (select id from seasons where code = (array['2021-22', '2022-23', '1998-99'])[1 + n % 3]), new_teams.id,
      (array['home', 'away'])[1 + n % 2]
    from new_teams join new_competitions on new_competitions.id = competition_id, generate_series(1, 6) n
    returning id
  )
  insert into jersey_images (jersey_id, url) select id, 'https://example.test/' || id || '.webp' from new_jerseys`;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "member", "trusted"]);
  await rules.system(
    `insert into seasons (code, name) values ('1998-99', '1998-1999'), ('2021-22', '2021-2022'), ('2022-23', '2022-2023')
     on conflict do nothing`,
  );
  await rules.system(CATALOGUE, [SPORTS, rules.ids.owner]);
  // Accounts that count for rankings; a scenario makes others of them.
  await rules.system(
    "update auth.users set email_confirmed_at = now(), created_at = now() - interval '2 days'",
  );
});
afterAll(() => rules.close());

const { run, begun, meanwhile } = atOnce(() => rules);

const draw = async ({ system }: Pick<Scenario, "system">): Promise<number> =>
  (await system("select draw_duels() as drawn")).rows[0].drawn;

interface Duel {
  day: number;
  kind: string;
  first_id: string;
  second_id: string;
  first_facts: Record<string, unknown>;
  second_facts: Record<string, unknown>;
  counted_at: Date | null;
  firsts: number | null;
  seconds: number | null;
  neithers: number | null;
}

/** The duels, counted from today. */
const duelsFor = async ({ as }: Scenario, persona: Persona): Promise<Duel[]> =>
  (await as(persona, `select *, day - ${TODAY} as day from daily_duels order by daily_duels.day`))
    .rows;

interface State {
  choice: string | null;
  counts: boolean;
  share: Record<string, number> | null;
}

const answer = async (
  { as }: Pick<Scenario, "as">,
  persona: Persona,
  choice: string | null,
  player: string | null = null,
  day = TODAY,
): Promise<State> =>
  (await as(persona, `select answer_duel(${day}, $1, $2) as state`, [choice, player])).rows[0]
    .state;

const mine = async (
  { as }: Pick<Scenario, "as">,
  persona: Persona,
  player: string | null = null,
  day = TODAY,
): Promise<State> =>
  (await as(persona, `select my_duel(${day}, $1) as state`, [player])).rows[0].state;

/** Lets so many days pass: what was today is before it. */
const pass = ({ system }: Pick<Scenario, "system">, days = 1) =>
  system(
    `alter table private.duel_tallies drop constraint duel_tallies_day_fkey;
     update daily_duels set day = day - ${days + 1000};
     update daily_duels set day = day + 1000;
     update daily_duel_answers set day = day - ${days};
     update private.duel_tallies set day = day - ${days + 1000};
     update private.duel_tallies set day = day + 1000`,
  );

describe("the job", () => {
  it("draws today and seven days, once", () =>
    rules.scenario(async (scenario) => {
      expect(await draw(scenario)).toBe(8);
      expect(await draw(scenario)).toBe(0);
      const duels = await duelsFor(scenario, "reviewer");
      expect(duels.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }));

  it("leaves today as it was drawn, and draws anew a day ahead of which a jersey fits no longer", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      const [today, tomorrow, after] = await duelsFor(scenario, "reviewer");
      await scenario.system("update jerseys set is_active = false where id = any ($1)", [
        [today!.first_id, tomorrow!.second_id],
      ]);
      await scenario.system("update teams set name = 'Renamed' where id = $1", [
        today!.first_facts.team_id,
      ]);
      expect(await draw(scenario)).toBe(1);
      const duels = await duelsFor(scenario, "reviewer");
      expect(duels[0]).toEqual(today);
      expect(duels[1]!.second_id).not.toBe(tomorrow!.second_id);
      expect(duels[2]).toEqual(after);
    }));

  it("draws anew a day ahead beside which its team gets a shirt of the day, or of the day after", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      const before = await duelsFor(scenario, "reviewer");
      for (const [day, jersey] of [
        [2, before[2]!.first_id],
        [5, before[4]!.second_id],
      ] as const) {
        await scenario.system(`select private.set_day(${TODAY} + $1::integer, $2)`, [day, jersey]);
      }
      expect(await draw(scenario)).toBe(2);
      const duels = await duelsFor(scenario, "reviewer");
      // Drawn anew, a duel may have one of its two shirts again.
      const pair = (duel: Duel) => [duel.first_id, duel.second_id].join();
      const changed = duels.filter((duel, at) => pair(duel) !== pair(before[at]!));
      expect(changed.map(({ day }) => day)).toEqual([2, 4]);
    }));

  it("leaves the teams of a duel to nobody's guess on its day and the next, whose page has the result", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      const { first_facts } = (await duelsFor(scenario, "reviewer")).at(-1)!;
      const { rows } = await scenario.system(
        `select n, private.is_taken_near(jersey.id, ${TODAY} + n, kind) as is_taken, kind
         from generate_series(7, 9) n, unnest(array['guess', 'shown']) kind,
           (select id from jerseys where team_id = $1 order by id limit 1) jersey
         order by kind, n`,
        [first_facts.team_id],
      );
      const taken = rows.filter(({ is_taken }) => is_taken).map(({ kind, n }) => [kind, n]);
      expect(taken).toEqual([
        ["guess", 7],
        ["guess", 8],
      ]);
    }));

  it("isn't started by members", async () => {
    expect(new Set(Object.values(await rules.everyone("select draw_duels()")))).toEqual(
      new Set(["42501"]),
    );
  });
});

describe("the rule", () => {
  /** So many days in a row, each drawn as the job does. */
  async function play({ system }: Scenario, days: number) {
    await system(
      `do $$ declare chosen record; begin
         for n in 0..${days - 1} loop
           select * into chosen from private.choose_duel(date '2027-01-01' + n);
           insert into daily_duels (day, kind, first_id, second_id, first_facts, second_facts)
           select date '2027-01-01' + n, chosen.kind, one.id, other.id,
             private.facts_of_day(one, current_date), private.facts_of_day(other, current_date)
           from jerseys one, jerseys other where one.id = chosen.pair[1] and other.id = chosen.pair[2];
         end loop;
       end $$`,
    );
    const { rows } = await system(
      `select duel.day::text, kind, first_id, second_id,
         one.team_id <> other.team_id as are_different, one.league = other.league as are_of_one_sport,
         one.competition_id = other.competition_id as are_of_one_competition,
         one.season_id = other.season_id as are_of_one_season,
         left(one_season.code, 3) = left(other_season.code, 3) as are_of_one_decade, one_team.city = other_team.city as are_of_one_city,
         one.league, abs((one.upvotes + 1.0) / (one.upvotes + one.downvotes + 2)
           - (other.upvotes + 1.0) / (other.upvotes + other.downvotes + 2))::float as apart
       from daily_duels duel
       join jerseys one on one.id = first_id join teams one_team on one_team.id = one.team_id
         join seasons one_season on one_season.id = one.season_id
       join jerseys other on other.id = second_id join teams other_team on other_team.id = other.team_id
         join seasons other_season on other_season.id = other.season_id
       order by duel.day`,
    );
    return rows;
  }

  it("lets two shirts of different teams meet that belong together, each once in two years", () =>
    rules.scenario(async (scenario) => {
      const duels = await play(scenario, 42);
      const ids = duels.flatMap(({ first_id, second_id }) => [first_id, second_id]);
      expect(new Set(ids).size).toBe(84);
      for (const duel of duels) {
        const bond = {
          rivalry: { are_of_one_competition: true, are_of_one_city: true },
          competition: { are_of_one_competition: true, are_of_one_season: true },
          decade: { are_of_one_decade: true },
        }[duel.kind as string];
        expect(duel).toMatchObject({ are_different: true, are_of_one_sport: true, ...bond });
      }
      expect(new Set(duels.map(({ kind }) => kind)).size).toBe(3);
      // Every sport within a week.
      for (let start = 0; start + 5 <= duels.length; start++) {
        expect(new Set(duels.slice(start, start + 5).map(({ league }) => league)).size).toBe(5);
      }
    }));

  it("lets shirts meet that are similarly liked", () =>
    rules.scenario(async (scenario) => {
      // Of every team half are liked by nobody and half by all: 0.08 and 0.92.
      await scenario.system(
        `update jerseys set upvotes = case when right(title, 1)::integer <= 3 then 10 else 0 end,
           downvotes = case when right(title, 1)::integer <= 3 then 0 else 10 end`,
      );
      const duels = await play(scenario, 21);
      expect(duels.filter(({ apart }) => apart > 0.25)).toEqual([]);
    }));

  it("repeats a jersey after a week when a small catalogue has no other, and then leaves a day without", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        `update jerseys set is_active = false where league <> 'NHL' or right(title, 1) <> '1';
         update jerseys set is_active = false where title not like 'NHL 1 team 3%' and title not like 'NHL 1 team 4%'`,
      );
      const duels = await play(scenario, 15);
      expect(duels.map(({ day }) => day)).toEqual(["2027-01-01", "2027-01-08", "2027-01-15"]);
    }));
});

describe("duels", () => {
  it("are read by everyone from their beginning on, and ahead by reviewers alone", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      for (const persona of EVERYONE) {
        const days = (await duelsFor(scenario, persona)).map(({ day }) => day);
        const isReviewer = persona === "reviewer" || persona === "admin";
        expect(days, persona).toEqual(isReviewer ? [0, 1, 2, 3, 4, 5, 6, 7] : [0]);
      }
    }));

  it("and their answers are written by nobody but the functions", async () => {
    for (const statement of [
      "insert into daily_duels (day, kind, first_id, second_id, first_facts, second_facts) values ('2031-01-01', 'decade', gen_random_uuid(), gen_random_uuid(), '{}', '{}')",
      "update daily_duels set firsts = 100",
      "delete from daily_duels",
      "insert into daily_duel_answers (player_id, day, choice) values (gen_random_uuid(), '2031-01-01', 'first')",
      "update daily_duel_answers set choice = 'first'",
      "delete from daily_duel_answers",
      "select from private.duel_tallies",
    ]) {
      const outcomes = await rules.everyone(statement);
      expect(new Set(Object.values(outcomes)), statement).toEqual(new Set(["42501"]));
    }
  });
});

describe("an answer", () => {
  it("is one per player, may be changed, and is read by the player alone", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      const read = "select choice from daily_duel_answers";
      expect(await mine(scenario, "owner")).toEqual({ choice: null, share: null });
      expect(await answer(scenario, "owner", "first")).toMatchObject({ choice: "first" });
      await answer(scenario, "owner", "neither");
      await answer(scenario, "visitor", "second", TOKEN);
      expect(await mine(scenario, "owner")).toMatchObject({ choice: "neither" });
      expect(await mine(scenario, "visitor", TOKEN)).toMatchObject({ choice: "second" });
      expect((await scenario.as("owner", read)).rows).toEqual([{ choice: "neither" }]);
      expect(await scenario.outcome("visitor", read)).toBe("42501");
      for (const persona of ["stranger", "admin", "reviewer"] as const) {
        expect(await scenario.outcome(persona, read), persona).toBe(0);
        expect(await mine(scenario, persona, TOKEN), persona).toMatchObject({ choice: null });
      }
      expect(await mine(scenario, "visitor")).toMatchObject({ choice: null });
      expect(await mine(scenario, "visitor", "x".repeat(43))).toMatchObject({ choice: null });
    }));

  it.each([
    ["both", "PT400", "choice_unknown"],
    [null, "PT400", "choice_unknown"],
  ])("%j is refused", (choice, code, message) =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      await expect(answer(scenario, "owner", choice)).rejects.toMatchObject({ code, message });
    }),
  );

  it("is for today: of a day before 409, of one ahead or without a duel 404", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      await answer(scenario, "visitor", "first", TOKEN);
      for (const day of [`${TODAY} + 1`, `${TODAY} - 1`]) {
        for (const persona of ["visitor", "owner", "admin"] as const) {
          await expect(answer(scenario, persona, "first", TOKEN, day)).rejects.toMatchObject({
            code: "PT404",
            message: "duel_unknown",
          });
          await expect(mine(scenario, persona, TOKEN, day)).rejects.toMatchObject({
            code: "PT404",
          });
        }
      }
      await pass(scenario);
      for (const persona of ["visitor", "owner", "admin"] as const) {
        await expect(
          answer(scenario, persona, "second", TOKEN, `${TODAY} - 1`),
        ).rejects.toMatchObject({ code: "PT409", message: "duel_over" });
      }
      expect(await mine(scenario, "visitor", TOKEN, `${TODAY} - 1`)).toMatchObject({
        choice: "first",
      });
    }));

  it("moves no vote and no rating", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      const figures = `select id, upvotes, downvotes, score from jerseys order by id`;
      const before = (await scenario.system(figures)).rows;
      for (const persona of EVERYONE) await answer(scenario, persona, "first", TOKEN);
      await pass(scenario);
      await draw(scenario);
      expect((await scenario.system(figures)).rows).toEqual(before);
      expect((await scenario.system("select from jersey_votes")).rowCount).toBe(0);
    }));

  it("given twice at once is counted once", async () => {
    await rules.system("select draw_duels()");
    try {
      const statement = `select answer_duel(${TODAY}, $1) as state`;
      const first = await begun("owner", statement, ["first"]);
      await meanwhile(first, () => run("owner", statement, ["second"]));
      const { rows } = await rules.system(
        `select firsts, seconds, neithers from private.duel_tallies where day = ${TODAY}`,
      );
      expect(rows).toEqual([{ firsts: 0, seconds: 1, neithers: 0 }]);
    } finally {
      await rules.system("delete from daily_duels");
      await rules.system("delete from daily_players");
    }
  });
});

describe("the share", () => {
  it("is told at once after one's answer, with everyone's in it, and not before", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      // Accounts that don't count for rankings count here.
      await scenario.system(
        `update auth.users set created_at = now() - interval '1 hour', email_confirmed_at = null where id = $1`,
        [rules.ids.stranger],
      );
      expect((await answer(scenario, "owner", "first")).share).toEqual({
        first: 1,
        second: 0,
        neither: 0,
      });
      await answer(scenario, "stranger", "first");
      await answer(scenario, "visitor", "second", TOKEN);
      const share = { first: 2, second: 1, neither: 1 };
      expect((await answer(scenario, "admin", "neither")).share).toEqual(share);
      expect((await mine(scenario, "visitor", TOKEN)).share).toEqual(share);
      expect((await mine(scenario, "reviewer")).share).toBeNull();
      expect((await mine(scenario, "visitor")).share).toBeNull();
      expect((await answer(scenario, "admin", "second")).share).toEqual({
        first: 2,
        second: 2,
        neither: 0,
      });
    }));

  it("follows an account that is deleted", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      for (const persona of ["owner", "admin", "reviewer", "member"] as const)
        await answer(scenario, persona, "first");
      await scenario.system("delete from auth.users where id = $1", [rules.ids.member]);
      expect((await mine(scenario, "owner")).share).toEqual({ first: 3, second: 0, neither: 0 });
      expect((await scenario.system("select from daily_duel_answers")).rowCount).toBe(3);
    }));
});

describe("the result", () => {
  const resultFor = async (scenario: Scenario, persona: Persona = "visitor") => {
    const [first] = (await duelsFor(scenario, persona)).filter(({ day }) => day === -1);
    return first && [first.firsts, first.seconds, first.neithers];
  };

  it("is counted once the day is over, and stays", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      for (const persona of ["owner", "admin", "reviewer", "stranger", "member"] as const) {
        await answer(scenario, persona, "first");
      }
      await answer(scenario, "trusted", "neither");
      await answer(scenario, "visitor", "second", TOKEN);
      expect(await resultFor(scenario)).toBeUndefined();
      await pass(scenario);
      expect(await draw(scenario)).toBe(2);
      expect(await resultFor(scenario)).toEqual([5, 1, 1]);
      await scenario.system("delete from auth.users where id = $1", [rules.ids.owner]);
      await draw(scenario);
      expect(await resultFor(scenario)).toEqual([5, 1, 1]);
      // To everybody, answered or not.
      expect((await mine(scenario, "visitor", null, `${TODAY} - 1`)).share).toEqual({
        first: 5,
        second: 1,
        neither: 1,
      });
    }));

  it("of a day that nobody answered has no figures", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      await pass(scenario);
      await draw(scenario);
      expect(await resultFor(scenario)).toEqual([null, null, null]);
      const { rows } = await scenario.system(
        `select counted_at from daily_duels where day = ${TODAY} - 1`,
      );
      expect(rows[0].counted_at).not.toBeNull();
    }));

  it("of all days that ended while the job stood still is counted, and those before stay", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      await pass(scenario, 3);
      expect(await resultFor(scenario)).toEqual([null, null, null]);
      await draw(scenario);
      const { rows } = await scenario.system(
        "select count(*)::int as n from daily_duels where counted_at is not null",
      );
      expect(rows[0].n).toBe(3);
      const days = (await duelsFor(scenario, "reviewer")).map(({ day }) => day);
      expect(days).toEqual([-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]);
    }));

  it("goes on with what was drawn when a jersey is merged at noon", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      const [today] = await duelsFor(scenario, "visitor");
      await answer(scenario, "owner", "first");
      const { rows } = await scenario.system(
        "select id from jerseys where team_id = $1 and id <> $2 limit 1",
        [today!.first_facts.team_id, today!.first_id],
      );
      await scenario.as("admin", "select merge_jerseys($1, $2, 'Le même maillot, deux fois')", [
        today!.first_id,
        rows[0].id,
      ]);
      await draw(scenario);
      expect((await duelsFor(scenario, "visitor"))[0]).toEqual(today);
      expect(await answer(scenario, "owner", "second")).toMatchObject({ choice: "second" });
      expect((await scenario.as("visitor", "select into_id from jersey_redirects")).rows).toEqual([
        { into_id: rows[0].id },
      ]);
    }));
});

describe("signing in", () => {
  it("brings the visitor's answers along; the account's own stay", () =>
    rules.scenario(async (scenario) => {
      await draw(scenario);
      await answer(scenario, "visitor", "second", TOKEN);
      await pass(scenario);
      await draw(scenario);
      await answer(scenario, "visitor", "second", TOKEN);
      await answer(scenario, "owner", "first");
      await answer(scenario, "admin", "first");
      await scenario.as("stranger", "select claim_daily($1)", [TOKEN]);
      expect(await mine(scenario, "stranger")).toEqual({
        choice: "second",
        share: { first: 2, second: 1, neither: 0 },
      });
      expect(await mine(scenario, "stranger", null, `${TODAY} - 1`)).toMatchObject({
        choice: "second",
      });
      expect(await mine(scenario, "visitor", TOKEN)).toMatchObject({ choice: null });
      // Another browser, in which the account's owner had played as a visitor.
      await answer(scenario, "visitor", "neither", TOKEN);
      await scenario.as("stranger", "select claim_daily($1)", [TOKEN]);
      expect(await mine(scenario, "stranger")).toMatchObject({ choice: "second" });
      const { rows } = await scenario.system("select count(*)::int as n from daily_duel_answers");
      expect(rows[0].n).toBe(4);
    }));
});

describe("the nights on which clocks change", () => {
  /** The database's clock, for a connection of its own. */
  const at = async (moment: string, play: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client({ connectionString: rules.url });
    await client.connect();
    try {
      await client.query("begin");
      // `now()` of the functions under test.
      const { rows } = await client.query(
        `select pg_get_functiondef(p.oid) as text from pg_proc p
         where proname in ('draw_duels', 'duel_of', 'answer_duel') and pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
      );
      for (const { text } of rows)
        await client.query(text.replaceAll("now()", `'${moment}'::timestamptz`));
      await play(client);
    } finally {
      await client.query("rollback");
      await client.end();
    }
  };

  it.each([
    ["2027-03-27T22:59:59Z", "2027-03-27"],
    ["2027-03-27T23:00:00Z", "2027-03-28"],
    ["2027-03-28T21:59:59Z", "2027-03-28"],
    ["2027-03-28T22:00:00Z", "2027-03-29"],
    ["2026-10-24T22:00:00Z", "2026-10-25"],
    ["2026-10-25T00:30:00Z", "2026-10-25"],
    ["2026-10-25T01:30:00Z", "2026-10-25"],
    ["2026-10-25T22:59:59Z", "2026-10-25"],
    ["2026-10-25T23:00:00Z", "2026-10-26"],
  ])("%s has the duel of %s, one a date", (moment, day) =>
    at(moment, async (client) => {
      await client.query("select draw_duels()");
      const { rows } = await client.query("select day::text from daily_duels order by day");
      expect(rows).toHaveLength(8);
      expect(rows[0].day).toBe(day);
      await client.query("select answer_duel($1, 'first', $2)", [day, TOKEN]);
      await client.query("savepoint before");
      await expect(
        client.query("select answer_duel($1::date + 1, 'first', $2)", [day, TOKEN]),
      ).rejects.toMatchObject({ code: "PT404" });
      await client.query("rollback to savepoint before");
    }),
  );
});
