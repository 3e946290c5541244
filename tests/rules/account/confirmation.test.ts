import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

/** Stores an account as the auth service does when somebody signs up. */
async function signUp({ system }: Scenario, username: string, by: "email" | "phone" = "email") {
  const id = randomUUID();
  await system(
    `insert into auth.users (id, ${by}, raw_app_meta_data, raw_user_meta_data)
     values ($1, $2, jsonb_build_object('provider', $3::text), $4)`,
    [id, by === "email" ? `${id}@example.test` : id, by, { username }],
  );
  return id;
}

const nameOf = async ({ system }: Scenario, id: string) =>
  (await system("select username from profiles where id = $1", [id])).rows[0]?.username;

describe("a profile", () => {
  it.each([
    ["the address", "email", "update auth.users set email_confirmed_at = now() where id = $1"],
    ["the number", "phone", "update auth.users set phone_confirmed_at = now() where id = $1"],
    ["a sign-in", "email", "update auth.users set last_sign_in_at = now() where id = $1"],
  ] as const)("is made when %s is confirmed, not before", (_, by, confirm) =>
    rules.scenario(async (scenario) => {
      const id = await signUp(scenario, "zoe_76", by);
      for (const persona of ["visitor", "stranger", "admin"] as const) {
        expect(await scenario.outcome(persona, "select * from profiles where id = $1", [id])).toBe(
          0,
        );
      }
      await scenario.system(confirm, [id]);
      await scenario.system(confirm, [id]);
      for (const persona of ["visitor", "stranger", "admin"] as const) {
        expect(await scenario.outcome(persona, "select * from profiles where id = $1", [id])).toBe(
          1,
        );
      }
      expect(await nameOf(scenario, id)).toBe("zoe_76");
    }),
  );

  it("of an account that waits holds no username", () =>
    rules.scenario(async (scenario) => {
      const waiting = await signUp(scenario, "libre");
      const { as, system } = scenario;
      await as("owner", "update profiles set username = 'libre' where id = auth.uid()");
      await system("update auth.users set email_confirmed_at = now() where id = $1", [waiting]);
      expect(await nameOf(scenario, waiting)).toMatch(/^libre_[0-9a-f]{4}$/);
    }));

  it("is there at once for an account that has no address to confirm", () =>
    rules.scenario(async (scenario) => {
      const id = randomUUID();
      await scenario.system(
        `insert into auth.users (id, raw_app_meta_data) values ($1, '{"provider": "web3"}')`,
        [id],
      );
      expect(await nameOf(scenario, id)).toMatch(/^member_/);
    }));
});
