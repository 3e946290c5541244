import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, identity, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;
let other: { competition: string; season: string; team: string };

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, ["vert.webp", "blanc.webp", "dos.webp"]);
  const id = async (text: string, values: unknown[] = []) =>
    (await rules.system(`${text} returning id`, values)).rows[0].id as string;
  const competition = await id(
    "insert into competitions (league, name) values ('NBA', 'National Basketball Association')",
  );
  other = {
    competition,
    season: await id("insert into seasons (code, name) values ('1998-99', '1998-1999')"),
    team: await id("insert into teams (name, competition_id) values ('Chicago Bulls', $1)", [
      competition,
    ]),
  };
});
afterAll(() => rules.close());

const CORRECT = `update jerseys
  set league = 'NBA', competition_id = $2, season_id = $3, team_id = $4, year = 1998, kit_type = 'away',
    brand_id = null, brand = 'Starter', price = 49.9, title = 'Maillot rouge'
  where id = $1 returning *`;
const facts = () => [other.competition, other.season, other.team];
const APPROVE =
  "select * from moderate_jersey(jersey_id => $1, decision => 'approved', seen => $2, corrections => $3, undoable => true)";
const UNDO = "select * from undo_decision($1)";
const ROW = `select league, competition_id, season_id, team_id, team, title, year, kit_type, brand_id, brand,
    edition, price::float, external_link, description
  from jerseys where id = $1`;
const NOTICES = "select outcome, changes from notices order by created_at";

/** The version on an administrator's screen. */
async function seenOf({ system }: Scenario, jersey: string) {
  const { rows } = await system(
    `select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(jerseys))
         where key = any (private.correctable_columns())) as fields,
       array(select version from jersey_images where jersey_id = jerseys.id order by position, id) as images
     from jerseys where id = $1`,
    [jersey],
  );
  const { fields, images } = rows[0];
  return {
    ...fields,
    team: fields.team_id === null ? fields.team : null,
    brand: fields.brand_id === null ? fields.brand : null,
    images,
  };
}

describe("the facts of a jersey", () => {
  it.each(["pending", "rejected"] as const)("are corrected by the author of a %s one", (state) =>
    rules.scenario(async ({ as, outcome }) => {
      const values = [world[state], ...facts()];
      expect(await outcome("visitor", CORRECT, values)).toBe("42501");
      expect(await outcome("stranger", CORRECT, values)).toBe(0);
      const { rows } = await as("owner", CORRECT, values);
      expect(rows).toMatchObject([
        { league: "NBA", team: "Chicago Bulls", brand: "Starter", year: 1998, status: state },
      ]);
      // A rejected one is in the queue again.
      expect(rows[0].edited_at !== null).toBe(state === "rejected");
      expect(await outcome("admin", CORRECT, values)).toBe(1);
    }),
  );

  it.each([
    ["league = 'NBA'", "23503"],
    ["league = 'RUGBY'", "23514"],
    ["year = 1492", "23514"],
    ["price = -1", "23514"],
    ["kit_type = 'goal'", "23514"],
    ["season_id = gen_random_uuid()", "23503"],
    ["team_id = null, team = 'x'", "23514"],
    ["season_id = null", "23502"],
    ["is_active = false", "42501"],
    ["status = 'approved'", "42501"],
  ])("keep their rules: %s", (change, code) =>
    rules.scenario(async ({ outcome }) => {
      const text = `update jerseys set ${change} where id = $1`;
      expect(await outcome("owner", text, [world.pending])).toBe(code);
    }),
  );

  it("stay as they were approved", () =>
    rules.scenario(async ({ outcome }) => {
      expect(await outcome("owner", CORRECT, [world.approved, ...facts()])).toBe("42501");
      expect(await outcome("admin", CORRECT, [world.approved, ...facts()])).toBe(1);
    }));

  it("count as edits", () =>
    rules.scenario(async ({ as, system }) => {
      await as("owner", "update jerseys set year = 1999 where id = $1", [world.pending]);
      const { rows } = await system("select kind from private.writes");
      expect(rows).toContainEqual({ kind: "edits" });
    }));

  it("are compared in words after a rejection, and reverted", () =>
    rules.scenario(async ({ as }) => {
      const before = (await as("admin", ROW, [world.rejected])).rows;
      await as("owner", CORRECT, [world.rejected, ...facts()]);
      const { rows } = await as("admin", "select * from jersey_changes($1)", [world.rejected]);
      expect(rows).toEqual(
        expect.arrayContaining([
          { field: "competition", before: "Ligue 1", after: "National Basketball Association" },
          { field: "season", before: "2024-2025", after: "1998-1999" },
          { field: "team", before: "AS Saint-Étienne", after: "Chicago Bulls" },
          { field: "year", before: null, after: "1998" },
        ]),
      );
      expect(rows.map(({ field }) => field)).not.toContain("team_id");
      await as("admin", "select revert_jersey($1)", [world.rejected]);
      expect((await as("admin", ROW, [world.rejected])).rows).toEqual(before);
    }));
});

describe("correct and approve", () => {
  const corrections = () => ({
    season_id: other.season,
    year: 1998,
    kit_type: "third",
    title: "  Maillot corrigé ",
  });
  const CHANGES = [
    { field: "season", before: "2024-2025", after: "1998-1999" },
    { field: "title", before: "Maillot blanc", after: "Maillot corrigé" },
    { field: "year", before: null, after: "1998" },
    { field: "kit_type", before: null, after: "third" },
    // Nobody chose the colours, so they follow the kit type.
    { field: "colors", before: "purple, pink", after: "pink, purple, black" },
  ];

  it("is for administrators", async () => {
    const text = APPROVE.replace("$2", "null");
    expect(await rules.everyone(text.replace("$3", "$2"), [world.pending, corrections()])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 1,
    });
    expect(await rules.everyone(UNDO, [world.pending])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "PT409",
    });
  });

  it("publishes the corrected jersey, tells its author what was corrected, and is on record", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const seen = await seenOf(scenario, world.pending);
      const { rows } = await as("admin", APPROVE, [world.pending, seen, corrections()]);
      expect(rows).toMatchObject([
        { status: "approved", title: "Maillot corrigé", year: 1998, kit_type: "third" },
      ]);
      expect((await system(NOTICES)).rows).toEqual([{ outcome: "corrected", changes: CHANGES }]);
      const log = await as(
        "admin",
        "select actor_id, before, after from audit_log where row_id = $1 and after ? 'season_id' and action = 'update'",
        [world.pending],
      );
      expect(log.rows).toMatchObject([
        {
          actor_id: rules.ids.admin,
          before: { season_id: world.season, title: "Maillot blanc", year: null },
          after: { season_id: other.season, title: "Maillot corrigé", year: 1998 },
        },
      ]);
    }));

  it("is an approval like any other where nothing differs", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("admin", APPROVE, [world.pending, null, { title: "Maillot blanc" }]);
      expect((await system(NOTICES)).rows).toEqual([{ outcome: "approved", changes: null }]);
    }));

  it("tells of corrections to an edit as well", () =>
    rules.scenario(async ({ as, system }) => {
      await as("owner", "update jerseys set title = 'Retouché' where id = $1", [world.approved]);
      await as("admin", APPROVE, [world.approved, null, { edition: "Match" }]);
      expect((await system(NOTICES)).rows).toEqual([
        { outcome: "corrected", changes: [{ field: "edition", before: null, after: "Match" }] },
      ]);
    }));

  it.each([
    [{ status: "approved" }, "PT400"],
    [{ author_id: null }, "PT400"],
    [[], "PT400"],
    ["x", "PT400"],
    [{ year: "deux mille" }, "22P02"],
    [{ team_id: "x" }, "22P02"],
    [{ season_id: null }, "23502"],
    [{ league: "NBA" }, "23503"],
    [{ title: "x" }, "23514"],
  ])("refuses %j", (wrong, code) =>
    rules.scenario(async ({ outcome, system }) => {
      const values = [world.pending, null, JSON.stringify(wrong)];
      expect(await outcome("admin", APPROVE, values)).toBe(code);
      const { rows } = await system("select status from jerseys where id = $1", [world.pending]);
      expect(rows).toEqual([{ status: "pending" }]);
    }),
  );

  it("refuses corrections of a rejection", () =>
    rules.scenario(({ as }) =>
      expect(
        as(
          "admin",
          "select moderate_jersey($1, 'rejected', 'Flou.', corrections => '{\"year\": 1998}')",
          [world.pending],
        ),
      ).rejects.toMatchObject({ code: "PT400", message: "corrections_of_rejection" }),
    ));

  it.each([
    "season_id = (select id from seasons where code = '1998-99')",
    "year = 1999",
    "price = 5",
    "team_id = null, team = 'Autre club'",
  ])("doesn't lose what the author changes meanwhile: %s", (change) =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const seen = await seenOf(scenario, world.pending);
      await as("owner", `update jerseys set ${change} where id = $1`, [world.pending]);
      await expect(
        as("admin", APPROVE, [world.pending, seen, { title: "Autre titre" }]),
      ).rejects.toMatchObject({ code: "PT409", message: "jersey_changed_meanwhile" });
    }),
  );

  it("isn't disturbed by another name for the team", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      const seen = await seenOf(scenario, world.pending);
      await system("update teams set name = 'ASSE' where id = $1", [world.team]);
      expect(await outcome("admin", APPROVE, [world.pending, seen, null])).toBe(1);
      expect((await as("admin", ROW, [world.pending])).rows).toMatchObject([{ team: "ASSE" }]);
    }));

  it("is decided by the first of two administrators; the second one corrects nothing", () =>
    rules.scenario(async ({ as }) => {
      await as("admin", APPROVE, [world.pending, null, { year: 1998 }]);
      await expect(
        as("admin", APPROVE, [world.pending, null, { year: 1976 }]),
      ).rejects.toMatchObject({ code: "PT409", message: "jersey_already_decided" });
      expect((await as("admin", ROW, [world.pending])).rows).toMatchObject([{ year: 1998 }]);
    }));
});

describe("undoing an approval", () => {
  const state = async ({ system }: Scenario, jersey: string) => [
    (await system("select to_jsonb(jerseys) - 'score' as row from jerseys where id = $1", [jersey]))
      .rows,
    (
      await system("select to_jsonb(jersey_edits) as row from jersey_edits where jersey_id = $1", [
        jersey,
      ])
    ).rows,
    (
      await system(
        "select to_jsonb(jersey_images) as row from jersey_images where jersey_id = $1 order by id",
        [jersey],
      )
    ).rows,
  ];

  it("brings a new jersey back into the queue, and tells nobody", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const before = await state(scenario, world.pending);
      await as("admin", APPROVE, [world.pending, null, { year: 1998 }]);
      expect((await as("owner", NOTICES)).rows).toEqual([]);
      expect((await system("select * from claim_notice_mail()")).rows).toEqual([]);
      await as("admin", UNDO, [world.pending]);
      expect(await state(scenario, world.pending)).toEqual(before);
      expect((await system(NOTICES)).rows).toEqual([]);
      expect((await system("select * from notice_mails")).rows).toEqual([]);
      expect((await system("select * from private.decisions")).rows).toEqual([]);
      expect(await scenario.outcome("admin", UNDO, [world.pending])).toBe("PT409");
    }));

  it("brings back a staged edit with its images", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("owner", "update jerseys set title = 'Retouché' where id = $1", [world.approved]);
      await as("owner", "delete from jersey_images where id = $1", [world.image]);
      await as("owner", "insert into jersey_images (jersey_id, url, position) values ($1, $2, 3)", [
        world.approved,
        publicUrl(rules.ids.owner, "dos.webp"),
      ]);
      const before = await state(scenario, world.approved);
      await as("admin", APPROVE, [world.approved, null, null]);
      const due = "select name from storage_deletions where retry_at <= now()";
      expect((await system(due)).rows).toEqual([]);
      await as("admin", UNDO, [world.approved]);
      expect(await state(scenario, world.approved)).toEqual(before);
      expect((await system("select * from storage_deletions")).rows).toEqual([]);
    }));

  it("holds the files of a rejected jersey's removed images again", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const add = "insert into jersey_images (jersey_id, url) values ($1, $2)";
      await system(add, [world.rejected, publicUrl(rules.ids.owner, "dos.webp")]);
      await as("owner", "delete from jersey_images where jersey_id = $1", [world.rejected]);
      const held = "select name, held_for, retry_at from storage_deletions";
      const before = (await system(held)).rows;
      expect(before).toMatchObject([{ held_for: world.rejected }]);
      await as("admin", APPROVE, [world.rejected, null, null]);
      await as("admin", UNDO, [world.rejected]);
      expect((await system(held)).rows).toEqual(before);
    }));

  it.each([
    ["an edit of the author's", "owner", "update jerseys set title = 'Retouché' where id = $1"],
    [
      "another decision",
      "admin",
      "select moderate_jersey($1, 'rejected', 'Flou.', overrule => true)",
    ],
  ] as const)("is refused after %s", (_, persona, text) =>
    rules.scenario(async ({ as, outcome }) => {
      await as("admin", APPROVE, [world.pending, null, null]);
      await as(persona, text, [world.pending]);
      expect(await outcome("admin", UNDO, [world.pending])).toBe("PT409");
    }),
  );

  it("is refused to another administrator, after the time, and without `undoable`", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      await as("admin", APPROVE, [world.pending, null, null]);
      await system("insert into user_roles (user_id, role) values ($1, 'admin')", [
        rules.ids.stranger,
      ]);
      expect(await outcome("stranger", UNDO, [world.pending])).toBe("PT409");
      await system(
        "update private.undoable_decisions set decided_at = decided_at - interval '12 seconds'",
      );
      expect(await outcome("admin", UNDO, [world.pending])).toBe("PT409");
      await as("admin", "select moderate_jersey($1, 'approved')", [world.rejected]).catch(() => 0);
      expect(await outcome("admin", UNDO, [world.rejected])).toBe("PT409");
    }));

  it("leaves the mail about the decision before in place; a later one replaces it", () =>
    rules.scenario(async ({ as, system }) => {
      const later = async (text: string, values: unknown[]) => {
        // Each decision is a transaction of its own; here they share one time.
        await system("update notices set created_at = created_at - interval '1 hour'");
        await as("admin", text, values);
      };
      const mails =
        "select outcome from notices join notice_mails on notice_id = notices.id order by created_at";
      await later("select moderate_jersey($1, 'rejected', 'Flou.')", [world.pending]);
      await as("owner", "update jerseys set year = 1998 where id = $1", [world.pending]);
      await later(APPROVE, [world.pending, null, null]);
      expect((await system(mails)).rows).toEqual([
        { outcome: "rejected" },
        { outcome: "approved" },
      ]);
      await system("update notice_mails set retry_at = now()");
      await system("update auth.users set email_confirmed_at = now()");
      const sent = await system("select outcome from claim_notice_mail()");
      const next = await system("select outcome from claim_notice_mail()");
      expect([...sent.rows, ...next.rows]).toEqual([{ outcome: "approved" }]);
    }));
});

it("decides on the author's update or on the approval, whichever is first", async () => {
  const [author, admin] = await Promise.all(
    (["owner", "admin"] as const).map(async (persona) => {
      const client = new pg.Client({ connectionString: rules.url });
      await client.connect();
      await client.query("begin");
      await client.query(
        "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
        identity(persona, rules.ids),
      );
      return client;
    }),
  );
  try {
    await admin!.query(APPROVE, [world.pending, null, { year: 1998 }]);
    const late = author!.query("update jerseys set year = 1976 where id = $1", [world.pending]);
    await Promise.all([
      expect(late).rejects.toMatchObject({ code: "42501" }),
      admin!.query("commit"),
    ]);
  } finally {
    await Promise.all([author!.end(), admin!.end()]);
  }
});
