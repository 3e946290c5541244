import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { enrolFactor, inSession, openSession } from "../support/sessions.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";

let rules: Rules;
beforeAll(async () => void (rules = await createRules()));
afterAll(() => rules.close());

const CREATE = "select create_recovery_codes() as code";
const REDEEM = "select redeem_recovery_code($1) as redeemed";
const LEFT = "select recovery_codes_left() as left";

/** A member with a factor and codes, with one session at aal2 and one at aal1. */
async function prepare(scenario: Scenario, member = rules.ids.owner) {
  const { system } = scenario;
  await enrolFactor(system, member);
  const strong = await openSession(system, member, { aal: "aal2" });
  const weak = await openSession(system, member);
  await system(
    `insert into auth.mfa_amr_claims (session_id, authentication_method)
     values ($1, 'password'), ($1, 'totp'), ($2, 'password')`,
    [strong, weak],
  );
  const made = await inSession(scenario, member, strong, CREATE);
  const codes: string[] = made.rows.map(({ code }) => code);
  const redeem = async (code: string, session = weak) =>
    (await inSession(scenario, member, session, REDEEM, [code])).rows[0].redeemed;
  const left = async () => (await inSession(scenario, member, weak, LEFT)).rows[0].left;
  return { strong, weak, codes, redeem, left };
}

it("every use of the codes is in the audit log, and no code", () =>
  rules.scenario(async (scenario) => {
    const { codes, redeem } = await prepare(scenario);
    await redeem("wrong");
    await redeem(codes[0]!);
    const { rows } = await scenario.system("select payload from auth.audit_log_entries");
    expect(rows.map(({ payload }) => payload.action)).toEqual([
      "generate_recovery_codes",
      "recovery_code_refused",
      "recovery_code_used",
    ]);
    expect(JSON.stringify(rows)).not.toContain(codes[0]);
    expect(rows[0].payload).toMatchObject({ actor_id: rules.ids.owner, log_type: "factor" });
  }));

describe("create_recovery_codes", () => {
  it("returns ten different codes of eighty bits, and stores none of them readable", () =>
    rules.scenario(async (scenario) => {
      const { codes, left } = await prepare(scenario);
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) {
        expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
      }
      expect(await left()).toBe(10);
      const { rows } = await scenario.system(
        "select recovery_codes::text from private.recovery_codes",
      );
      for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
    }));

  it("replaces earlier codes", () =>
    rules.scenario(async (scenario) => {
      const { codes, redeem, strong, left } = await prepare(scenario);
      await inSession(scenario, rules.ids.owner, strong, CREATE);
      expect(await redeem(codes[0]!)).toBe(false);
      expect(await left()).toBe(10);
    }));

  it("requires a session at aal2, whatever the token says", () =>
    rules.scenario(async (scenario) => {
      const { weak } = await prepare(scenario);
      await expect(
        inSession(scenario, rules.ids.owner, weak, CREATE, [], "aal2"),
      ).rejects.toMatchObject({ code: "42501", message: "second_factor_needed" });
    }));

  it.each([CREATE, REDEEM.replace("$1", "'x'")])("%s requires a session", async (text) => {
    expect(await rules.everyone(text)).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });
});

describe("redeem_recovery_code", () => {
  it("removes the factors and lowers the sessions they raised", () =>
    rules.scenario(async (scenario) => {
      const { codes, redeem } = await prepare(scenario);
      await enrolFactor(scenario.system, rules.ids.stranger);
      expect(await redeem(codes[3]!)).toBe(true);
      const factors = await scenario.system("select user_id from auth.mfa_factors");
      expect(factors.rows).toEqual([{ user_id: rules.ids.stranger }]);
      const { rows } = await scenario.system(
        `select s.aal, string_agg(a.authentication_method, ' ') as amr
         from auth.sessions s join auth.mfa_amr_claims a on a.session_id = s.id group by s.id`,
      );
      expect(rows).toEqual([
        { aal: "aal1", amr: "password" },
        { aal: "aal1", amr: "password" },
      ]);
    }));

  it("accepts a code once and leaves the others", () =>
    rules.scenario(async (scenario) => {
      const { codes, redeem, left } = await prepare(scenario);
      expect(await redeem(codes[0]!)).toBe(true);
      expect(await redeem(codes[0]!)).toBe(false);
      expect(await left()).toBe(9);
      expect(await redeem(codes[1]!)).toBe(true);
    }));

  it("accepts codes as people type them", () =>
    rules.scenario(async (scenario) => {
      const { codes, redeem } = await prepare(scenario);
      const typed = codes[0]!.toUpperCase().replaceAll("-", " ").replaceAll("0", "O");
      expect(await redeem(` ${typed.replaceAll("1", "l")}\n`)).toBe(true);
    }));

  it.each(["", "x", "-", "0".repeat(100_000), "é\u{1F455}"])("refuses %#", (code) =>
    rules.scenario(async (scenario) => {
      const { redeem } = await prepare(scenario);
      expect(await redeem(code)).toBe(false);
    }),
  );

  it("refuses codes of other members", () =>
    rules.scenario(async (scenario) => {
      const { codes } = await prepare(scenario);
      const { redeem } = await prepare(scenario, rules.ids.stranger);
      expect(await redeem(codes[0]!)).toBe(false);
      const left = await scenario.system(
        "select from private.recovery_codes where user_id = $1 and used_at is null",
        [rules.ids.owner],
      );
      expect(left.rowCount).toBe(10);
    }));

  it("refuses wrong codes for an hour after ten, but never a right one: nobody locks a member out", () =>
    rules.scenario(async (scenario) => {
      const { codes, redeem } = await prepare(scenario);
      const tenWrong = async () => {
        for (let attempt = 0; attempt < 10; attempt++) expect(await redeem("wrong")).toBe(false);
        await expect(redeem("wrong")).rejects.toMatchObject({
          code: "PT429",
          message: "recovery_codes_too_many",
        });
      };
      await tenWrong();
      await scenario.system(
        "update private.recovery_attempts set since = since - interval '61 minutes'",
      );
      await tenWrong();
      expect(await redeem(codes[0]!)).toBe(true);
    }));
});

it("nobody reads the codes or the attempts", async () => {
  for (const table of ["recovery_codes", "recovery_attempts"]) {
    expect(await rules.everyone(`select * from private.${table}`)).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  }
});
