import { describe, expect, it } from "vitest";

import type { Scenario } from "../support/rules.ts";
import { decide, no, passTime, suggest } from "../support/suggestions.ts";
import { setUpRules } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer", "member"]);

const FILE = "select member_file($1) as file";
const COMMENT = "insert into comments (jersey_id, body) values ($1, $2) returning id, is_hidden";
const SUSPEND = "select suspend_member($1, true, 'off_topic: Publicité')";

const fileOf = async (
  { as }: Scenario,
  member: string,
  persona: "reviewer" | "admin" = "reviewer",
) => (await as(persona, FILE, [member])).rows[0].file;
const noticesOf = async ({ system }: Scenario, member: string) =>
  (
    await system(
      "select outcome, about, jersey_id, title, note from notices where recipient_id = $1 order by created_at, outcome",
      [member],
    )
  ).rows;

describe("a member's file", () => {
  it("is for reviewers, and there for newcomers too", () =>
    rules.scenario(async (scenario) => {
      const { outcome } = scenario;
      for (const persona of ["visitor", "owner", "stranger"] as const) {
        expect(await outcome(persona, FILE, [rules.ids.owner])).toBe("42501");
      }
      const file = await fileOf(scenario, rules.ids.member, "admin");
      expect(file).toMatchObject({
        is_suspended: false,
        suspensions: [],
        jerseys: { total: 0, items: [] },
        comments: { total: 0, to_hide: 0 },
      });
      expect(JSON.stringify(file)).not.toContain("example.test");
      await expect(fileOf(scenario, "00000000-0000-4000-8000-000000000000")).rejects.toThrow(
        "member_not_found",
      );
    }));

  it("says of what was merged or removed that it was", () =>
    rules.scenario(async (scenario) => {
      const statusOf = async (id: string) =>
        (await fileOf(scenario, rules.ids.owner, "admin")).jerseys.items.find(
          (jersey: { id: string }) => jersey.id === id,
        )?.status;
      expect(await statusOf(fixture.pending)).toBe("pending");
      await scenario.as("admin", "select merge_jerseys($1, $2, 'duplicate')", [
        fixture.pending,
        fixture.approved,
      ]);
      expect(await statusOf(fixture.pending)).toBe("merged");
      await scenario.as("admin", "select remove_jersey($1, 'quality')", [fixture.approved]);
      expect(await statusOf(fixture.approved)).toBe("removed");
    }));

  it("says what became of what a member brought, and what was said about them", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const { id } = await suggest(scenario, {
        as: "owner",
        type: "team",
        target: fixture.team,
        changes: { city: "Lyon" },
      });
      await decide(scenario, id, { city: no });
      await as(
        "stranger",
        "insert into reports (target_type, target_id, category) values ('comment', $1, 'offensive')",
        [fixture.comment],
      );
      await as(
        "stranger",
        "insert into reports (target_type, target_id, category) values ('profile', $1, 'name')",
        [rules.ids.owner],
      );
      await as("admin", SUSPEND, [rules.ids.owner]);
      const file = await fileOf(scenario, rules.ids.owner);
      expect(file).toMatchObject({
        is_suspended: true,
        suspensions: [{ suspended: true, reason: "off_topic: Publicité" }],
        suggestions: { total: 1, against: 1, items: [{ status: "refused", reason: "wrong" }] },
        comments: { total: 2, against: 1, to_hide: 1 },
        reports_about: { total: 1, items: [{ kind: "comment", category: "offensive" }] },
      });
      // As everywhere: reports of members, and what left public view, are for administrators.
      expect(file.jerseys).toMatchObject({ total: 3, against: 1 });
      expect((await fileOf(scenario, rules.ids.owner, "admin")).jerseys.total).toBe(4);
      expect((await fileOf(scenario, rules.ids.owner, "admin")).reports_about.total).toBe(2);
      expect((await fileOf(scenario, rules.ids.stranger)).reports_by.total).toBe(1);
    }));

  it("doesn't tell reviewers who reported them", () =>
    rules.scenario(async (scenario) => {
      const { rows } = await scenario.as("reviewer", COMMENT, [fixture.approved, "Beau"]);
      await scenario.as(
        "stranger",
        "insert into reports (target_type, target_id, category) values ('comment', $1, 'offensive')",
        [rows[0].id],
      );
      expect((await fileOf(scenario, rules.ids.reviewer)).reports_about.total).toBe(0);
      expect((await fileOf(scenario, rules.ids.reviewer, "admin")).reports_about.total).toBe(1);
    }));
});

describe("hiding all comments of a member", () => {
  const HIDE = "select hide_comments($1, $2) as hidden";

  it("is for reviewers, of others, with a reason", () =>
    rules.scenario(async ({ as, outcome }) => {
      for (const persona of ["visitor", "owner", "stranger"] as const) {
        expect(await outcome(persona, HIDE, [rules.ids.owner, "off_topic"])).toBe("42501");
      }
      expect(await outcome("reviewer", HIDE, [rules.ids.reviewer, "off_topic"])).toBe("42501");
      for (const reason of [" ", ".", "other"])
        expect(await outcome("reviewer", HIDE, [rules.ids.owner, reason])).toBe("PT400");
      expect((await as("admin", HIDE, [rules.ids.member, "off_topic"])).rows).toEqual([
        { hidden: 0 },
      ]);
    }));

  it("tells the member once", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await as("member", COMMENT, [fixture.approved, "Un"]);
      await as("member", COMMENT, [fixture.approved, "Voir https://exemple.test"]);
      expect((await as("reviewer", HIDE, [rules.ids.member, "off_topic"])).rows).toEqual([
        { hidden: 2 },
      ]);
      expect(await noticesOf(scenario, rules.ids.member)).toEqual([
        {
          outcome: "comment_hidden",
          about: "profile",
          jersey_id: null,
          title: "member",
          note: "off_topic",
        },
      ]);
      const READ = "select from comments where author_id = $1";
      expect(await outcome("stranger", READ, [rules.ids.member])).toBe(0);
      expect(await outcome("member", READ, [rules.ids.member])).toBe(2);
    }));
});

describe("showing all comments of a member again", () => {
  it("a moment later leaves nothing to tell, of some of them leaves the letter", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const { rows } = await as("member", COMMENT, [fixture.approved, "Un"]);
      await as("member", COMMENT, [fixture.approved, "Voir https://exemple.test"]);
      await as("reviewer", "select hide_comments($1, 'off_topic')", [rules.ids.member]);
      const show = "update comments set is_hidden = false where author_id = $1";
      await as("reviewer", `${show} and id = $2`, [rules.ids.member, rows[0].id]);
      const outcomes = async () =>
        (await noticesOf(scenario, rules.ids.member)).map(({ outcome }) => outcome).toSorted();
      expect(await outcomes()).toEqual(["comment_hidden", "comment_shown"]);
      await as("reviewer", show, [rules.ids.member]);
      expect(await outcomes()).not.toContain("comment_hidden");
    }));
});

describe("showing all comments of a member later", () => {
  it("tells the member once, and nothing if all are hidden again at once", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("member", COMMENT, [fixture.approved, "Un"]);
      await as("member", COMMENT, [fixture.approved, "Deux"]);
      const hide = () =>
        as("reviewer", "select hide_comments($1, 'off_topic')", [rules.ids.member]);
      const shown = async () =>
        (await noticesOf(scenario, rules.ids.member)).filter(
          ({ outcome }) => outcome === "comment_shown",
        );
      await hide();
      await passTime(scenario);
      await as("reviewer", "update comments set is_hidden = false where author_id = $1", [
        rules.ids.member,
      ]);
      expect(await shown()).toMatchObject([{ about: "profile", title: "member" }]);
      await hide();
      expect(await shown()).toEqual([]);
    }));
});

describe("the reason of a hidden comment", () => {
  const HIDE = "update comments set is_hidden = true, hidden_reason = $2 where id = $1";

  it("is told for each, also if another one is shown again", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const { rows } = await as("owner", COMMENT, [fixture.approved, "Un autre"]);
      await as("reviewer", HIDE, [fixture.comment, "wrong"]);
      await as("reviewer", HIDE, [rows[0].id, "quality"]);
      await as("reviewer", "update comments set is_hidden = false where id = $1", [rows[0].id]);
      expect(await noticesOf(scenario, rules.ids.owner)).toMatchObject([{ note: "wrong" }]);
    }));

  it("is told its author, who can't change it, and goes when it is shown again", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await as("reviewer", HIDE, [fixture.comment, "wrong"]);
      expect(await noticesOf(scenario, rules.ids.owner)).toMatchObject([
        { outcome: "comment_hidden", about: "comment", title: "Maillot vert", note: "wrong" },
      ]);
      for (const change of ["hidden_reason = null", "hidden_reason = 'other'"]) {
        expect(
          await outcome("owner", `update comments set ${change} where id = $1`, [fixture.comment]),
        ).toBe("42501");
      }
      // Within the seconds in which a decision is undone, nobody was told.
      await as("reviewer", "update comments set is_hidden = false where id = $1", [
        fixture.comment,
      ]);
      expect(await noticesOf(scenario, rules.ids.owner)).toEqual([]);
      expect(
        (await system("select hidden_reason from comments where id = $1", [fixture.comment])).rows,
      ).toEqual([{ hidden_reason: null }]);
    }));

  it("goes with an undone decision: the comment waits again, and its author was told nothing", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("reviewer", HIDE, [fixture.comment, "wrong"]);
      await as("reviewer", HIDE, [fixture.comment, null]);
      expect(
        (await system("select is_hidden from comments where id = $1", [fixture.comment])).rows,
      ).toEqual([{ is_hidden: true }]);
      expect(await noticesOf(scenario, rules.ids.owner)).toEqual([]);
    }));
});

describe("a suspension", () => {
  it("needs a reason, which goes to the member by mail whatever they chose", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      expect(await outcome("admin", "select suspend_member($1)", [rules.ids.member])).toBe("PT400");
      await as(
        "member",
        "insert into notice_settings (topic, by_mail, in_account) values ('jersey', false, false)",
      );
      await system("update auth.users set email_confirmed_at = now()");
      await as("admin", SUSPEND, [rules.ids.member]);
      expect((await system("select * from claim_notice_mail()")).rows).toMatchObject([
        { outcome: "suspended", note: "off_topic: Publicité", title: "member" },
      ]);
      await as("admin", "select suspend_member($1, false)", [rules.ids.member]);
      expect(await noticesOf(scenario, rules.ids.member)).toMatchObject([
        { outcome: "reinstated", note: null },
        { outcome: "suspended" },
      ]);
      // The first mail waits no more; the second one asks the settings.
      expect((await system("select * from claim_notice_mail()")).rows).toEqual([]);
      const { suspensions } = await fileOf(scenario, rules.ids.member);
      expect(suspensions).toMatchObject([{ suspended: false }, { suspended: true }]);
    }));
});

describe("a comment with a link", () => {
  const WITH_LINK = "Voir https://exemple.test";

  it("waits until a reviewer shows it; the next ones don't", () =>
    rules.scenario(async ({ as, outcome }) => {
      const READ = "select from comments where id = $1";
      const { rows } = await as("member", COMMENT, [fixture.approved, WITH_LINK]);
      const { id } = rows[0];
      expect(rows[0].is_hidden).toBe(true);
      for (const persona of ["visitor", "stranger"] as const) {
        expect(await outcome(persona, READ, [id])).toBe(0);
      }
      expect(
        await outcome("member", "update comments set is_hidden = false where id = $1", [id]),
      ).toBe("42501");
      const { rows: queue } = await as("reviewer", `select * from queue('{"kind": "comment"}')`);
      expect(queue).toMatchObject([
        { id, kind: "comment", username: "member", detail: { comment: WITH_LINK } },
      ]);
      await as("reviewer", "update comments set is_hidden = false where id = $1", [id]);
      expect(await outcome("visitor", READ, [id])).toBe(1);
      const later = await as("member", COMMENT, [fixture.approved, `${WITH_LINK}/2`]);
      expect(later.rows[0].is_hidden).toBe(false);
    }));

  it("waits too if the link came later; a hidden one waits again when its author corrected it", () =>
    rules.scenario(async ({ as, system }) => {
      const { rows } = await as("member", COMMENT, [fixture.approved, "Beau"]);
      expect(rows[0].is_hidden).toBe(false);
      const state = async () =>
        (await system("select is_hidden, hidden_reason from comments where id = $1", [rows[0].id]))
          .rows[0];
      const write = "update comments set body = $2 where id = $1";
      await as("member", write, [rows[0].id, "www.exemple.test"]);
      expect(await state()).toEqual({ is_hidden: true, hidden_reason: null });
      await as("reviewer", "update comments set hidden_reason = 'off_topic' where id = $1", [
        rows[0].id,
      ]);
      await as("member", write, [rows[0].id, "Corrigé"]);
      expect(await state()).toEqual({ is_hidden: true, hidden_reason: null });
    }));

  it("of a reviewer is public at once", () =>
    rules.scenario(async ({ as }) => {
      for (const persona of ["reviewer", "admin"] as const) {
        const { rows } = await as(persona, COMMENT, [fixture.approved, WITH_LINK]);
        expect(rows[0].is_hidden).toBe(false);
      }
    }));
});
