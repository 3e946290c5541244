import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

describe.each(["user_collections", "user_wishlists"])("%s", (list) => {
  const add = `insert into ${list} (user_id, jersey_id) values (auth.uid(), $1)`;

  it("accepts jerseys that the member can read", async () => {
    expect(await rules.everyone(add, [fixture.approved])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    expect(await rules.everyone(add, [fixture.pending])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: 1,
    });
  });

  it("accepts rows of oneself only", async () => {
    const forged = `insert into ${list} (user_id, jersey_id) values ($2, $1)`;
    expect(await rules.everyone(forged, [fixture.approved, rules.ids.owner])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: "42501",
    });
  });

  it("accepts each jersey once", () =>
    rules.scenario(async ({ as }) => {
      await as("owner", add, [fixture.approved]);
      await expect(as("owner", add, [fixture.approved])).rejects.toMatchObject({
        code: "23505",
        constraint: `${list}_user_id_jersey_id_key`,
      });
    }));

  it.each([
    ["read", `select * from ${list}`],
    ["emptied", `delete from ${list}`],
  ])("is %s by its member only", (_, text) =>
    rules.scenario(async ({ as, outcome }) => {
      await as("owner", add, [fixture.approved]);
      expect(await outcome("visitor", text)).toBe("42501");
      expect(await outcome("stranger", text)).toBe(0);
      expect(await outcome("admin", text)).toBe(0);
      expect(await outcome("owner", text)).toBe(1);
    }),
  );

  it("can't be updated", async () => {
    expect(await rules.everyone(`update ${list} set jersey_id = $1`, [fixture.approved])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });
});
