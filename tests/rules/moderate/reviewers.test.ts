import { beforeAll, describe, expect, it } from "vitest";

import type { Persona, Rules, Scenario } from "../support/rules.ts";
import { addJerseys, setUpRules } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer"]);
/** A pending jersey of the reviewer. */
let own: string;

beforeAll(async () => {
  const title = "Maillot du relecteur";
  [own] = (await addJerseys(rules, fixture, rules.ids.reviewer, [title], "pending")) as [string];
});

const REPORT = "insert into reports (target_type, target_id) values ('jersey', $1)";
const RESOLVE = "update reports set status = 'dismissed'";

const suspend = ({ system }: Scenario) =>
  system("update auth.users set banned_until = 'infinity' where id = $1", [rules.ids.reviewer]);
const is = async ({ as }: Scenario, persona: Persona, about: keyof Rules["ids"]) =>
  (await as(persona, "select is_reviewer($1) as it", [rules.ids[about]])).rows[0].it;

describe("is_reviewer", () => {
  it("is true about oneself, for reviewers and administrators", () =>
    rules.scenario(async (scenario) => {
      expect(await is(scenario, "reviewer", "reviewer")).toBe(true);
      expect(await is(scenario, "admin", "admin")).toBe(true);
      expect(await is(scenario, "owner", "owner")).toBe(false);
      expect(await is(scenario, "visitor", "reviewer")).toBe(false);
      expect(await is(scenario, "stranger", "reviewer")).toBe(false);
      expect(await is(scenario, "admin", "reviewer")).toBe(false);
    }));

  it("is false while suspended, and without the second factor", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
         values (gen_random_uuid(), $1, 'totp', 'verified', 'app', now(), now())`,
        [rules.ids.reviewer],
      );
      expect(await is(scenario, "reviewer", "reviewer")).toBe(false);
      await scenario.system("delete from auth.mfa_factors");
      await suspend(scenario);
      expect(await is(scenario, "reviewer", "reviewer")).toBe(false);
    }));

  it("doesn't make an administrator", () =>
    rules.scenario(async ({ as }) => {
      const { rows } = await as("reviewer", "select is_admin($1) as it", [rules.ids.reviewer]);
      expect(rows[0].it).toBe(false);
    }));
});

describe("a reviewer", () => {
  it("reads what waits, with images, and no inactive jersey", () =>
    rules.scenario(async (scenario) => {
      const { outcome } = scenario;
      const jersey = "select from jerseys where id = $1";
      expect(await outcome("reviewer", jersey, [fixture.pending])).toBe(1);
      expect(await outcome("reviewer", jersey, [fixture.rejected])).toBe(1);
      expect(await outcome("reviewer", jersey, [fixture.inactive])).toBe(0);
      expect(
        await outcome("reviewer", "select from jersey_images where id = $1", [
          fixture.pendingImage,
        ]),
      ).toBe(1);
      expect(await outcome("reviewer", "select * from same_pictures($1)", [fixture.pending])).toBe(
        0,
      );
    }));

  it.each([
    [
      "gives a role",
      "insert into user_roles (user_id, role) select author_id, 'reviewer' from jerseys where id = $1",
    ],
    ["suspends", "select suspend_member((select author_id from jerseys where id = $1), true)"],
    ["lists members", "select list_members() where $1::uuid is not null"],
    ["adds a brand", "insert into brands (name) select 'X' where $1::uuid is not null"],
  ])("never %s", async (_, statement) => {
    const outcomes = await rules.everyone(statement, [fixture.approved]);
    expect(outcomes.reviewer).toBe(outcomes.stranger);
    expect(outcomes.reviewer).toMatch(/^42501|42883$/);
  });

  it.each([
    [
      "another's jersey",
      "update jerseys set title = 'Autre' where id = $1",
      () => fixture.approved,
    ],
    ["another's jersey away", "delete from jerseys where id = $1", () => fixture.approved],
    ["an image away", "delete from jersey_images where id = $1", () => fixture.image],
    ["a comment away", "delete from comments where id = $1", () => fixture.comment],
    ["a team", "update teams set name = 'Autre' where id = $1", () => fixture.team],
    ["a season", "update seasons set name = 'Autre' where id = $1", () => fixture.season],
    ["the log", "select from audit_log where $1::text is not null", () => fixture.team],
    [
      "roles",
      "select from user_roles where user_id <> (select auth.uid()) and $1::text is not null",
      () => fixture.team,
    ],
  ])("never changes or reads %s", (_, statement, id) =>
    rules.scenario(async ({ outcome }) => {
      expect(await outcome("reviewer", statement, [id()])).toBe(0);
    }),
  );
});

describe("reports", () => {
  it("that are resolved are an administrator's to resolve otherwise", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("stranger", REPORT, [fixture.approved]);
      expect(await outcome("reviewer", RESOLVE)).toBe(1);
      expect(await outcome("reviewer", "update reports set status = 'open'")).toBe(0);
      expect(await outcome("reviewer", "update reports set status = 'upheld'")).toBe(0);
      expect(await outcome("admin", "update reports set status = 'upheld'")).toBe(1);
    }));

  it("about what is theirs, or by themselves, are for others", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      await as("reviewer", REPORT, [fixture.approved]);
      expect(await outcome("reviewer", "select from reports")).toBe(1);
      expect(await outcome("reviewer", RESOLVE)).toBe(0);
      await system("delete from reports");
      await system("update jerseys set status = 'approved' where id = $1", [own]);
      await as("stranger", REPORT, [own]);
      expect(await outcome("reviewer", "select from reports")).toBe(0);
      expect(await outcome("reviewer", RESOLVE)).toBe(0);
      await system("delete from reports");
      const comment = await as(
        "reviewer",
        "insert into comments (jersey_id, body) values ($1, 'Faux.') returning id",
        [fixture.approved],
      );
      await as("stranger", "insert into reports (target_type, target_id) values ('comment', $1)", [
        comment.rows[0].id,
      ]);
      expect(await outcome("reviewer", RESOLVE)).toBe(0);
      expect(await outcome("admin", RESOLVE)).toBe(1);
    }));
});

describe("the role", () => {
  const GIVE = "insert into user_roles (user_id, role) values ($1, 'reviewer')";

  it("is given and taken by administrators", async () => {
    const { stranger } = rules.ids;
    expect(await rules.everyone(GIVE, [stranger])).toMatchObject({ admin: 1, owner: "42501" });
    expect(
      await rules.everyone("delete from user_roles where user_id = $1", [rules.ids.reviewer]),
    ).toMatchObject({ admin: 1, owner: 0, reviewer: 0 });
  });
});
