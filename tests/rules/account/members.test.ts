import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

const NOBODY = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };

describe("profiles", () => {
  it("are read by everyone and contain nothing private", async () => {
    const text = "select * from profiles where id = $1";
    expect(await rules.everyone(text, [rules.ids.owner])).toEqual({
      visitor: 1,
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    const { rows } = await rules.system(text, [rules.ids.owner]);
    expect(Object.keys(rows[0])).toEqual(["id", "username", "display_name", "joined_on"]);
  });

  it("are changed by their member only", async () => {
    const text = "update profiles set username = 'verts42', display_name = 'Vert' where id = $1";
    expect(await rules.everyone(text, [rules.ids.owner])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 0,
      admin: 0,
    });
  });

  it("can't be inserted, deleted or given away", async () => {
    const insert = "insert into profiles (id, username) values (gen_random_uuid(), 'intrus')";
    expect(await rules.everyone(insert)).toEqual(NOBODY);
    expect(await rules.everyone("delete from profiles")).toEqual(NOBODY);
    expect(await rules.everyone("update profiles set id = gen_random_uuid()")).toEqual(NOBODY);
  });

  it("have usernames that are unique without case", () =>
    rules.scenario(async ({ as, system }) => {
      const rename = "update profiles set username = $1 where id = auth.uid()";
      await as("owner", rename, ["Le_Stephanois"]);
      const { rows } = await system("select username from profiles where id = $1", [
        rules.ids.owner,
      ]);
      expect(rows).toEqual([{ username: "le_stephanois" }]);
      await expect(as("stranger", rename, ["LE_stephanois"])).rejects.toMatchObject({
        code: "23505",
        constraint: "profiles_username_key",
      });
    }));
});

describe("user_roles", () => {
  it("are read by their member and administrators", async () => {
    expect(await rules.everyone("select * from user_roles")).toEqual({
      visitor: "42501",
      owner: 0,
      stranger: 0,
      admin: 1,
    });
    await rules.scenario(async ({ outcome, system }) => {
      await system("insert into user_roles values ($1, 'admin')", [rules.ids.owner]);
      expect(await outcome("owner", "select * from user_roles")).toBe(2);
    });
  });

  it("are given by administrators", async () => {
    const text = "insert into user_roles (user_id, role) values ($1, 'admin')";
    expect(await rules.everyone(text, [rules.ids.stranger])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 1,
    });
    expect(await rules.everyone("update user_roles set role = 'admin'")).toEqual(NOBODY);
  });

  it("are taken by administrators, but not from themselves", () =>
    rules.scenario(async ({ outcome, system }) => {
      await system("insert into user_roles values ($1, 'admin')", [rules.ids.stranger]);
      const text = "delete from user_roles where user_id = $1";
      expect(await outcome("visitor", text, [rules.ids.stranger])).toBe("42501");
      expect(await outcome("owner", text, [rules.ids.stranger])).toBe(0);
      expect(await outcome("admin", text, [rules.ids.admin])).toBe(0);
      expect(await outcome("admin", text, [rules.ids.stranger])).toBe(1);
    }));
});

describe("is_admin", () => {
  it("answers each member about themselves, and visitors with false", () =>
    rules.scenario(async ({ as }) => {
      const text = "select is_admin(user_id => $1) as answer";
      const ask = async (persona: "visitor" | "owner" | "admin", id: string) =>
        (await as(persona, text, [id])).rows[0].answer;
      expect(await ask("admin", rules.ids.admin)).toBe(true);
      expect(await ask("admin", rules.ids.owner)).toBe(false);
      expect(await ask("owner", rules.ids.owner)).toBe(false);
      expect(await ask("owner", rules.ids.admin)).toBe(false);
      expect(await ask("visitor", rules.ids.admin)).toBe(false);
    }));
});

describe("audit_log", () => {
  it("is read by administrators", () =>
    rules.scenario(async ({ outcome, system }) => {
      const { rowCount } = await system("select * from audit_log");
      expect(rowCount).toBeGreaterThan(0);
      expect(await outcome("visitor", "select * from audit_log")).toBe("42501");
      expect(await outcome("owner", "select * from audit_log")).toBe(0);
      expect(await outcome("admin", "select * from audit_log")).toBe(rowCount);
    }));

  it.each([
    "insert into audit_log (action, table_name, row_id) values ('delete', 'jerseys', 'x')",
    "update audit_log set actor_id = null",
    "delete from audit_log",
    "truncate audit_log",
  ])("is written by no one: %s", async (text) => {
    expect(await rules.everyone(text)).toEqual(NOBODY);
  });
});

describe("accounts", () => {
  it("and their e-mail addresses are unreadable", async () => {
    expect(await rules.everyone("select email from auth.users")).toEqual(NOBODY);
  });
});
