import { afterAll, beforeAll, expect, it } from "vitest";

import { atOnce } from "../support/at-once.ts";
import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
  await rules.system("insert into user_roles (user_id, role) values ($1, 'admin')", [
    rules.ids.stranger,
  ]);
});
afterAll(() => rules.close());

const { attempt, begun, meanwhile } = atOnce(() => rules);

const TAKE = "delete from user_roles where user_id = $1";

it("two administrators who take each other's role at once: one stays", async () => {
  const first = await begun("admin", TAKE, [rules.ids.stranger]);
  const second = await meanwhile(first, () => attempt("stranger", TAKE, [rules.ids.admin]));
  expect(second).toBe("account_last_admin");
  expect((await rules.system("select user_id from user_roles")).rows).toEqual([
    { user_id: rules.ids.admin },
  ]);
});
