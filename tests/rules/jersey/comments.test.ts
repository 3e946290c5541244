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

const READ = "select * from comments where id = $1";
const WRITE =
  "insert into comments (jersey_id, author_id, body) values ($1, auth.uid(), 'Superbe')";

describe("reading", () => {
  it("shows visible ones to everyone", async () => {
    expect(await rules.everyone(READ, [fixture.comment])).toEqual({
      visitor: 1,
      owner: 1,
      stranger: 1,
      admin: 1,
    });
  });

  it("shows hidden ones to their author and administrators", async () => {
    expect(await rules.everyone(READ, [fixture.hiddenComment])).toEqual({
      visitor: 0,
      owner: 1,
      stranger: 0,
      admin: 1,
    });
  });

  it("follows the jersey", () =>
    rules.scenario(async ({ outcome, system }) => {
      await system("update jerseys set status = 'pending' where id = $1", [fixture.approved]);
      expect(await outcome("visitor", READ, [fixture.comment])).toBe(0);
      expect(await outcome("stranger", READ, [fixture.comment])).toBe(0);
    }));
});

describe("writing", () => {
  it("requires a member, a jersey they can read, and their own name", async () => {
    expect(await rules.everyone(WRITE, [fixture.approved])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    expect(await rules.everyone(WRITE, [fixture.pending])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: 1,
    });
    const forged = WRITE.replace("auth.uid()", `'${rules.ids.owner}'`);
    expect(await rules.everyone(forged, [fixture.approved])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: "42501",
    });
  });

  it("accepts 1 to 2000 characters", async () => {
    for (const body of ["''", "'  '", "repeat('a', 2001)"]) {
      const text = WRITE.replace("'Superbe'", body);
      expect((await rules.everyone(text, [fixture.approved])).stranger).toBe("23514");
    }
  });
});

describe("changing", () => {
  it("the body is for the author", async () => {
    const text = "update comments set body = 'Corrigé' where id = $1";
    expect(await rules.everyone(text, [fixture.comment])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 0,
      admin: "42501",
    });
  });

  it("the hidden state is for administrators, and reviewers (reviewers.test.ts)", async () => {
    const text = "update comments set is_hidden = not is_hidden where id = $1";
    for (const id of [fixture.comment, fixture.hiddenComment]) {
      expect(await rules.everyone(text, [id])).toEqual({
        visitor: "42501",
        owner: "42501",
        stranger: 0,
        admin: 1,
      });
    }
  });

  it("marks an edited one", () =>
    rules.scenario(async ({ as, system }) => {
      const edited = async () =>
        (await system("select edited_at from comments where id = $1", [fixture.comment])).rows[0];
      await as("owner", "update comments set body = body || ' ' where id = $1", [fixture.comment]);
      expect(await edited()).toEqual({ edited_at: null });
      await as("owner", "update comments set body = 'Corrigé' where id = $1", [fixture.comment]);
      expect(await edited()).toEqual({ edited_at: expect.any(Date) });
    }));

  it.each(["jersey_id", "author_id", "created_at", "edited_at"])(
    "%s is for nobody",
    async (column) => {
      const text = `update comments set ${column} = default where id = $1`;
      expect(await rules.everyone(text, [fixture.comment])).toEqual({
        visitor: "42501",
        owner: "42501",
        stranger: "42501",
        admin: "42501",
      });
    },
  );
});

describe("deleting", () => {
  it("is for the author and administrators", async () => {
    expect(await rules.everyone("delete from comments where id = $1", [fixture.comment])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 0,
      admin: 1,
    });
  });
});
