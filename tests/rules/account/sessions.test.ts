import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { enrolFactor, inSession, openSession } from "../support/sessions.ts";

let rules: Rules;
beforeAll(async () => void (rules = await createRules()));
afterAll(() => rules.close());

const LIST = "select * from my_sessions()";
const REVOKE = "select revoke_session($1) as revoked";

/** Two sessions of the owner, and one of a stranger. */
async function open({ system }: Scenario) {
  const { owner, stranger } = rules.ids;
  return {
    here: await openSession(system, owner),
    there: await openSession(system, owner, { userAgent: "Firefox", ip: "2001:db8::7" }),
    theirs: await openSession(system, stranger),
  };
}

describe("my_sessions", () => {
  it("lists the caller's sessions, the current one first", () =>
    rules.scenario(async (scenario) => {
      const { here, there } = await open(scenario);
      const { rows } = await inSession(scenario, rules.ids.owner, here, LIST);
      expect(rows).toMatchObject([
        { id: here, is_current: true, aal: "aal1" },
        { id: there, is_current: false, user_agent: "Firefox", ip: "2001:db8::7" },
      ]);
      expect(rows[0].refreshed_at).toBeInstanceOf(Date);
    }));

  it("omits expired sessions", () =>
    rules.scenario(async (scenario) => {
      const { here, there } = await open(scenario);
      await scenario.system("update auth.sessions set not_after = now() where id = $1", [there]);
      const { rows } = await inSession(scenario, rules.ids.owner, here, LIST);
      expect(rows.map(({ id }) => id)).toEqual([here]);
    }));

  it("requires a session", async () => {
    expect(await rules.everyone(LIST)).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });

  it("requires a session that has not ended and is the caller's own", () =>
    rules.scenario(async (scenario) => {
      const { theirs } = await open(scenario);
      for (const session of [randomUUID(), theirs]) {
        await expect(inSession(scenario, rules.ids.owner, session, LIST)).rejects.toMatchObject({
          code: "42501",
          message: "session_ended",
        });
      }
    }));

  it("requires the second factor if there is one", () =>
    rules.scenario(async (scenario) => {
      const { here } = await open(scenario);
      await enrolFactor(scenario.system, rules.ids.owner);
      const list = () => inSession(scenario, rules.ids.owner, here, LIST);
      await expect(list()).rejects.toMatchObject({ message: "second_factor_needed" });
      await scenario.system("update auth.sessions set aal = 'aal2' where id = $1", [here]);
      expect((await list()).rowCount).toBe(2);
    }));
});

describe("revoke_session", () => {
  it("ends one of the caller's sessions with its refresh tokens", () =>
    rules.scenario(async (scenario) => {
      const { here, there } = await open(scenario);
      const { owner } = rules.ids;
      await scenario.system(
        "insert into auth.refresh_tokens (token, session_id) values ('x', $1)",
        [there],
      );
      const { rows } = await inSession(scenario, owner, here, REVOKE, [there]);
      expect(rows).toEqual([{ revoked: true }]);
      const left = await scenario.system("select id from auth.sessions where user_id = $1", [
        owner,
      ]);
      expect(left.rows).toEqual([{ id: here }]);
      const record = await scenario.system("select payload from auth.audit_log_entries");
      expect(record.rows).toMatchObject([
        { payload: { action: "session_revoked", actor_id: owner, traits: { session_id: there } } },
      ]);
      expect((await scenario.system("select from auth.refresh_tokens")).rowCount).toBe(0);
    }));

  it("does nothing to somebody else's session", () =>
    rules.scenario(async (scenario) => {
      const { here, theirs } = await open(scenario);
      const { rows } = await inSession(scenario, rules.ids.owner, here, REVOKE, [theirs]);
      expect(rows).toEqual([{ revoked: false }]);
      const left = await scenario.system("select from auth.sessions where id = $1", [theirs]);
      expect(left.rowCount).toBe(1);
    }));
});

describe("an administrator", () => {
  const ASK = "select is_admin($1) as admin";

  it("without a factor has the role at once", () =>
    rules.scenario(async (scenario) => {
      const { admin } = rules.ids;
      const session = await openSession(scenario.system, admin);
      const { rows } = await inSession(scenario, admin, session, ASK, [admin]);
      expect(rows).toEqual([{ admin: true }]);
    }));

  it("with a factor has the role after showing it", () =>
    rules.scenario(async (scenario) => {
      const { admin } = rules.ids;
      await enrolFactor(scenario.system, admin);
      const session = await openSession(scenario.system, admin);
      const before = await inSession(scenario, admin, session, ASK, [admin]);
      expect(before.rows).toEqual([{ admin: false }]);
      const after = await inSession(scenario, admin, session, ASK, [admin], "aal2");
      expect(after.rows).toEqual([{ admin: true }]);
      const denied = inSession(scenario, admin, session, "select list_members()");
      await expect(denied).rejects.toMatchObject({ code: "42501" });
    }));

  it("with an unfinished factor has the role at once", () =>
    rules.scenario(async (scenario) => {
      const { admin } = rules.ids;
      await enrolFactor(scenario.system, admin, "unverified");
      const session = await openSession(scenario.system, admin);
      const { rows } = await inSession(scenario, admin, session, ASK, [admin]);
      expect(rows).toEqual([{ admin: true }]);
    }));
});
