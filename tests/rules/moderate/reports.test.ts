import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { passTime } from "../support/suggestions.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const REPORT = `insert into reports (reporter_id, target_type, target_id, reason)
  values (auth.uid(), $1, $2, 'Mauvaise saison')`;

describe("reporting", () => {
  it("requires a member and their own name", async () => {
    expect(await rules.everyone(REPORT, ["jersey", fixture.approved])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    const forged = REPORT.replace("auth.uid()", `'${rules.ids.owner}'`);
    expect(await rules.everyone(forged, ["jersey", fixture.approved])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: "42501",
    });
  });

  it.each<[string, string, () => string]>([
    ["a pending jersey", "jersey", () => fixture.pending],
    ["a hidden comment", "comment", () => fixture.hiddenComment],
    ["a comment as a jersey", "jersey", () => fixture.comment],
    ["a jersey as a member", "profile", () => fixture.approved],
    ["nothing", "jersey", () => "00000000-0000-0000-0000-000000000000"],
  ])("requires a target that the member can read: not %s", async (_, type, target) => {
    expect((await rules.everyone(REPORT, [type, target()])).stranger).toBe("42501");
  });

  it("requires an existing kind of target", async () => {
    expect((await rules.everyone(REPORT, ["team", fixture.team])).stranger).toMatch(/42501|23514/);
  });

  it("is possible once per member and target while open", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      const values = ["comment", fixture.comment];
      await as("stranger", REPORT, values);
      await expect(as("stranger", REPORT, values)).rejects.toMatchObject({
        code: "23505",
        constraint: "reports_one_open_per_target",
      });
      expect(await outcome("admin", REPORT, values)).toBe(1);
      await system("update reports set status = 'dismissed'");
      expect(await outcome("stranger", REPORT, values)).toBe(1);
    }));

  it.each(["status", "resolution_note", "resolved_by", "resolved_at", "created_at"])(
    "can't set %s",
    async (column) => {
      const text = `insert into reports (target_type, target_id, ${column})
        values ('jersey', $1, default)`;
      expect((await rules.everyone(text, [fixture.approved])).stranger).toBe("42501");
    },
  );
});

describe("a report", () => {
  const reported = (text: string) =>
    rules.scenario(async ({ as, outcome }) => {
      await as("stranger", REPORT, ["jersey", fixture.approved]);
      return {
        visitor: await outcome("visitor", text),
        reporter: await outcome("stranger", text),
        other: await outcome("owner", text),
        admin: await outcome("admin", text),
      };
    });

  it("is read by its reporter and administrators", async () => {
    expect(await reported("select * from reports")).toEqual({
      visitor: "42501",
      reporter: 1,
      other: 0,
      admin: 1,
    });
  });

  it.each([
    ["resolved", "update reports set status = 'upheld', resolution_note = 'Corrigé'"],
    ["deleted", "delete from reports"],
  ])("is %s by administrators", async (_, text) => {
    expect(await reported(text)).toEqual({ visitor: "42501", reporter: 0, other: 0, admin: 1 });
  });

  it.each(["reason", "reporter_id", "target_id", "resolved_by"])(
    "keeps its %s for every persona",
    async (column) => {
      expect(await reported(`update reports set ${column} = null`)).toEqual({
        visitor: "42501",
        reporter: "42501",
        other: "42501",
        admin: "42501",
      });
    },
  );

  it("stores who resolved it, until it is opened again", () =>
    rules.scenario(async ({ as, system }) => {
      await as("stranger", REPORT, ["jersey", fixture.approved]);
      const resolution = async () =>
        (
          await system(
            `select decided_by as resolved_by, resolved_at
             from reports left join private.decisions on row_id = reports.id`,
          )
        ).rows[0];
      await as("admin", "update reports set status = 'dismissed'");
      expect(await resolution()).toEqual({
        resolved_by: rules.ids.admin,
        resolved_at: expect.any(Date),
      });
      await as("admin", "update reports set status = 'open'");
      expect(await resolution()).toEqual({ resolved_by: null, resolved_at: null });
    }));
});

describe("a report of a member", () => {
  const target = () => ["profile", rules.ids.owner];
  const NOTICES = "select topic, outcome, about, title, note from notices";

  it("is made by members, once while open", async () => {
    expect(await rules.everyone(REPORT, target())).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    await rules.scenario(async ({ as, outcome }) => {
      await as("stranger", REPORT, target());
      expect(await outcome("stranger", REPORT, target())).toBe("23505");
    });
  });

  it("is read by its reporter and administrators, never by the member", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("stranger", REPORT, target());
      const read = "select * from reports";
      expect(await outcome("visitor", read)).toBe("42501");
      expect(await outcome("owner", read)).toBe(0);
      expect(await outcome("stranger", read)).toBe(1);
      expect(await outcome("admin", read)).toBe(1);
    }));

  it("has the name that was seen, also after it is replaced, and tells both", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update profiles set display_name = 'Gros mot' where id = $1", [
        rules.ids.owner,
      ]);
      await as("stranger", REPORT, target());
      await as("admin", "select reset_names($1, 'Insulte.')", [rules.ids.owner]);
      // Which settles what was reported about it.
      const { rows } = await as("stranger", "select reported_name, resolution_note from reports");
      expect(rows).toEqual([{ reported_name: "Gros mot", resolution_note: "Insulte." }]);
      await passTime(scenario);
      expect((await as("stranger", NOTICES)).rows).toEqual([
        {
          topic: "report",
          outcome: "upheld",
          about: "profile",
          title: "Gros mot",
          note: "Insulte.",
        },
      ]);
      expect((await as("owner", NOTICES)).rows).toEqual([
        {
          topic: "jersey",
          outcome: "renamed",
          about: "profile",
          title: "Gros mot",
          note: "Insulte.",
        },
      ]);
    }));

  it("names nobody but the member, whatever the request says", () =>
    rules.scenario(async ({ outcome }) => {
      const forged = `insert into reports (target_type, target_id, reported_name)
        values ('profile', $1, 'x')`;
      expect(await outcome("stranger", forged, [rules.ids.owner])).toBe("42501");
    }));

  it("goes with the account, and its reporter is told", () =>
    rules.scenario(async ({ as, system }) => {
      await as("stranger", REPORT, target());
      await system("delete from auth.users where id = $1", [rules.ids.owner]);
      expect((await system("select from reports")).rowCount).toBe(0);
      expect((await as("stranger", NOTICES)).rows).toEqual([
        { topic: "report", outcome: "removed", about: "profile", title: "owner", note: null },
      ]);
    }));

  it("outlives its reporter's account", () =>
    rules.scenario(async ({ as, system }) => {
      await as("stranger", REPORT, target());
      await system("delete from auth.users where id = $1", [rules.ids.stranger]);
      const { rows } = await as("admin", "select reporter_id, status from reports");
      expect(rows).toEqual([{ reporter_id: null, status: "open" }]);
    }));
});
