import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Persona, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer"]);
  fixture = await createFixture(rules);
  await rules.system("update auth.users set email_confirmed_at = now()");
});
afterAll(() => rules.close());

const hide = ({ as }: Scenario, by: Persona = "reviewer") =>
  as(by, "update comments set is_hidden = true, hidden_reason = 'wrong' where id = $1", [
    fixture.comment,
  ]);

const giveReason = ({ as }: Scenario, by: Persona, reason: string) =>
  as(by, "update comments set hidden_reason = $2 where id = $1", [fixture.comment, reason]);

const show = ({ as }: Scenario, by: Persona) =>
  as(by, "update comments set is_hidden = false, hidden_reason = null where id = $1", [
    fixture.comment,
  ]);

/** What was decided can't be undone any more: all of it is older by as much. */
async function passTime({ system }: Scenario) {
  for (const [table, columns] of Object.entries({
    notices: ["created_at", "due_at"],
    reports: ["created_at", "resolved_at"],
    report_contests: ["created_at"],
  })) {
    const older = columns.map((column) => `${column} = ${column} - interval '13 seconds'`);
    await system(`update ${table} set ${older.join(", ")}`);
  }
  await system(
    "update private.decisions set was = was || jsonb_build_object('at', (was ->> 'at')::timestamptz - interval '13 seconds')",
  );
}

/** The author's notices, the newest first. */
async function notices(scenario: Scenario) {
  await passTime(scenario);
  const { rows } = await scenario.as(
    "owner",
    "select id, outcome, note, is_again, contested_at is not null as is_contested from notices order by created_at desc, outcome",
  );
  return rows;
}

const CONTEST = "select contest_notice($1, $2)";

/** The author contests what their newest notice tells. */
async function contest(scenario: Scenario) {
  const [{ id }] = await notices(scenario);
  await scenario.as("owner", CONTEST, [id, "C’était poli."]);
  return id;
}

async function reportIn({ as }: Scenario, queue: Persona) {
  const { rows } = await as(queue, `select * from queue('{"kind": "report"}')`);
  return rows[0];
}

describe("a comment that a reviewer has hidden without a report", () => {
  it("is contested by its notice, once: it waits for somebody else", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await hide(scenario);
      const id = await contest(scenario);
      expect(await notices(scenario)).toMatchObject([
        { outcome: "comment_hidden", is_contested: true },
      ]);
      expect(await outcome("owner", CONTEST, [id, "Encore."])).toBe("PT409");
      expect(await reportIn(scenario, "reviewer")).toMatchObject({
        target_id: fixture.comment,
        is_mine: true,
        detail: { is_second: true },
      });
      const waits = await reportIn(scenario, "otherReviewer");
      expect(waits).toMatchObject({
        is_mine: false,
        detail: { category: null, reason: null, is_contested: true },
      });
      expect(
        (await as("otherReviewer", "select party, body, outcome, note from report_contests")).rows,
      ).toEqual([{ party: "author", body: "C’était poli.", outcome: "upheld", note: "wrong" }]);
      const settle = "select settle_reports(array[$1]::uuid[], 'hidden', 'quality')";
      expect(await outcome("reviewer", settle, [waits.id])).toBe("PT403");
      await as("otherReviewer", settle, [waits.id]);
      const [answer] = await notices(scenario);
      expect(answer).toMatchObject({ outcome: "comment_hidden", note: "quality", is_again: true });
      // No press shows again what stayed hidden.
      expect((await as("reviewer", "select ids from my_decisions()")).rows).toEqual([]);
      expect(await outcome("owner", CONTEST, [answer.id, "Encore."])).toBe("PT409");
    }));

  it("stays for somebody else after their decision was undone", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await hide(scenario);
      await contest(scenario);
      const { id } = await reportIn(scenario, "otherReviewer");
      await notices(scenario);
      const settle = "select settle_reports(array[$1]::uuid[], 'hidden', 'quality')";
      await as("otherReviewer", settle, [id]);
      await as("otherReviewer", "select undo_decision($1)", [id]);
      expect(await reportIn(scenario, "otherReviewer")).toMatchObject({ id, is_mine: false });
      expect(await outcome("reviewer", settle, [id])).toBe("PT403");
    }));

  it("may be shown after the contest, which its author is told", () =>
    rules.scenario(async (scenario) => {
      await hide(scenario);
      await contest(scenario);
      const { id } = await reportIn(scenario, "otherReviewer");
      await show(scenario, "otherReviewer");
      await scenario.as("otherReviewer", "select settle_reports(array[$1]::uuid[])", [id]);
      expect(await notices(scenario)).toMatchObject([
        { outcome: "comment_shown", is_again: true },
        { outcome: "comment_hidden" },
      ]);
    }));

  it("is contested by its author only, with words, within 180 days", () =>
    rules.scenario(async (scenario) => {
      const { outcome, system } = scenario;
      await hide(scenario);
      const [{ id }] = await notices(scenario);
      expect(await outcome("visitor", CONTEST, [id, "Non."])).toBe("42501");
      expect(await outcome("stranger", CONTEST, [id, "Non."])).toBe("PT404");
      expect(await outcome("owner", CONTEST, [id, " "])).toBe("PT400");
      await system("update notices set created_at = created_at - interval '181 days'");
      expect(await outcome("owner", CONTEST, [id, "Non."])).toBe("PT409");
    }));

  it("has its notice in the account, whatever its author chose", () =>
    rules.scenario(async (scenario) => {
      await scenario.as(
        "owner",
        "insert into notice_settings (topic, by_mail, in_account) values ('jersey', true, false)",
      );
      await hide(scenario);
      expect(await notices(scenario)).toMatchObject([{ outcome: "comment_hidden" }]);
    }));
});

describe("a hidden comment whose reason was changed", () => {
  it("tells the new reason, and is contested by either notice", () =>
    rules.scenario(async (scenario) => {
      const { outcome } = scenario;
      await hide(scenario);
      const [{ id }] = await notices(scenario);
      await giveReason(scenario, "otherReviewer", "offensive");
      const told = await notices(scenario);
      expect(told).toMatchObject([{ note: "offensive", is_again: false }, { note: "wrong" }]);
      await scenario.as("owner", CONTEST, [id, "C’était poli."]);
      expect(await outcome("owner", CONTEST, [told[0].id, "Encore."])).toBe("PT409");
      expect(await notices(scenario)).toMatchObject([
        { is_contested: true },
        { is_contested: true },
      ]);
      expect(await reportIn(scenario, "otherReviewer")).toMatchObject({ is_mine: true });
      expect(await reportIn(scenario, "reviewer")).toMatchObject({ is_mine: false });
    }));

  it("within seconds tells the last one only", () =>
    rules.scenario(async (scenario) => {
      await hide(scenario);
      await giveReason(scenario, "reviewer", "offensive");
      expect(await notices(scenario)).toMatchObject([{ note: "offensive" }]);
      await contest(scenario);
    }));

  it("within seconds is shown again, which is told: its author had read that it was hidden", () =>
    rules.scenario(async (scenario) => {
      await hide(scenario);
      await notices(scenario);
      await giveReason(scenario, "otherReviewer", "offensive");
      await show(scenario, "otherReviewer");
      expect(await notices(scenario)).toMatchObject([
        { outcome: "comment_shown" },
        { outcome: "comment_hidden", note: "wrong" },
      ]);
    }));

  it("by a report that was settled since is contested with that report", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as(
        "stranger",
        "insert into reports (target_type, target_id, category) values ('comment', $1, 'offensive')",
        [fixture.comment],
      );
      await hide(scenario);
      const [{ id: notice }] = await notices(scenario);
      const { id } = await reportIn(scenario, "otherReviewer");
      await as("otherReviewer", "select settle_reports(array[$1]::uuid[], 'hidden', 'offensive')", [
        id,
      ]);
      expect(await notices(scenario)).toMatchObject([{ note: "offensive" }, { note: "wrong" }]);
      await as("owner", CONTEST, [notice, "C’était poli."]);
      expect(await reportIn(scenario, "reviewer")).toMatchObject({ id, is_mine: false });
      expect(await reportIn(scenario, "otherReviewer")).toMatchObject({ id, is_mine: true });
    }));
});

describe("while a contest is open", () => {
  it("its first decider neither shows, hides nor explains the comment anew", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await hide(scenario);
      await contest(scenario);
      const change = (columns: string) =>
        outcome("reviewer", `update comments set ${columns} where id = $1`, [fixture.comment]);
      expect(await change("hidden_reason = 'offensive'")).toBe("PT403");
      expect(await change("is_hidden = false, hidden_reason = null")).toBe("PT403");
      expect(await change("is_hidden = true, hidden_reason = null")).toBe("PT403");
      expect((await as("reviewer", "select ids from my_decisions()")).rows).toEqual([]);
      // Nor with another report of it, nor with all others of its author.
      await system(
        "insert into reports (reporter_id, target_type, target_id) values ($1, 'comment', $2)",
        [rules.ids.stranger, fixture.comment],
      );
      await show(scenario, "otherReviewer");
      expect(
        await outcome(
          "reviewer",
          "select settle_reports(array(select id from reports where reporter_id is not null), 'hidden', 'offensive')",
        ),
      ).toBe("PT403");
      await as("reviewer", "select hide_comments($1, 'off_topic')", [rules.ids.owner]);
      const { rows } = await system("select is_hidden from comments where id = $1", [
        fixture.comment,
      ]);
      expect(rows).toEqual([{ is_hidden: false }]);
    }));

  it("another reviewer may give another reason: it tells so, as the contest's answer", () =>
    rules.scenario(async (scenario) => {
      await hide(scenario);
      await contest(scenario);
      await giveReason(scenario, "otherReviewer", "offensive");
      expect(await notices(scenario)).toMatchObject([
        { note: "offensive", is_again: true },
        { note: "wrong", is_contested: true },
      ]);
    }));
});

describe("a decider who has left", () => {
  const leave = ({ system }: Scenario, by: "reviewer" | "otherReviewer") =>
    system("delete from auth.users where id = $1", [rules.ids[by]]);

  it("leaves the contest to the others", () =>
    rules.scenario(async (scenario) => {
      await hide(scenario);
      await notices(scenario);
      await leave(scenario, "reviewer");
      await contest(scenario);
      const { id, is_mine } = await reportIn(scenario, "otherReviewer");
      expect(is_mine).toBe(false);
      const settle = "select settle_reports(array[$1]::uuid[])";
      expect(await scenario.outcome("otherReviewer", settle, [id])).toBe(1);
    }));

  it("after a contest keeps nobody from undoing the second decision", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await hide(scenario);
      await contest(scenario);
      const { id } = await reportIn(scenario, "otherReviewer");
      await notices(scenario);
      const settle = "select settle_reports(array[$1]::uuid[], 'hidden', 'quality')";
      await as("otherReviewer", settle, [id]);
      await leave(scenario, "reviewer");
      await as("otherReviewer", "select undo_decision($1)", [id]);
      expect(await reportIn(scenario, "otherReviewer")).toMatchObject({ id, is_mine: false });
      expect(await scenario.outcome("otherReviewer", settle, [id])).toBe(1);
    }));
});

describe("a comment of which nothing can be contested any more", () => {
  it.each([
    ["deleted", "delete from comments where id = $1"],
    ["edited", "update comments set body = 'Autrement.' where id = $1"],
  ])("since it was %s says so to its author", (_, change) =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await hide(scenario);
      const [{ id }] = await notices(scenario);
      await as("owner", change, [fixture.comment]);
      const { rows } = await as(
        "owner",
        "select comment.hidden_reason from notices left join comments comment on comment.id = comment_id",
      );
      expect(rows).toEqual([{ hidden_reason: null }]);
      expect(await outcome("owner", CONTEST, [id, "Non."])).toBe("PT409");
    }),
  );
});

describe("a comment that was hidden after a member's report", () => {
  it("is contested in the same way, with the report", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as(
        "stranger",
        "insert into reports (target_type, target_id, category) values ('comment', $1, 'offensive')",
        [fixture.comment],
      );
      const { id, detail } = await reportIn(scenario, "reviewer");
      expect(detail.is_contested).toBe(false);
      await as("reviewer", "select settle_reports(array[$1]::uuid[], 'hidden', 'offensive')", [id]);
      await contest(scenario);
      expect(await reportIn(scenario, "reviewer")).toMatchObject({ id, is_mine: true });
      expect(await reportIn(scenario, "otherReviewer")).toMatchObject({ id, is_mine: false });
    }));
});

describe("a comment that is shown again", () => {
  it("is told its author in the account, without a mail", () =>
    rules.scenario(async (scenario) => {
      await hide(scenario);
      await notices(scenario);
      await scenario.system("delete from notice_mails");
      await show(scenario, "otherReviewer");
      expect((await scenario.system("select from notice_mails")).rowCount).toBe(0);
      expect(await notices(scenario)).toMatchObject([
        { outcome: "comment_shown", is_again: false },
        { outcome: "comment_hidden" },
      ]);
    }));

  it("by mistake is told nobody", () =>
    rules.scenario(async (scenario) => {
      await hide(scenario);
      await notices(scenario);
      await show(scenario, "reviewer");
      await hide(scenario);
      expect((await notices(scenario)).map(({ outcome }) => outcome)).not.toContain(
        "comment_shown",
      );
    }));

  it("is told although another one of the same member and jersey is hidden right after", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update comments set hidden_reason = 'wrong' where id = $1", [
        fixture.hiddenComment,
      ]);
      await notices(scenario);
      await scenario.as("reviewer", "update comments set is_hidden = false where id = $1", [
        fixture.hiddenComment,
      ]);
      await hide(scenario);
      expect((await notices(scenario)).map(({ outcome }) => outcome)).toContain("comment_shown");
    }));
});
