import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const LIST = "select * from list_members()";
const SUSPEND = "select suspend_member($1, reason => 'off_topic')";
const REINSTATE = "select suspend_member($1, false)";
const BAN =
  "select banned_until > now() + interval '99 years' as banned from auth.users where id = $1";

describe("list_members", () => {
  it("is for administrators", async () => {
    expect(await rules.everyone(LIST)).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 3,
    });
  });

  it("describes each member, the newest first", () =>
    rules.scenario(async ({ as }) => {
      const { rows } = await as("admin", LIST);
      expect(rows.map(({ username }) => username)).toEqual(["admin", "stranger", "owner"]);
      expect(rows[0]).toMatchObject({ is_administrator: true, jerseys: "0" });
      expect(rows[2]).toMatchObject({
        is_administrator: false,
        is_suspended: false,
        jerseys: "4",
        rejected: "1",
      });
    }));

  it("finds names without accents, letter by letter", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      await system("update profiles set display_name = 'Élodie 100%' where id = $1", [
        rules.ids.owner,
      ]);
      const { rows } = await as("admin", "select * from list_members('elodie')");
      expect(rows).toMatchObject([{ username: "owner" }]);
      expect(await outcome("admin", "select * from list_members('0%')")).toBe(1);
      expect(await outcome("admin", "select * from list_members('_')")).toBe(0);
    }));

  it("continues after a member, and filters administrators or suspended members", () =>
    rules.scenario(async ({ as, system }) => {
      const names = async (call: string, values: unknown[] = []) =>
        (await as("admin", `select * from list_members(${call})`, values)).rows.map(
          (row) => row.username,
        );
      const { rows } = await system(
        "select created_at::text as joined, id from auth.users where id = $1",
        [rules.ids.admin],
      );
      const { joined, id } = rows[0];
      const next = "joined_before => $1, before => $2, size => 1";
      expect(await names(next, [joined, id])).toEqual(["stranger"]);
      // Members who joined at the same moment are ordered by id.
      await system("update auth.users set created_at = $1", [joined]);
      const inOrder = await names("");
      const at = inOrder.indexOf("admin");
      expect(await names("joined_before => $1, before => $2", [joined, id])).toEqual(
        inOrder.slice(at + 1),
      );
      expect(await names("administrators => true")).toEqual(["admin"]);
      expect(await names("suspended => true")).toEqual([]);
      await as("admin", SUSPEND, [rules.ids.stranger]);
      expect(await names("suspended => true")).toEqual(["stranger"]);
    }));
});

it("lists suspended members after the active ones, on every page", () =>
  rules.scenario(async ({ as }) => {
    // The newest would come first.
    await as("admin", SUSPEND, [rules.ids.stranger]);
    const page = async (size: number, after?: { joined_at: Date; id: string }) =>
      (
        await as(
          "admin",
          "select * from list_members(joined_before => $1, before => $2, size => $3)",
          [after?.joined_at, after?.id, size],
        )
      ).rows;
    const all = await page(30);
    expect(all.map(({ username }) => username)).toEqual(["admin", "owner", "stranger"]);
    const names: string[] = [];
    for (let last; names.length < 3;) {
      const [next] = await page(1, last);
      names.push(next.username);
      last = next;
    }
    expect(names).toEqual(["admin", "owner", "stranger"]);
    expect(await page(30, all[2])).toEqual([]);
    expect((await page(30, all[0])).map(({ username }) => username)).toEqual(["owner", "stranger"]);
  }));

describe("suspend_member", () => {
  it("is for administrators", async () => {
    expect(await rules.everyone(SUSPEND, [rules.ids.stranger])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 1,
    });
  });

  it("suspends the account, ends its sessions, and can be undone", () =>
    rules.scenario(async ({ as, system }) => {
      const { stranger } = rules.ids;
      await system("insert into auth.sessions (user_id) values ($1)", [stranger]);
      await as("admin", SUSPEND, [stranger]);
      expect((await system(BAN, [stranger])).rows).toEqual([{ banned: true }]);
      const sessions = await system("select from auth.sessions where user_id = $1", [stranger]);
      expect(sessions.rowCount).toBe(0);
      await as("admin", REINSTATE, [stranger]);
      expect((await system(BAN, [stranger])).rows).toEqual([{ banned: null }]);
    }));

  it("writes one audit log entry", () =>
    rules.scenario(async ({ as }) => {
      await as("admin", SUSPEND, [rules.ids.stranger]);
      await as("admin", SUSPEND, [rules.ids.stranger]);
      const { rows } = await as(
        "admin",
        "select actor_id, before, after from audit_log where row_id = $1 and table_name = 'profiles'",
        [rules.ids.stranger],
      );
      expect(rows).toEqual([
        {
          actor_id: rules.ids.admin,
          before: { suspended: false },
          after: { suspended: true, reason: "off_topic" },
        },
      ]);
    }));

  it.each([
    ["oneself", () => rules.ids.admin, { code: "PT400", message: "suspension_of_self" }],
    [
      "nobody",
      () => "00000000-0000-0000-0000-000000000000",
      { code: "PT404", message: "member_not_found" },
    ],
  ])("refuses %s", (_, id, error) =>
    rules.scenario(({ as }) => expect(as("admin", SUSPEND, [id()])).rejects.toMatchObject(error)),
  );

  it("refuses another administrator until the role is revoked", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      await system("insert into user_roles values ($1, 'admin')", [rules.ids.stranger]);
      await expect(as("admin", SUSPEND, [rules.ids.stranger])).rejects.toMatchObject({
        code: "PT409",
        message: "member_is_admin",
      });
      await as("admin", "delete from user_roles where user_id = $1", [rules.ids.stranger]);
      expect(await outcome("admin", SUSPEND, [rules.ids.stranger])).toBe(1);
    }));
});

describe("the count of a member's submissions", () => {
  const remaining = async ({ as }: Pick<Scenario, "as">) =>
    (
      await as(
        "admin",
        "select username, jerseys::int, rejected::int from list_members() where jerseys > 0 order by 1",
      )
    ).rows;

  it("changes with a decision, a deletion, or the loss of the author", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      expect(await remaining(scenario)).toEqual([{ username: "owner", jerseys: 4, rejected: 1 }]);
      const REJECT = "select moderate_jersey($1, 'rejected', 'Doublon')";
      await as("admin", REJECT, [fixture.pending]);
      await as("owner", "delete from jerseys where id = $1", [fixture.rejected]);
      expect(await remaining(scenario)).toEqual([{ username: "owner", jerseys: 3, rejected: 1 }]);
      await system("update jerseys set author_id = $1 where id = $2", [
        rules.ids.stranger,
        fixture.pending,
      ]);
      expect(await remaining(scenario)).toEqual([
        { username: "owner", jerseys: 2, rejected: 0 },
        { username: "stranger", jerseys: 1, rejected: 1 },
      ]);
      await system("delete from auth.users where id = $1", [rules.ids.owner]);
      expect(await remaining(scenario)).toEqual([
        { username: "stranger", jerseys: 1, rejected: 1 },
      ]);
    }));
});

it("names that begin with the typed text come before those that contain it, page by page", () =>
  rules.scenario(async ({ as, system }) => {
    const called = { owner: "zoe_a", stranger: "abzoe", admin: "zoe" };
    for (const [persona, name] of Object.entries(called)) {
      await system("update profiles set username = $2 where id = $1", [
        rules.ids[persona as keyof typeof called],
        name,
      ]);
    }
    const page = async (after: string, size: number) =>
      (
        await as("admin", "select username from list_members('zoe', $1, size => $2)", [after, size])
      ).rows.map(({ username }) => username);
    expect(await page("", 30)).toEqual(["zoe", "zoe_a", "abzoe"]);
    expect(await page("", 1)).toEqual(["zoe"]);
    expect(await page("zoe", 1)).toEqual(["zoe_a"]);
    expect(await page("zoe_a", 1)).toEqual(["abzoe"]);
    expect(await page("abzoe", 1)).toEqual([]);
  }));

describe("reset_names", () => {
  const RESET = "select reset_names($1, $2)";

  it("keeps its member, and nobody else, from taking the names back", () =>
    rules.scenario(async ({ as, system }) => {
      const { owner, stranger } = rules.ids;
      await system(
        "update profiles set username = 'gros_mot', display_name = '鹿 Été' where id = $1",
        [owner],
      );
      await as("admin", RESET, [owner, "Insulte."]);
      const rename = (persona: "owner" | "stranger", column: string, name: string) =>
        as(persona, `update profiles set ${column} = $2 where id = $1`, [rules.ids[persona], name]);
      for (const [column, name] of [
        ["username", "gros_mot"],
        ["username", "grosmot"],
        ["username", "gr0s_m0t"],
        ["display_name", "Gros mot"],
        ["display_name", "鹿 ÉTÉ"],
        ["username", "ete"],
      ] as const) {
        await expect(rename("owner", column, name), name).rejects.toMatchObject({
          code: "23514",
          message: `profiles_${column}_reset`,
        });
      }
      await rename("owner", "display_name", "鹿");
      await rename("owner", "username", "gros_chat");
      await rename("stranger", "username", "gros_mot");
      const { rows } = await system("select username from profiles where id = any($1) order by 1", [
        [owner, stranger],
      ]);
      expect(rows).toEqual([{ username: "gros_chat" }, { username: "gros_mot" }]);
    }));

  it("is for administrators", async () => {
    expect(await rules.everyone(RESET, [rules.ids.stranger, "Insulte."])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 1,
    });
  });

  it("gives a neutral name, tells the member why, and is on record", () =>
    rules.scenario(async ({ as, system }) => {
      const { owner, admin } = rules.ids;
      await system("update profiles set display_name = 'Gros mot' where id = $1", [owner]);
      await system("update auth.users set email_confirmed_at = now()");
      await as("admin", RESET, [owner, " Insulte. "]);
      const profile = "select username, display_name from profiles where id = $1";
      const [{ username, ...shown }] = (await as("visitor", profile, [owner])).rows;
      expect(username).toMatch(/^member_[0-9a-f]{12}$/);
      expect(shown).toEqual({ display_name: null });
      const readNotices = "select outcome, about, title, note from notices";
      expect((await as("owner", readNotices)).rows).toEqual([
        { outcome: "renamed", about: "profile", title: "Gros mot", note: "Insulte." },
      ]);
      expect((await as("stranger", readNotices)).rows).toEqual([]);
      const mail = await system("select outcome, title, note from claim_notice_mail()");
      expect(mail.rows).toEqual([{ outcome: "renamed", title: "Gros mot", note: "Insulte." }]);
      const log = await as(
        "admin",
        "select actor_id, before, after from audit_log where table_name = 'profiles' and row_id = $1",
        [owner],
      );
      expect(log.rows).toEqual([
        {
          actor_id: admin,
          before: { username: "owner", display_name: "Gros mot" },
          after: { username, display_name: null, names_reset: true },
        },
      ]);
      // The member may choose another name.
      const choose = "update profiles set username = 'lou_martin' where id = $1";
      expect((await as("owner", choose, [owner])).rowCount).toBe(1);
    }));

  it("tells in the account also those who switched notices off", () =>
    rules.scenario(async ({ as, system }) => {
      await system(
        "insert into notice_settings (user_id, topic, by_mail, in_account) values ($1, 'jersey', false, false)",
        [rules.ids.owner],
      );
      await as("admin", RESET, [rules.ids.owner, "Insulte."]);
      expect((await as("owner", "select from notices")).rowCount).toBe(1);
      expect((await system("select * from claim_notice_mail()")).rowCount).toBe(0);
    }));

  it.each([
    ["an administrator", () => rules.ids.admin, "Non.", "PT409", "member_is_admin"],
    ["a deleted account", () => fixture.team, "Non.", "PT404", "member_not_found"],
    ["no reason", () => rules.ids.owner, " ", "PT400", "names_reason_required"],
    ["a long reason", () => rules.ids.owner, "x".repeat(1001), "PT400", "names_reason_required"],
  ])("refuses %s", async (_, id, reason, code, message) => {
    await rules.scenario(async ({ as }) => {
      await expect(as("admin", RESET, [id(), reason])).rejects.toMatchObject({ code, message });
    });
  });

  it("a name is reported by the comment or the jersey that shows it", () =>
    rules.scenario(async ({ as }) => {
      const report =
        "insert into reports (target_type, target_id, category) values ($1, $2, 'name') returning id";
      expect((await as("stranger", report, ["comment", fixture.comment])).rowCount).toBe(1);
      expect((await as("stranger", report, ["jersey", fixture.approved])).rowCount).toBe(1);
    }));
});
