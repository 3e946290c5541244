import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "../support/merge.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { passTime } from "../support/suggestions.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const DECIDE = "select moderate_jersey(jersey_id => $1, decision => $2, note => $3)";
const REPORT = "insert into reports (target_type, target_id) values ($1, $2)";
const SETTLE = "update reports set status = $1, resolution_note = $2 where status = 'open'";
const SWITCH = `insert into notice_settings (topic, by_mail, in_account) values ($1, $2, $3)
  on conflict (user_id, topic) do update
  set by_mail = excluded.by_mail, in_account = excluded.in_account`;

/** Every notice in the order of writing, read without rules. */
async function notices({ system }: Scenario) {
  const { rows } = await system(
    `select recipient_id, topic, outcome, about, jersey_id, title, note, in_account,
       exists (select from notice_mails where notice_id = id) as mailed
     from notices order by ctid`,
  );
  return rows;
}

const outcomes = async (scenario: Scenario) =>
  (await notices(scenario)).map(({ outcome, mailed }) => `${outcome}${mailed ? " by mail" : ""}`);

describe("an author gets a notice", () => {
  it("of an approval", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", DECIDE, [fixture.pending, "approved", null]);
      expect(await notices(scenario)).toEqual([
        {
          recipient_id: rules.ids.owner,
          topic: "jersey",
          outcome: "approved",
          about: "jersey",
          jersey_id: fixture.pending,
          title: "Maillot blanc",
          note: null,
          in_account: true,
          mailed: true,
        },
      ]);
    }));

  it("of a rejection with its reason", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", DECIDE, [fixture.pending, "rejected", "Photo floue"]);
      expect(await notices(scenario)).toMatchObject([
        { recipient_id: rules.ids.owner, outcome: "rejected", note: "Photo floue", mailed: true },
      ]);
    }));

  it.each([
    ["approved", null],
    ["rejected", "Non"],
  ])("once of a decision on an edit of a public jersey: %s", (decision, note) =>
    rules.scenario(async (scenario) => {
      const edit = "update jerseys set edition = 'Finale' where id = $1";
      await scenario.as("owner", edit, [fixture.approved]);
      await scenario.as("admin", DECIDE, [fixture.approved, decision, note]);
      expect(await notices(scenario)).toMatchObject([
        {
          topic: "suggestion",
          outcome: note ? "suggestion_refused" : "suggestion_accepted",
          title: "Maillot vert",
          jersey_id: fixture.approved,
          mailed: true,
        },
      ]);
    }),
  );

  it("of a merge, with the remaining jersey, to which earlier notices lead too", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("admin", DECIDE, [fixture.pending, "approved", null]);
      await as("admin", MERGE, [fixture.pending, fixture.approved]);
      const rows = await notices(scenario);
      expect(rows.map(({ outcome }) => outcome).sort()).toEqual(["approved", "merged"]);
      expect(rows).toMatchObject([
        { title: "Maillot blanc", jersey_id: fixture.approved },
        { title: "Maillot blanc", jersey_id: fixture.approved },
      ]);
    }));

  it("of a deletion by an administrator, but not of their own deletion", () =>
    rules.scenario(async (scenario) => {
      const gone = "delete from jerseys where id = $1";
      await scenario.as("owner", gone, [fixture.approved]);
      expect(await notices(scenario)).toEqual([]);
      await scenario.as("admin", gone, [fixture.pending]);
      expect(await notices(scenario)).toMatchObject([
        { outcome: "deleted", title: "Maillot blanc", jersey_id: null, mailed: true },
      ]);
    }));

  it("not about an administrator's decision on their own jersey", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update jerseys set author_id = $1", [rules.ids.admin]);
      await scenario.as("admin", DECIDE, [fixture.pending, "approved", null]);
      expect(await notices(scenario)).toEqual([]);
    }));

  it("not when the decision is rolled back", () =>
    rules.scenario(async (scenario) => {
      expect(await scenario.outcome("admin", DECIDE, [fixture.pending, "rejected", " "])).toBe(
        "PT400",
      );
      expect(await notices(scenario)).toEqual([]);
    }));
});

describe("a reporter gets a notice", () => {
  it.each([
    ["jersey", () => fixture.approved, "upheld", "Corrigé, merci."],
    ["comment", () => fixture.comment, "dismissed", null],
  ] as const)("of the outcome for a %s", (type, target, outcome, note) =>
    rules.scenario(async (scenario) => {
      await scenario.as("stranger", REPORT, [type, target()]);
      await scenario.as("admin", SETTLE, [outcome, note]);
      expect(await notices(scenario)).toEqual([
        {
          recipient_id: rules.ids.stranger,
          topic: "report",
          outcome,
          about: type,
          jersey_id: fixture.approved,
          title: "Maillot vert",
          note,
          in_account: true,
          mailed: true,
        },
      ]);
    }),
  );

  it("once; again when reopened and settled otherwise", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("stranger", REPORT, ["jersey", fixture.approved]);
      await as("admin", SETTLE, ["upheld", null]);
      await as("admin", "update reports set resolution_note = 'Vu'");
      await as("admin", "update reports set status = 'open'");
      await as("admin", SETTLE, ["dismissed", null]);
      expect(await outcomes(scenario)).toEqual(["upheld by mail", "dismissed by mail"]);
    }));

  it.each([
    ["jersey", () => fixture.approved, "delete from jerseys where id = $1", () => fixture.approved],
    ["comment", () => fixture.comment, "delete from jerseys where id = $1", () => fixture.approved],
    ["comment", () => fixture.comment, "delete from comments where id = $1", () => fixture.comment],
  ] as const)("that the %s is gone", (type, target, gone, what) =>
    rules.scenario(async (scenario) => {
      await scenario.as("stranger", REPORT, [type, target()]);
      await scenario.as("owner", gone, [what()]);
      expect(await notices(scenario)).toMatchObject([
        {
          recipient_id: rules.ids.stranger,
          outcome: "removed",
          about: type,
          title: "Maillot vert",
        },
      ]);
    }),
  );

  it("not of a removal after the report was settled", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("stranger", REPORT, ["jersey", fixture.approved]);
      await scenario.as("admin", SETTLE, ["upheld", null]);
      await scenario.system("delete from jerseys where id = $1", [fixture.approved]);
      expect((await outcomes(scenario)).sort()).toEqual(["deleted by mail", "upheld by mail"]);
    }));
});

describe("a member who switched off notices", () => {
  it.each([
    [false, true, ["approved"]],
    [true, false, ["approved by mail"]],
    [false, false, []],
  ])("by mail %s, in the account %s", (byMail, inAccount, expected) =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", SWITCH, ["jersey", byMail, inAccount]);
      await scenario.as("admin", DECIDE, [fixture.pending, "approved", null]);
      await passTime(scenario);
      expect(await outcomes(scenario)).toEqual(expected);
      expect(await scenario.outcome("owner", "select id from notices")).toBe(
        inAccount ? expected.length : 0,
      );
    }),
  );

  it("of one topic gets those of the other", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("stranger", SWITCH, ["jersey", false, false]);
      await scenario.as("stranger", REPORT, ["jersey", fixture.approved]);
      await scenario.as("admin", SETTLE, ["upheld", null]);
      expect(await outcomes(scenario)).toEqual(["upheld by mail"]);
    }));
});

/** The result of a statement for each persona after the owner got a notice of rejection. */
function withNotice(text: string) {
  return rules.scenario(async (scenario) => {
    const { as, outcome } = scenario;
    await as("admin", DECIDE, [fixture.pending, "rejected", "Photo floue"]);
    await passTime(scenario);
    return {
      visitor: await outcome("visitor", text),
      admin: await outcome("admin", text),
      stranger: await outcome("stranger", text),
      owner: await outcome("owner", text),
    };
  });
}

const NOBODY = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };

describe("a notice", () => {
  it.each(["select * from notices", "update notices set read_at = now()"])(
    "is for its recipient: %s",
    async (text) => {
      expect(await withNotice(text)).toEqual({ visitor: "42501", admin: 0, stranger: 0, owner: 1 });
    },
  );

  it.each([
    "id",
    "recipient_id",
    "topic",
    "outcome",
    "about",
    "jersey_id",
    "title",
    "note",
    "in_account",
    "created_at",
  ])("keeps its %s", async (column) => {
    expect(await withNotice(`update notices set ${column} = default`)).toEqual(NOBODY);
  });

  it("can't be inserted or deleted", async () => {
    expect(
      await withNotice(`insert into notices (recipient_id, topic, outcome, about, title)
        values (auth.uid(), 'jersey', 'approved', 'jersey', 'x')`),
    ).toEqual(NOBODY);
    expect(await withNotice("delete from notices")).toEqual(NOBODY);
  });

  it("gets the time of its first reading from the database", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("admin", DECIDE, [fixture.pending, "approved", null]);
      await passTime(scenario);
      const READ = "update notices set read_at = $1 returning read_at = now() as now";
      expect((await as("owner", READ, ["1998-07-12"])).rows).toEqual([{ now: true }]);
      expect((await as("owner", READ, [null])).rows).toEqual([{ now: true }]);
    }));

  it("keeps the name of a deleted jersey, and is deleted with its recipient's account", () =>
    rules.scenario(async ({ as, system }) => {
      await as("admin", DECIDE, [fixture.pending, "approved", null]);
      await as("owner", "delete from jerseys where id = $1", [fixture.pending]);
      expect((await system("select jersey_id, title from notices")).rows).toEqual([
        { jersey_id: null, title: "Maillot blanc" },
      ]);
      await system("delete from auth.users where id = $1", [rules.ids.owner]);
      expect((await system("select from notices")).rowCount).toBe(0);
      expect((await system("select from notice_mails")).rowCount).toBe(0);
    }));

  it("prevents no account from being deleted", () =>
    rules.scenario(async ({ as, system }) => {
      // The owner reports their own comment: with the account go both, and whom to tell.
      await as("owner", REPORT, ["comment", fixture.comment]);
      await as("stranger", REPORT, ["comment", fixture.comment]);
      await system("delete from auth.users where id = $1", [rules.ids.owner]);
      expect((await system("select recipient_id from notices")).rows).toEqual([
        { recipient_id: rules.ids.stranger },
      ]);
    }));
});

describe("settings", () => {
  const OWN = [
    "select * from notice_settings",
    "update notice_settings set by_mail = true, in_account = true",
  ];
  it.each(OWN)("are for their member: %s", (text) =>
    rules.scenario(async ({ as, outcome }) => {
      await as("owner", SWITCH, ["jersey", false, false]);
      expect(await outcome("visitor", text)).toBe("42501");
      expect(await outcome("stranger", text)).toBe(0);
      expect(await outcome("admin", text)).toBe(0);
      expect(await outcome("owner", text)).toBe(1);
    }),
  );

  it("can be inserted for oneself, of an existing topic", async () => {
    const forged = "insert into notice_settings (user_id, topic) values ($1, $2)";
    expect(await rules.everyone(forged, [rules.ids.owner, "report"])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: "42501",
    });
    expect((await rules.everyone(SWITCH, ["weather", true, true])).owner).toBe("23514");
  });

  it("can't be given to somebody else", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("owner", SWITCH, ["jersey", false, false]);
      const give = "update notice_settings set user_id = $1";
      expect(await outcome("owner", give, [rules.ids.stranger])).toBe("42501");
    }));

  it("are deleted only with the account", async () => {
    expect(await rules.everyone("delete from notice_settings")).toEqual(NOBODY);
  });
});

describe("the queue of mails", () => {
  it.each([
    "select * from notice_mails",
    "insert into notice_mails (notice_id) select id from notices",
    "update notice_mails set attempts = 0",
    "delete from notice_mails",
    "select * from claim_notice_mail()",
    "select finish_notice_mail(gen_random_uuid())",
    "select sweep_notices()",
  ])("is for the background job: %s", async (text) => {
    expect(await withNotice(text)).toEqual(NOBODY);
  });
});

describe("old notices", () => {
  it("are deleted 90 days after reading or a year after writing, not before", () =>
    rules.scenario(async ({ system }) => {
      const age = async (title: string, written: number, read?: number) => {
        await system(
          `insert into notices (recipient_id, topic, outcome, about, title, created_at, read_at)
           values ($1, 'jersey', 'approved', 'jersey', $2, now() - make_interval(days => $3),
             now() - make_interval(days => $4))`,
          [rules.ids.owner, title, written, read ?? null],
        );
      };
      await age("new", 0);
      await age("unread", 364);
      await age("just read", 364, 0);
      await age("read not long ago", 91, 89);
      await age("never read", 367);
      await age("read long ago", 92, 91);
      await age("old, read yesterday", 367, 1);
      expect((await system("select sweep_notices() as gone")).rows).toEqual([{ gone: 3 }]);
      const { rows } = await system("select title from notices order by created_at");
      expect(rows.map(({ title }) => title)).toEqual([
        "unread",
        "just read",
        "read not long ago",
        "new",
      ]);
    }));
});

describe("the id of a notice", () => {
  it("switches off the mails of its topic, and nothing else", () =>
    rules.scenario(async ({ as, system }) => {
      await as("owner", SWITCH, ["report", true, false]);
      await as("admin", DECIDE, [fixture.pending, "approved", null]);
      const { rows } = await system("select id from notices");
      await as("visitor", "select stop_notice_mails($1)", [rows[0].id]);
      await as("visitor", "select stop_notice_mails(gen_random_uuid())");
      const settings = await system(
        "select user_id, topic, by_mail, in_account from notice_settings order by topic",
      );
      expect(settings.rows).toEqual([
        { user_id: rules.ids.owner, topic: "jersey", by_mail: false, in_account: true },
        { user_id: rules.ids.owner, topic: "report", by_mail: true, in_account: false },
      ]);
    }));
});
