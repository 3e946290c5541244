import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { enrolFactor, inNewSession, openSession } from "../support/sessions.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

describe("cancel_email_change", () => {
  const pending = async ({ system }: Scenario) => {
    for (const id of [rules.ids.owner, rules.ids.stranger]) {
      await system("update auth.users set email_change = $2 where id = $1", [id, `${id}@new.test`]);
      await system(
        `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
         values (gen_random_uuid(), $1, 'email_change_token_new', $2, '')`,
        [id, randomUUID()],
      );
    }
  };
  const left = async ({ system }: Scenario, id: string) => {
    const { rows } = await system(
      `select email_change, (select count(*)::integer from auth.one_time_tokens
         where user_id = users.id) as tokens from auth.users where id = $1`,
      [id],
    );
    return rows[0];
  };

  it("keeps the address of the caller, and changes no other account", () =>
    rules.scenario(async (scenario) => {
      await pending(scenario);
      await inNewSession(scenario, rules.ids.owner, "select cancel_email_change()");
      expect(await left(scenario, rules.ids.owner)).toEqual({ email_change: "", tokens: 0 });
      expect(await left(scenario, rules.ids.stranger)).toMatchObject({ tokens: 1 });
    }));

  it("requires the second factor if there is one", () =>
    rules.scenario(async (scenario) => {
      await pending(scenario);
      await enrolFactor(scenario.system, rules.ids.owner);
      await expect(
        inNewSession(scenario, rules.ids.owner, "select cancel_email_change()"),
      ).rejects.toMatchObject({ message: "second_factor_needed" });
      expect(await left(scenario, rules.ids.owner)).toMatchObject({ tokens: 1 });
    }));

  it("requires a session", async () => {
    expect(await rules.everyone("select cancel_email_change()")).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });
});

describe("rename_factor", () => {
  /** Renames the owner's factor as `caller` in a session of that assurance. */
  async function rename(scenario: Scenario, caller: string, aal: string, name: string) {
    const { system } = scenario;
    const { rows } = await system(
      `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name)
       values ($1, 'totp', 'verified', 'Téléphone') returning id`,
      [rules.ids.owner],
    );
    const session = await openSession(system, caller, { aal });
    const claims = JSON.stringify({ role: "authenticated", sub: caller, session_id: session });
    await system("select set_config('request.jwt.claims', $1, true)", [claims]);
    await system("savepoint renaming");
    const failure = await system("select rename_factor($1, $2)", [rows[0].id, name]).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (failure) await system("rollback to savepoint renaming");
    const factor = await system("select friendly_name from auth.mfa_factors where id = $1", [
      rows[0].id,
    ]);
    return failure ?? factor.rows[0].friendly_name;
  }

  it.each([
    ["its member, with the factor shown", "owner", "aal2", "  Clé bleue ", "Clé bleue"],
    ["its member, without", "owner", "aal1", "Clé", "insufficient_aal"],
    ["another", "stranger", "aal2", "Clé", "factor_not_found"],
    ["an administrator", "admin", "aal2", "Clé", "factor_not_found"],
    ["its member, to nothing", "owner", "aal2", "  ", "factor_name_length"],
  ] as const)("by %s", (_who, caller, aal, name, result) =>
    rules.scenario(async (scenario) => {
      expect(await rename(scenario, rules.ids[caller], aal, name)).toBe(result);
    }),
  );

  it("is not for visitors", async () => {
    const { visitor } = await rules.everyone("select rename_factor($1, 'x')", [randomUUID()]);
    expect(visitor).toBe("42501");
  });
});
