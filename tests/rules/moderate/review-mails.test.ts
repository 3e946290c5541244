import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";

import type { Scenario } from "../support/rules.ts";
import { decide, no, suggest } from "../support/suggestions.ts";
import { setUpRules } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

const toReview = async (
  { as }: Scenario,
  persona: "reviewer" | "otherReviewer" | "admin" | "member",
) => (await as(persona, "select to_review from member_state()")).rows[0].to_review;

describe("what waits for a reviewer", () => {
  it("is what they can decide, without their own", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const waiting = async () => [
        await toReview(scenario, "reviewer"),
        await toReview(scenario, "otherReviewer"),
        await toReview(scenario, "admin"),
        await toReview(scenario, "member"),
      ];
      // The fixture's submission.
      expect(await waiting()).toEqual([1, 1, 1, 0]);
      await suggest(scenario, {
        as: "reviewer",
        target: fixture.approved,
        changes: { year: 1977 },
      });
      expect(await waiting()).toEqual([1, 2, 2, 0]);
      const { id } = await suggest(scenario, {
        as: "member",
        type: "team",
        target: fixture.team,
        changes: { city: "Lyon" },
      });
      await decide(scenario, id, { city: no });
      await as("member", "select contest_suggestion($1, 'La source le dit.')", [id]);
      expect(await waiting()).toEqual([1, 3, 3, 0]);
      await as(
        "member",
        "insert into reports (target_type, target_id, category) values ('profile', $1, 'name')",
        [rules.ids.owner],
      );
      expect(await waiting()).toEqual([1, 3, 4, 0]);
      await as("member", "insert into comments (jersey_id, body) values ($1, 'www.exemple.test')", [
        fixture.approved,
      ]);
      expect(await waiting()).toEqual([2, 4, 5, 0]);
      expect((await as("reviewer", "select count(*)::integer from queue()")).rows).toEqual([
        // The queue has one's own and what others decide, too.
        { count: 4 },
      ]);
    }));
});

describe("the daily mail", () => {
  const claim = async ({ system }: Scenario) =>
    (await system("select * from claim_review_mails(20)")).rows as { member_id: string }[];
  const ids = (mails: { member_id: string }[]) => mails.map(({ member_id }) => member_id).sort();

  /** The hour has come for everybody. */
  async function begin(scenario: Scenario): Promise<void> {
    await scenario.system("update auth.users set email_confirmed_at = now()");
    await claim(scenario);
    await scenario.system("update review_mails set hour = 0, day = day - 1");
  }

  it("comes to reviewers once a day, from the day after they became one", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update auth.users set email_confirmed_at = now()");
      expect(await claim(scenario)).toEqual([]);
      await begin(scenario);
      const mails = await claim(scenario);
      expect(ids(mails)).toEqual(
        [rules.ids.reviewer, rules.ids.otherReviewer, rules.ids.admin].sort(),
      );
      expect(mails[0]).toMatchObject({ amount: 1, oldest: expect.any(Date) });
      expect(await claim(scenario)).toEqual([]);
    }));

  it("goes to nobody who isn't a reviewer any more, is suspended, or for whom nothing waits", () =>
    rules.scenario(async (scenario) => {
      await begin(scenario);
      await scenario.system("delete from user_roles where user_id = $1", [rules.ids.reviewer]);
      await scenario.system("update auth.users set banned_until = 'infinity' where id = $1", [
        rules.ids.otherReviewer,
      ]);
      // An administrator decides on their own, too.
      await scenario.system("update jerseys set author_id = $1 where id = $2", [
        rules.ids.admin,
        fixture.pending,
      ]);
      await scenario.system("savepoint submitted");
      expect(ids(await claim(scenario))).toEqual([rules.ids.admin]);
      await scenario.system("rollback to savepoint submitted");
      await scenario.system("delete from jerseys where id = $1", [fixture.pending]);
      expect(await claim(scenario)).toEqual([]);
    }));

  it("waits for the hour that its reader chose, and ends by one choice or from the mail", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await begin(scenario);
      await system("delete from user_roles where user_id = $1", [rules.ids.admin]);
      await as("reviewer", "select want_review_mail(null)");
      expect(await outcome("reviewer", "select want_review_mail(24)")).toBe("23514");
      for (const persona of ["visitor", "member"] as const) {
        expect(await outcome(persona, "select want_review_mail(8)")).toBe("42501");
      }
      const { rows } = await system("select key from review_mails where member_id = $1", [
        rules.ids.otherReviewer,
      ]);
      await as("visitor", "select stop_review_mails($1)", [rows[0].key]);
      expect(await claim(scenario)).toEqual([]);
      // An hour that has passed today comes tomorrow.
      await as("reviewer", "select want_review_mail(0)");
      expect(await claim(scenario)).toEqual([]);
      await system("update review_mails set day = day - 1");
      expect(ids(await claim(scenario))).toEqual([rules.ids.reviewer]);
    }));

  it("is sent again only if the mail server refused it for now", () =>
    rules.scenario(async (scenario) => {
      await begin(scenario);
      await scenario.system("update review_mails set hour = null where member_id <> $1", [
        rules.ids.reviewer,
      ]);
      await claim(scenario);
      const finish = (problem: string | null, final = false) =>
        scenario.system("select finish_review_mail($1, $2, $3)", [
          rules.ids.reviewer,
          problem,
          final,
        ]);
      const later = () => scenario.system("update review_mails set retry_at = now()");
      await finish("451");
      expect(await claim(scenario)).toEqual([]);
      await later();
      expect(ids(await claim(scenario))).toEqual([rules.ids.reviewer]);
      await finish("550", true);
      await later();
      expect(await claim(scenario)).toEqual([]);
    }));

  it("shows its hour and key to its reader alone", () =>
    rules.scenario(async (scenario) => {
      await begin(scenario);
      const { outcome } = scenario;
      expect(await outcome("reviewer", "select * from review_mails")).toBe(1);
      expect(await outcome("visitor", "select * from review_mails")).toBe("42501");
      expect(await outcome("member", "select * from review_mails")).toBe(0);
      expect(await outcome("reviewer", "update review_mails set day = null")).toBe("42501");
      for (const call of ["claim_review_mails(1)", "finish_review_mail(null)"]) {
        expect(await outcome("admin", `select ${call}`)).toBe("42501");
      }
    }));

  it("is claimed by one of several workers", async () => {
    await rules.system("update auth.users set email_confirmed_at = now()");
    await rules.system("select * from claim_review_mails(20)");
    await rules.system("update review_mails set hour = 0, day = day - 1");
    const connect = async () => {
      const client = new pg.Client({ connectionString: rules.url });
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    const [one, other] = [await connect(), await connect()];
    const claimBy = async (client: pg.Client) =>
      (await client.query("select * from claim_review_mails(20)")).rowCount;
    await one.query("begin");
    expect(await claimBy(one)).toBe(3);
    expect(await claimBy(other)).toBe(0);
    await one.query("commit");
    expect(await claimBy(other)).toBe(0);
  });
});
