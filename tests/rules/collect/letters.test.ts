import { beforeAll, describe, expect, it } from "vitest";

import type { Scenario } from "../support/rules.ts";
import { setUpRules } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["member"]);
// Those of the fixture.
beforeAll(async () => void (await rules.system("delete from private.arrivals")));

/** Switches the letter on as of last week, for a member who follows the team. */
async function subscribe(
  { as, system }: Scenario,
  persona: "owner" | "stranger" | "member" = "member",
): Promise<void> {
  await as(persona, "insert into follows (target_type, target_id) values ('team', $1)", [
    fixture.team,
  ]);
  await as(persona, "select want_letter(true)");
  await system(
    "update letters set week = week - 7, covered_until = now() - interval '7 days' where member_id = $1",
    [rules.ids[persona]],
  );
  await system("update auth.users set email_confirmed_at = now()");
}

/** A jersey of the team, as if a reviewer had approved it just now. */
async function addJersey({ system }: Scenario, title = "Maillot neuf"): Promise<void> {
  await system(
    `insert into jerseys (title, league, competition_id, season_id, team_id, status)
     values ($4, 'SOCCER', $1, $2, $3, 'approved')`,
    [fixture.competition, fixture.season, fixture.team, title],
  );
  await system(
    "update private.arrivals set is_bulk = false, at = now() where jersey_id = (select id from jerseys where title = $1)",
    [title],
  );
}

const claim = async ({ system }: Scenario) =>
  (await system("select * from claim_letters(20)")).rows;
const finish = ({ system }: Scenario, problem: string | null = null, final = false) =>
  system("select finish_letter($1, $2, $3)", [rules.ids.member, problem, final]);

describe("the weekly letter", () => {
  it("is off until its member switches it on, and theirs alone", () =>
    rules.scenario(async (scenario) => {
      const { outcome, as } = scenario;
      await addJersey(scenario);
      expect(await claim(scenario)).toEqual([]);
      expect(await outcome("visitor", "select want_letter(true)")).toBe("42501");
      await as("owner", "select want_letter(true)");
      expect(await outcome("owner", "select key from letters where is_wanted")).toBe(1);
      for (const persona of ["stranger", "admin"] as const) {
        expect(await outcome(persona, "select from letters")).toBe(0);
      }
      for (const persona of ["owner", "stranger", "admin"] as const) {
        for (const write of ["update letters set is_wanted = true", "delete from letters"]) {
          expect(await outcome(persona, write)).toBe("42501");
        }
        for (const call of ["claim_letters(1)", "finish_letter(null)"]) {
          expect(await outcome(persona, `select ${call}`)).toBe("42501");
        }
      }
    }));

  it("tells what changed, with the links, once a week", () =>
    rules.scenario(async (scenario) => {
      await subscribe(scenario);
      await addJersey(scenario);
      const [letter, ...others] = await claim(scenario);
      expect(others).toEqual([]);
      expect(letter).toMatchObject({
        member_id: rules.ids.member,
        changes: [
          { kind: "jersey", amount: 1 },
          {
            kind: "jersey",
            amount: 1,
            title: "Maillot neuf",
            jersey_id: expect.any(String),
            team_slug: "as-saint-etienne",
            kit_type_slug: "maillot",
            target_type: "team",
            target_id: fixture.team,
            target: expect.any(String),
            target_slug: expect.any(String),
          },
        ],
      });
      await finish(scenario);
      await addJersey(scenario, "Encore un");
      expect(await claim(scenario)).toEqual([]);
      // The next week tells what came since.
      await scenario.system(
        "update letters set week = week - 7, covered_until = covered_until - interval '1 second'",
      );
      const [next] = await claim(scenario);
      expect(next.changes).toHaveLength(3);
      expect(next.changes.map(({ amount }: { amount: number }) => amount)).toEqual([2, 2, 2]);
    }));

  it("names the team of a set that became complete, followed or not", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await subscribe(scenario);
      await as("member", "delete from follows");
      for (const title of ["Premier", "Deuxième"]) await addJersey(scenario, title);
      await system("update jerseys set kit_type = 'home' where title in ('Premier', 'Deuxième')");
      await as(
        "member",
        "insert into user_collections (jersey_id) select id from jerseys where title in ('Premier', 'Deuxième')",
      );
      const [letter] = await claim(scenario);
      const { rows } = await system("select name from teams where id = $1", [fixture.team]);
      expect(letter.changes).toEqual([
        {
          ...{ kind: "set", amount: 2, kit_type: "home" },
          ...{ target_type: "team", target_id: fixture.team, target: rows[0].name },
          target_slug: expect.any(String),
        },
      ]);
    }));

  it("is never sent twice in a week, even if it is switched off and on again, or its sender dies", () =>
    rules.scenario(async (scenario) => {
      await subscribe(scenario);
      await addJersey(scenario);
      // Claimed by a sender that dies.
      expect(await claim(scenario)).toHaveLength(1);
      expect(await claim(scenario)).toEqual([]);
      await scenario.as("member", "select want_letter(false)");
      await scenario.as("member", "select want_letter(true)");
      expect(await claim(scenario)).toEqual([]);
    }));

  it("tells in the next week what a lost one had told", () =>
    rules.scenario(async (scenario) => {
      await subscribe(scenario);
      await addJersey(scenario);
      expect(await claim(scenario)).toHaveLength(1);
      await scenario.system("update letters set week = week - 7");
      const [next] = await claim(scenario);
      expect(next.changes[1]).toMatchObject({ title: "Maillot neuf" });
    }));

  it("isn't sent when nothing changed", () =>
    rules.scenario(async (scenario) => {
      await subscribe(scenario);
      expect(await claim(scenario)).toEqual([]);
      const { rows } = await scenario.system(
        "select covered_until = now() as is_covered, week = private.letter_week() as done from letters",
      );
      expect(rows).toEqual([{ is_covered: true, done: true }]);
    }));

  it.each([
    ["unconfirmed", "email_confirmed_at = null"],
    ["suspended", "banned_until = '2100-01-01'"],
    ["without an address", "email = null"],
  ])("isn't sent to an account that is %s", (_, state) =>
    rules.scenario(async (scenario) => {
      await subscribe(scenario);
      await addJersey(scenario);
      await scenario.system(`update auth.users set ${state} where id = $1`, [rules.ids.member]);
      expect(await claim(scenario)).toEqual([]);
    }),
  );

  it("is tried again when a mail server refused it for now, five times at most; otherwise next week", () =>
    rules.scenario(async (scenario) => {
      await subscribe(scenario);
      await addJersey(scenario);
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect(await claim(scenario), `attempt ${attempt}`).toHaveLength(1);
        await finish(scenario, "451 later");
        expect(await claim(scenario)).toEqual([]);
        await scenario.system("update letters set retry_at = now() where retry_at is not null");
      }
      expect(await claim(scenario)).toEqual([]);
      await scenario.system("update letters set week = week - 7");
      expect(await claim(scenario)).toHaveLength(1);
      await finish(scenario, "connection lost", true);
      expect((await scenario.system("select retry_at, problem from letters")).rows).toEqual([
        { retry_at: null, problem: "connection lost" },
      ]);
    }));

  it("ends by the key of its link, without signing in, also while it waits to be tried again", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await subscribe(scenario);
      await addJersey(scenario);
      await claim(scenario);
      await finish(scenario, "451 later");
      const { rows } = await system("select key from letters");
      expect(await outcome("visitor", "select stop_letters(gen_random_uuid())")).toBe(1);
      expect((await system("select from letters where is_wanted")).rowCount).toBe(1);
      await as("visitor", "select stop_letters($1)", [rows[0].key]);
      expect((await system("select is_wanted, retry_at from letters")).rows).toEqual([
        { is_wanted: false, retry_at: null },
      ]);
    }));

  it.each([
    ["Monday before eight in Paris, in winter", "2026-11-30 06:59:59+00", "2026-11-23"],
    ["Monday at eight in Paris, in winter", "2026-11-30 07:00:00+00", "2026-11-30"],
    ["Monday at eight in Paris, in summer", "2026-07-06 06:00:00+00", "2026-07-06"],
    ["Sunday", "2026-07-12 23:30:00+02", "2026-07-06"],
  ])("is of the week that began by %s", async (_, at, monday) => {
    const { rows } = await rules.system("select private.letter_week($1)::text as week", [at]);
    expect(rows).toEqual([{ week: monday }]);
  });

  it("passes over those for whom nothing changed in steps", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        `with accounts as (
           insert into auth.users (id, email, email_confirmed_at)
           select gen_random_uuid(), 'm' || n || '@example.org', now() from generate_series(1, 201) n returning id)
         insert into letters (member_id, is_wanted, week) select id, true, private.letter_week() - 14 from accounts`,
      );
      const due = async () =>
        (await scenario.system("select from letters where week < private.letter_week()")).rowCount;
      await claim(scenario);
      expect(await due()).toBe(1);
      await claim(scenario);
      expect(await due()).toBe(0);
    }));
});
