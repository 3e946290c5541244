import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { enrolFactor, inNewSession, inSession, openSession } from "../support/sessions.ts";
import { createRules, outcome, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const DELETE = "select delete_account()";

const leave = (scenario: Scenario, member: keyof Rules["ids"]) =>
  inNewSession(scenario, rules.ids[member], DELETE);

describe("deleting one's account", () => {
  it("is for members, except the last administrator", async () => {
    expect((await rules.everyone(DELETE)).visitor).toBe("42501");
    for (const [member, result] of [
      ["owner", 1],
      ["stranger", 1],
      ["admin", "PT409"],
    ] as const) {
      await rules.scenario(async (scenario) => {
        expect(await outcome(leave(scenario, member))).toBe(result);
      });
    }
  });

  it("is in the audit log", () =>
    rules.scenario(async (scenario) => {
      await leave(scenario, "owner");
      const { rows } = await scenario.system("select payload from auth.audit_log_entries");
      expect(rows).toMatchObject([
        { payload: { action: "user_deleted", actor_id: rules.ids.owner } },
      ]);
    }));

  it("requires a session that has not ended", () =>
    rules.scenario(async (scenario) => {
      const { owner } = rules.ids;
      const session = await openSession(scenario.system, owner);
      await scenario.system("delete from auth.sessions where id = $1", [session]);
      await expect(inSession(scenario, owner, session, DELETE)).rejects.toMatchObject({
        message: "session_ended",
      });
    }));

  it("requires the second factor if there is one", () =>
    rules.scenario(async (scenario) => {
      const { owner } = rules.ids;
      await enrolFactor(scenario.system, owner);
      await expect(leave(scenario, "owner")).rejects.toMatchObject({
        message: "second_factor_needed",
      });
      const strong = await openSession(scenario.system, owner, { aal: "aal2" });
      expect((await inSession(scenario, owner, strong, DELETE, [], "aal2")).rowCount).toBe(1);
    }));

  it("is for an administrator only if another remains who isn't suspended", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("insert into user_roles (user_id, role) values ($1, 'admin')", [
        rules.ids.stranger,
      ]);
      const suspend = (until: string) =>
        scenario.system("update auth.users set banned_until = $2 where id = $1", [
          rules.ids.stranger,
          until,
        ]);
      await suspend("infinity");
      await expect(leave(scenario, "admin")).rejects.toMatchObject({
        message: "account_last_admin",
      });
      await suspend("2020-01-01");
      expect((await leave(scenario, "admin")).rowCount).toBe(1);
    }));

  it("keeps approved jerseys without an author and deletes unseen ones", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await leave(scenario, "owner");
      const { rows } = await system("select id, author_id from jerseys order by id");
      expect(rows).toEqual(
        [fixture.approved, fixture.inactive].sort().map((id) => ({ id, author_id: null })),
      );
    }));

  it("removes the person from every table", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const { owner } = rules.ids;
      const mine: Record<string, string> = {
        "auth.users": "id",
        profiles: "id",
        comments: "author_id",
        jersey_votes: "voter_id",
        user_collections: "user_id",
        user_wishlists: "user_id",
        reports: "reporter_id",
      };
      await as("owner", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        fixture.approved,
      ]);
      await as("owner", "insert into user_collections (jersey_id) values ($1)", [fixture.approved]);
      await as("owner", "insert into user_wishlists (jersey_id) values ($1)", [fixture.approved]);
      await as("owner", "insert into reports (target_type, target_id) values ('jersey', $1)", [
        fixture.approved,
      ]);
      await leave(scenario, "owner");
      for (const [table, column] of Object.entries(mine)) {
        const { rows } = await system(`select from ${table} where ${column} = $1`, [owner]);
        expect(rows, table).toEqual([]);
      }
      const { rows } = await system("select upvotes from jerseys where id = $1", [
        fixture.approved,
      ]);
      expect(rows).toEqual([{ upvotes: 0 }]);
      // Reports stay open for the administrators.
      expect((await system("select from reports")).rowCount).toBe(1);
    }));

  it("queues the files that no approved jersey shows", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const { owner, stranger } = rules.ids;
      for (const name of [`${owner}/vert.webp`, `${owner}/brouillon.webp`, `${stranger}/a.webp`]) {
        await system("insert into storage.objects (bucket_id, name) values ('jerseys', $1)", [
          name,
        ]);
      }
      await leave(scenario, "owner");
      const { rows } = await system("select name from storage_deletions order by name");
      expect(rows).toEqual([{ name: `${owner}/blanc.webp` }, { name: `${owner}/brouillon.webp` }]);
    }));
});
