import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { accountOf } from "../../../server/operate/roles.ts";
import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;
let client: pg.Client;
beforeAll(async () => {
  rules = await createRules();
  client = new pg.Client({ connectionString: rules.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await rules.close();
});

const ADDRESS = "presidente@club.example";

/** Adds an account with the address: a member's own, or one of an organisation's sign-in. */
async function account(isManaged: boolean): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into auth.users (id, email, email_confirmed_at, is_sso_user) values ($1, $2, now(), $3)`,
    [id, ADDRESS, isManaged],
  );
  return id;
}

beforeEach(
  async () => void (await client.query("delete from auth.users where email = $1", [ADDRESS])),
);

test("an operator's command means the member, never the account that an organisation gave the same address", async () => {
  await account(true);
  const member = await account(false);
  await account(true);
  expect(await accountOf(client, ADDRESS.toUpperCase())).toBe(member);
});

test("of two organisations' accounts it means neither", async () => {
  const one = await account(true);
  expect(await accountOf(client, ADDRESS)).toBe(one);
  await account(true);
  await expect(accountOf(client, ADDRESS)).rejects.toThrow("several accounts");
});

test("nor a deleted account", async () => {
  const member = await account(false);
  await client.query("update auth.users set deleted_at = now() where id = $1", [member]);
  await expect(accountOf(client, ADDRESS)).rejects.toThrow("there is no account");
});
