import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE, REMOVE, state, undo } from "./support/merge.ts";
import {
  createRules,
  type Outcome,
  type Persona,
  type Rules,
  type Scenario,
} from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;
/** Two more public jerseys, of another member. */
let kept: string;
let third: string;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, ["vert.webp", "publicite.webp"]);
  [kept, third] = (await Promise.all(
    ["Le vert", "Le troisième"].map(async (title) => {
      const { rows } = await rules.system(
        `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
         values ($1, $2, 'SOCCER', $3, $4, $5, 'approved') returning id`,
        [title, rules.ids.stranger, world.competition, world.season, world.team],
      );
      return rows[0].id;
    }),
  )) as [string, string];
});
afterAll(() => rules.close());

const REASON = "Deux fois le même maillot";
const URGENT = "select remove_jersey($1, 'Une image volée', 'unlawful') as batch";
const URGENT_MERGE =
  "select merge_jerseys($1, $2, 'Une image volée', urgency => 'unlawful') as batch";
const SEEN = "select merge_jerseys($1, $2, 'Deux fois le même', seen => $3) as batch";
const EFFECTS = "select * from merge_effects($1)";
const FOUND = "select from jerseys where id = $1";

const merged = async (
  { as }: Scenario,
  gone = world.approved,
  into = kept,
  by: Persona = "reviewer",
) => (await as(by, MERGE, [gone, into])).rows[0].batch as string;
const removed = async ({ as }: Scenario, text = REMOVE, gone = world.approved) =>
  (await as("reviewer", text, [gone])).rows[0].batch as string;

const suspend = ({ system }: Scenario, persona: keyof Rules["ids"]) =>
  system("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
    rules.ids[persona],
  ]);

/** The names of withheld files, without their folder. */
const withheld = async ({ system }: Scenario): Promise<string[]> =>
  (
    await system(
      `select split_part(name, '/', 2) as name from storage.objects
       where user_metadata ->> 'withheld' = 'true' order by 1`,
    )
  ).rows.map(({ name }) => name);

describe("who may", () => {
  const ROLES: Record<string, [Persona, ((scenario: Scenario) => Promise<unknown>)?]> = {
    visitor: ["visitor"],
    member: ["member"],
    author: ["owner"],
    reviewer: ["reviewer"],
    "another reviewer": ["otherReviewer"],
    administrator: ["admin"],
    "suspended reviewer": ["otherReviewer", (scenario) => suspend(scenario, "otherReviewer")],
    "reviewer whose jersey it is": [
      "otherReviewer",
      ({ system }) =>
        system("update jerseys set author_id = $2 where id = $1", [
          world.approved,
          rules.ids.otherReviewer,
        ]),
    ],
    "reviewer whose jersey the other is": [
      "otherReviewer",
      ({ system }) =>
        system("update jerseys set author_id = $2 where id = $1", [kept, rules.ids.otherReviewer]),
    ],
    "administrator whose jersey it is": [
      "admin",
      ({ system }) =>
        system("update jerseys set author_id = $2 where id = $1", [
          world.approved,
          rules.ids.admin,
        ]),
    ],
  };
  const can =
    (text: string) =>
    ({ outcome }: Scenario, persona: Persona): Promise<Outcome> =>
      outcome(
        persona,
        text,
        text.includes("$2") ? [world.approved, kept] : text.includes("$1") ? [world.approved] : [],
      );
  const undoing =
    (make: (scenario: Scenario) => Promise<string>) =>
    async (scenario: Scenario, persona: Persona): Promise<Outcome> => {
      const batch = await make(scenario);
      return undo(scenario, persona, batch).catch((error) => error.code);
    };

  it.each([
    ["merge", can(MERGE), 1, "PT403", "PT403"],
    ["remove", can(REMOVE), 1, "PT403", 1],
    ["remove at once what harms", can(URGENT), 1, "PT403", 1],
    ["see what it would touch", can(EFFECTS), 1, 1, 1],
    ["bring a merged one back", undoing((scenario) => merged(scenario)), "back", "own", "own"],
    ["bring a removed one back", undoing((scenario) => removed(scenario)), "back", "own", "back"],
    [
      "bring an urgent one back",
      undoing((scenario) => removed(scenario, URGENT)),
      "urgent",
      "own",
      "urgent",
    ],
  ] as const)("%s", async (_, attempt, reviewer, own, other) => {
    const found: Record<string, Outcome> = {};
    for (const [role, [persona, prepare]] of Object.entries(ROLES)) {
      found[role] = await rules.scenario(async (scenario) => {
        await prepare?.(scenario);
        return attempt(scenario, persona);
      });
    }
    const administrator = typeof reviewer === "string" ? "back" : 1;
    expect(found).toEqual({
      visitor: "42501",
      member: "42501",
      author: "42501",
      reviewer,
      "another reviewer": reviewer,
      administrator,
      "suspended reviewer": "42501",
      "reviewer whose jersey it is": own,
      "reviewer whose jersey the other is": other,
      "administrator whose jersey it is": administrator,
    });
  });

  it("read what became of jerseys: reviewers and administrators; nobody writes it", () =>
    rules.scenario(async (scenario) => {
      await merged(scenario);
      const read = async (persona: Persona) =>
        scenario.outcome(persona, "select * from gone_jerseys");
      expect([await read("visitor"), await read("owner"), await read("member")]).toEqual([
        "42501",
        0,
        0,
      ]);
      expect([await read("reviewer"), await read("otherReviewer"), await read("admin")]).toEqual([
        1, 1, 1,
      ]);
      for (const write of [
        "update gone_jerseys set urgency = null",
        "delete from gone_jerseys",
        "select sweep_gone_jerseys()",
        "insert into jersey_redirects values (gen_random_uuid(), gen_random_uuid())",
        "delete from jersey_redirects",
      ]) {
        expect(await scenario.outcome("admin", write)).toBe("42501");
      }
    }));

  it("follow a redirect: who reads the jersey that it leads to", () =>
    rules.scenario(async ({ system, outcome }) => {
      await system("insert into jersey_redirects values (gen_random_uuid(), $1)", [world.pending]);
      const read = (persona: Persona) => outcome(persona, "select * from jersey_redirects");
      expect([
        await read("visitor"),
        await read("stranger"),
        await read("owner"),
        await read("admin"),
      ]).toEqual([0, 0, 1, 1]);
    }));
});

describe("what isn't merged or removed", () => {
  it.each([
    [
      "with a short reason",
      "select merge_jerseys($1, $2, 'Trop')",
      () => [world.approved, kept],
      "PT400",
      "merge_reason",
    ],
    [
      "with an unknown urgency",
      "select remove_jersey($1, 'Une image volée', 'soon')",
      () => [kept],
      "PT400",
      "urgency_unknown",
    ],
    ["a jersey and itself", MERGE, () => [kept, kept], "PT400", "merge_with_itself"],
    ["into nothing", MERGE, () => [kept, null], "PT404", "jersey_not_found"],
    ["into one that was deleted", MERGE, () => [kept, world.comment], "PT404", "jersey_not_found"],
    ["one that was deleted", REMOVE, () => [world.comment], "PT404", "jersey_not_found"],
    [
      "a public one into a submission",
      MERGE,
      () => [kept, world.pending],
      "PT409",
      "jersey_not_public",
    ],
    ["into a hidden one", MERGE, () => [kept, world.inactive], "PT409", "jersey_not_public"],
    ["a hidden one", REMOVE, () => [world.inactive], "PT409", "jersey_not_public"],
    ["a rejected one", MERGE, () => [world.rejected, kept], "PT409", "jersey_not_public"],
    [
      "into a rejected one",
      MERGE,
      () => [world.pending, world.rejected],
      "PT409",
      "jersey_not_public",
    ],
    ["a submission, by removal", REMOVE, () => [world.pending], "PT409", "jersey_not_public"],
  ] as const)("%s", (_, text, values, code, message) =>
    rules.scenario(({ as }) =>
      expect(as("admin", text, values())).rejects.toMatchObject({ code, message }),
    ),
  );

  it("what was merged or removed already, and what is gone takes no other", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await merged(scenario);
      await removed(scenario, REMOVE, third);
      const into = { code: "PT409", message: "jersey_merged", detail: `{"into": "${kept}"}` };
      const gone = { code: "PT409", message: "jersey_removed" };
      await expect(as("admin", MERGE, [world.approved, kept])).rejects.toMatchObject(into);
      await expect(as("admin", REMOVE, [world.approved])).rejects.toMatchObject(into);
      await expect(as("admin", REMOVE, [third])).rejects.toMatchObject(gone);
      for (const other of [world.approved, third]) {
        await expect(as("admin", MERGE, [kept, other])).rejects.toMatchObject({
          message: "jersey_not_public",
        });
      }
    }));

  it.each([
    [30, "1 hour", 0],
    [100, "1 day", 2],
  ])("more than %i in %s by one reviewer; administrators have no limit", (most, _, hoursAgo) =>
    rules.scenario(async ({ as, outcome, system }) => {
      await system(
        `insert into private.writes (member_id, kind, amount, at)
         select unnest($1::uuid[]), 'merges', $2, now() - make_interval(hours => $3)`,
        [[rules.ids.reviewer, rules.ids.admin], most - 1, hoursAgo],
      );
      expect(await outcome("reviewer", REMOVE, [kept])).toBe(1);
      for (const [text, values] of [
        [MERGE, [world.approved, third]],
        [URGENT, [third]],
      ] as const) {
        await expect(as("reviewer", text, values)).rejects.toMatchObject({
          code: "PT429",
          message: "merges_too_many",
        });
      }
      expect(await outcome("admin", URGENT, [third])).toBe(1);
    }),
  );

  it("a submission that its author has changed since it was shown", () =>
    rules.scenario(async ({ as }) => {
      const versions = async () =>
        (
          await as("admin", "select version from jersey_images where jersey_id = $1", [
            world.pending,
          ])
        ).rows.map(({ version }) => version);
      const seen = await versions();
      await as("owner", "delete from jersey_images where id = $1", [world.pendingImage]);
      await as("owner", "insert into jersey_images (id, jersey_id, url) values ($1, $2, $3)", [
        world.pendingImage,
        world.pending,
        publicUrl(rules.ids.owner, "publicite.webp"),
      ]);
      const both = [world.pending, world.approved];
      await expect(as("reviewer", SEEN, [...both, seen])).rejects.toMatchObject({
        code: "PT409",
        message: "jersey_changed_meanwhile",
      });
      expect((await as("reviewer", SEEN, [...both, await versions()])).rowCount).toBe(1);
    }));

  it("is deleted by its author only, and what is gone by nobody", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      const remove = "delete from jerseys where id = $1";
      await expect(as("admin", remove, [world.approved])).rejects.toMatchObject({
        code: "PT409",
        message: "removal_required",
      });
      expect(await outcome("admin", remove, [world.rejected])).toBe(1);
      await merged(scenario, third);
      expect(await outcome("stranger", remove, [third])).toBe("PT409");
      expect(await outcome("admin", remove, [third])).toBe("PT409");
      expect(await outcome("owner", remove, [world.approved])).toBe(1);
    }));
});

describe("a jersey that is gone", () => {
  const COMMENT = "insert into comments (jersey_id, body) values ($1, 'Superbe')";
  it.each([
    ["comment", COMMENT],
    ["copy", "insert into copies (jersey_id) values ($1)"],
    ["wish", "insert into user_wishlists (jersey_id) values ($1)"],
    ["heart", "insert into user_collections (jersey_id) values ($1)"],
    ["vote", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')"],
    ["report", "insert into reports (target_type, target_id) values ('jersey', $1)"],
    ["photo", "insert into jersey_images (jersey_id, url) values ($1, $2)"],
    ["title", "update jerseys set title = 'Autre chose' where id = $1"],
    ["arrangement of photos", "select order_images($1, '{}')"],
    ["way back", "update jerseys set is_active = true where id = $1"],
    ["decision", "select moderate_jersey($1, 'rejected', 'Doublon', overrule => true)"],
  ])("takes no %s, whoever writes", (_, text) =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const values = [world.approved];
      if (text.includes("$2")) values.push(publicUrl(rules.ids.owner, "publicite.webp"));
      await system("savepoint shown");
      for (const [go, message] of [
        [merged, "jersey_merged"],
        [removed, "jersey_removed"],
      ] as const) {
        await go(scenario);
        for (const persona of ["owner", "admin"] as const) {
          // Only administrators decide and show.
          const code =
            /moderate|is_active/.test(text) && persona === "owner" ? /42501|PT409/ : /PT409/;
          const refusal = await as(persona, text, values).catch((error: unknown) => error);
          expect(refusal).toMatchObject({ code: expect.stringMatching(code) });
          if (persona === "admin") expect(refusal).toMatchObject({ message });
        }
        await system("rollback to savepoint shown");
      }
    }),
  );

  it("keeps its comments as they are, and a renamed team still reaches it", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", COMMENT, [world.approved]);
      await removed(scenario);
      await expect(as("owner", "update comments set body = 'Autre chose'")).rejects.toMatchObject({
        message: "jersey_removed",
      });
      await as("admin", "update teams set name = 'ASSE' where id = $1", [world.team]);
      expect(
        (await as("admin", `select team from jerseys where id = $1`, [world.approved])).rows,
      ).toEqual([{ team: "ASSE" }]);
    }));

  it("has no change undone until it is back", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("admin", "update jerseys set year = 1976 where id = $1", [world.approved]);
      const { rows } = await as(
        "reviewer",
        "select batch_id from revisions where changes ? 'year'",
      );
      const batch = await removed(scenario);
      expect(await undo(scenario, "reviewer", rows[0].batch_id)).toBe("hidden");
      expect(await undo(scenario, "reviewer", batch)).toBe("back");
      expect(await undo(scenario, "reviewer", rows[0].batch_id)).toBe("back");
    }));
});

/** What members have given to both jerseys. */
async function given({ as, system }: Scenario): Promise<void> {
  const write = async (persona: Persona, text: string, id: string) =>
    void (await as(persona, text, [id]));
  for (const id of [world.approved, kept]) {
    await write("member", "insert into user_collections (jersey_id) values ($1)", id);
    await write("member", "insert into user_wishlists (jersey_id) values ($1)", id);
    await write("member", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", id);
    await write("member", "insert into reports (target_type, target_id) values ('jersey', $1)", id);
  }
  for (const text of [
    "insert into user_collections (jersey_id) values ($1)",
    "insert into copies (jersey_id, size, size_scale) values ($1, 'M', 'adult')",
    "insert into user_wishlists (jersey_id, note) values ($1, 'Un jour')",
    "insert into jersey_votes (jersey_id, vote) values ($1, 'down')",
    "insert into comments (jersey_id, body) values ($1, 'Superbe')",
  ])
    await write("stranger", text, world.approved);
  await write(
    "member",
    `select suggest('jersey', $1, '{"edition": "Finale"}', 'Vu sur la photo')`,
    world.approved,
  );
  await write(
    "member",
    `select suggest('jersey', $1, '{"removal": null}', 'Pas un maillot')`,
    world.approved,
  );
  await system("insert into jersey_redirects values (gen_random_uuid(), $1)", [world.approved]);
  await system(
    "select private.notify($1, 'jersey', 'rejected', 'jersey', $2, 'Maillot vert', 'Flou')",
    [rules.ids.owner, world.approved],
  );
}

async function expectExactCounters({ system }: Scenario): Promise<void> {
  expect((await system("select from recount_votes()")).rowCount).toBe(0);
  expect((await system("select from recount_sums() where counted <> was")).rowCount).toBe(0);
}

describe("a merge", () => {
  it("moves what can move, without duplicates, and undoing puts every row back", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await given(scenario);
      const first = await state(scenario);
      const effects = (await as("reviewer", EFFECTS, [world.approved])).rows;
      expect(effects).toEqual([{ votes: "2", collections: "2", comments: "3", photos: "1" }]);
      const batch = await merged(scenario);
      expect(await outcome("visitor", FOUND, [world.approved])).toBe(0);
      const at = async (table: string, column = "jersey_id") =>
        (await system(`select from ${table} where ${column} = $1`, [kept])).rowCount;
      expect({
        collected: await at("user_collections"),
        copies: await at("copies"),
        votes: await at("jersey_votes"),
        wishes: await at("user_wishlists"),
        comments: await at("comments"),
        photos: await at("jersey_images"),
        reports: await at("reports"),
        redirects: await at("jersey_redirects", "into_id"),
        suggestions: await at("suggestions", "target_id"),
        // One more: the author's jersey was merged into this one.
        notices: await at("notices"),
      }).toEqual({
        collected: 2,
        copies: 4,
        votes: 2,
        wishes: 2,
        comments: 3,
        photos: 1,
        reports: 1,
        redirects: 2,
        suggestions: 1,
        notices: 4,
      });
      await expectExactCounters(scenario);
      expect(await undo(scenario, "otherReviewer", batch)).toBe("back");
      expect(await state(scenario)).toEqual(first);
      await expectExactCounters(scenario);
      expect(await outcome("visitor", FOUND, [world.approved])).toBe(1);
      expect((await system("select from private.moved_rows")).rowCount).toBe(0);
      expect(await undo(scenario, "admin", batch)).toBe("");
    }));

  it("of a submission brings it back to the queue", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const first = await state(scenario);
      const waiting = async () =>
        (await as("visitor", "select waiting from queue_figures()")).rows[0].waiting;
      const before = await waiting();
      const batch = await merged(scenario, world.pending);
      expect(await waiting()).toBe(before - 1);
      await expect(
        as("owner", "update jerseys set title = 'Encore' where id = $1", [world.pending]),
      ).rejects.toMatchObject({ message: "jersey_merged" });
      expect(await undo(scenario, "reviewer", batch)).toBe("back");
      expect(await state(scenario)).toEqual(first);
      expect(await waiting()).toBe(before);
    }));

  it("is undone, and its undoing too", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await given(scenario);
      const first = await state(scenario);
      await merged(scenario);
      const there = await state(scenario);
      const latest = async () =>
        (await as("reviewer", "select batch_id from revisions order by id desc limit 1")).rows[0]
          .batch_id;
      expect(await undo(scenario, "reviewer", await latest())).toBe("back");
      expect(await state(scenario)).toEqual(first);
      expect(await undo(scenario, "otherReviewer", await latest())).toBe("back");
      const { gone_jerseys: gone, ...again } = (await state(scenario)) as Record<string, unknown>;
      expect(again).toEqual({ ...(there as object), gone_jerseys: undefined });
      expect(gone).toMatchObject([
        { jersey_id: world.approved, into_id: kept, reason: "Deux maillots" },
      ]);
      expect(await undo(scenario, "admin", await latest())).toBe("back");
      expect(await state(scenario)).toEqual(first);
      const { rows } = await system("select amount from private.writes where kind = 'merges'");
      expect(rows).toHaveLength(2);
    }));

  it("moves images behind the others, up to five of a member", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      for (const name of ["b", "c", "d", "e"]) {
        await system("insert into jersey_images (jersey_id, url, position) values ($1, $2, 3)", [
          kept,
          publicUrl(rules.ids.owner, `${name}.webp`),
        ]);
      }
      await system("insert into jersey_images (jersey_id, url, position) values ($1, $2, 9)", [
        world.approved,
        publicUrl(rules.ids.owner, "late.webp"),
      ]);
      await system("update jersey_images set contributor_id = $1", [rules.ids.owner]);
      const first = await state(scenario);
      const batch = await merged(scenario);
      const { rows } = await system(
        "select id, position from jersey_images where jersey_id = $1 order by position, id",
        [kept],
      );
      expect(rows).toHaveLength(5);
      expect(rows.at(-1)).toEqual({ id: world.image, position: 4 });
      // The one without room stays with its jersey.
      expect((await system("select from storage_deletions")).rowCount).toBe(0);
      expect(await undo(scenario, "admin", batch)).toBe("back");
      expect(await state(scenario)).toEqual(first);
    }));

  it("leaves in place what happened since, and what was withdrawn", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await given(scenario);
      const batch = await merged(scenario);
      await as("stranger", "delete from jersey_votes where jersey_id = $1", [kept]);
      await as("stranger", "delete from comments where body = 'Superbe'");
      await as("owner", "insert into comments (jersey_id, body) values ($1, 'Depuis')", [kept]);
      await as("owner", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [kept]);
      await system("delete from auth.users where id = $1", [rules.ids.member]);
      expect(await undo(scenario, "admin", batch)).toBe("back");
      const votes = await system("select voter_id, jersey_id from jersey_votes");
      expect(votes.rows).toEqual([{ voter_id: rules.ids.owner, jersey_id: kept }]);
      const comments = await system("select body from comments where jersey_id = $1", [kept]);
      expect(comments.rows).toEqual([{ body: "Depuis" }]);
      const owners = await system("select distinct user_id from user_collections");
      expect(owners.rows).toEqual([{ user_id: rules.ids.stranger }]);
      await expectExactCounters(scenario);
    }));

  it("of a chain is undone in the order that works; its address leads to the last one", () =>
    rules.scenario(async (scenario) => {
      await given(scenario);
      const start = await state(scenario);
      const first = await merged(scenario);
      const second = await merged(scenario, kept, third);
      const { rows } = await scenario.as(
        "visitor",
        "select into_id from jersey_redirects where from_id in ($1, $2)",
        [world.approved, kept],
      );
      expect(rows).toEqual([{ into_id: third }, { into_id: third }]);
      const last = await removed(scenario, REMOVE, third);
      expect(await undo(scenario, "admin", first)).toBe("later");
      expect(await undo(scenario, "admin", second)).toBe("later");
      for (const batch of [last, second, first]) {
        expect(await undo(scenario, "reviewer", batch)).toBe("back");
      }
      expect(await state(scenario)).toEqual(start);
    }));

  it("stays where it is when a jersey of the chain leaves with its author's account", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const first = await merged(scenario);
      const second = await merged(scenario, kept, third);
      await system("delete from jerseys where id = $1", [kept]);
      const { rows } = await system(
        "select is_active, into_id from jerseys join jersey_redirects on from_id = id where id = $1",
        [world.approved],
      );
      expect(rows).toEqual([{ is_active: false, into_id: third }]);
      expect(await undo(scenario, "admin", first)).toBe("expired");
      expect(await undo(scenario, "admin", second)).toBe("expired");
      expect((await system("select sweep_gone_jerseys() as swept")).rows).toEqual([{ swept: 1 }]);
      expect((await system("select from private.moved_rows")).rowCount).toBe(0);
    }));

  it("goes back when the jersey that stayed is deleted by its author", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      await given(scenario);
      await merged(scenario);
      expect(await outcome("stranger", "delete from jerseys where id = $1", [kept])).toBe(1);
      expect(await outcome("visitor", FOUND, [world.approved])).toBe(1);
      const votes = await system("select from jersey_votes where jersey_id = $1", [world.approved]);
      expect(votes.rowCount).toBe(2);
      await expectExactCounters(scenario);
      expect((await as("admin", "select from gone_jerseys")).rowCount).toBe(0);
    }));

  it("stays hidden then if it may harm somebody, until an administrator brings it back", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await as("member", "insert into copies (jersey_id) values ($1)", [world.approved]);
      const { batch } = (await as("reviewer", URGENT_MERGE, [world.approved, kept])).rows[0];
      expect(await outcome("stranger", "delete from jerseys where id = $1", [kept])).toBe(1);
      expect(await outcome("visitor", FOUND, [world.approved])).toBe(0);
      expect(await undo(scenario, "reviewer", batch)).toBe("urgent");
      expect(await undo(scenario, "admin", batch)).toBe("back");
      expect(await outcome("visitor", FOUND, [world.approved])).toBe(1);
      expect((await as("member", "select jersey_id, former_jersey from copies")).rows).toEqual([
        { jersey_id: world.approved, former_jersey: null },
      ]);
    }));

  it("is in the public history with its reason, and so is its undoing", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const batch = await merged(scenario);
      const history = async (persona: Persona, jersey: string) =>
        (
          await as(
            persona,
            "select kind, changes, reason, username, is_undoable, batch_size from history('jersey', $1) where id > 0",
            [jersey],
          )
        ).rows;
      const there = {
        kind: "merge",
        changes: { merged: { before: "Maillot vert", after: null } },
        reason: REASON,
        username: null,
        batch_size: 1,
      };
      expect(await history("visitor", kept)).toEqual([{ ...there, is_undoable: false }]);
      expect(await history("admin", kept)).toEqual([{ ...there, is_undoable: true }]);
      await undo(scenario, "admin", batch);
      expect(await history("otherReviewer", kept)).toEqual([
        {
          ...there,
          kind: "undo",
          changes: { merged: { before: null, after: "Maillot vert" } },
          reason: "Deux maillots",
          is_undoable: true,
        },
        { ...there, is_undoable: false },
      ]);
      // What hurts isn't named.
      await as("reviewer", URGENT_MERGE, [third, kept]);
      expect((await history("visitor", kept))[0].changes).toEqual({
        merged: { before: "…", after: null },
      });
      await undo(scenario, "admin", await removed(scenario));
      expect((await history("visitor", world.approved)).map(({ changes }) => changes)).toEqual([
        { jersey: { before: null, after: "Maillot vert" } },
        { jersey: { before: "Maillot vert", after: null } },
      ]);
    }));

  it("hands no report about a reviewer's jersey to that reviewer, through two merges", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      const dismiss = "update reports set status = 'dismissed'";
      await system("update jerseys set author_id = $2 where id = $1", [
        world.approved,
        rules.ids.reviewer,
      ]);
      await as("member", "insert into reports (target_type, target_id) values ('jersey', $1)", [
        world.approved,
      ]);
      for (const [gone, into] of [
        [world.approved, kept],
        [kept, third],
      ] as const) {
        await merged(scenario, gone, into, "otherReviewer");
        expect(await outcome("reviewer", "select from reports")).toBe(0);
        expect(await outcome("reviewer", dismiss)).toBe(0);
      }
      expect(await outcome("otherReviewer", dismiss)).toBe(1);
    }));
});

describe("a removal", () => {
  it("leaves copies with their facts, and undoing puts every row back", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await given(scenario);
      const first = await state(scenario);
      const batch = await removed(scenario);
      expect(await outcome("visitor", FOUND, [world.approved])).toBe(0);
      const { rows } = await as(
        "stranger",
        "select former_jersey ->> 'title' as title from copies where jersey_id is null",
      );
      expect(rows).toEqual([{ title: "Maillot vert" }, { title: "Maillot vert" }]);
      await expectExactCounters(scenario);
      expect(await undo(scenario, "otherReviewer", batch)).toBe("back");
      expect(await state(scenario)).toEqual(first);
      await expectExactCounters(scenario);
    }));

  it("says what was there and why, unless that was offensive or unlawful", () =>
    rules.scenario(async (scenario) => {
      const read = async (id: string) => [
        (await scenario.as("visitor", "select * from removed_jersey($1)", [id])).rows,
        (await scenario.as("visitor", "select * from removal_reason($1)", [id])).rows,
      ];
      expect(await read(world.approved)).toEqual([[], []]);
      const batch = await removed(scenario);
      expect(await read(world.approved)).toEqual([
        [{ title: "Maillot vert", team: "AS Saint-Étienne", season: "2024-2025" }],
        [{ removed_at: expect.any(Date), reason: "Ce n'est pas un maillot" }],
      ]);
      await undo(scenario, "admin", batch);
      expect(await read(world.approved)).toEqual([[], []]);
      await removed(scenario, URGENT);
      expect((await read(world.approved))[0]).toEqual([{ title: null, team: null, season: null }]);
    }));

  it("withholds its files at once, with those of photos that were undone, and gives its own back", () =>
    rules.scenario(async (scenario) => {
      await addFiles(scenario, rules.ids.owner, ["undone.webp"]);
      await scenario.system(
        "insert into storage_deletions (bucket_id, name, held_for, retry_at) values ('jerseys', $1, $2, now() + interval '9 days')",
        [`${rules.ids.owner}/undone.webp`, world.approved],
      );
      const batch = await removed(scenario);
      expect(await withheld(scenario)).toEqual(["undone.webp", "vert.webp"]);
      await undo(scenario, "reviewer", batch);
      expect(await withheld(scenario)).toEqual(["undone.webp"]);
    }));

  it("for a right in a merge withholds photos that it leaves, not those that it moves", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await addFiles(scenario, rules.ids.owner, ["moved.webp"]);
      // The other jersey has five photos of the owner's, and room for others'.
      await system(
        `insert into jersey_images (jersey_id, url, position)
         select $1::uuid, $2 || n || '.webp', n from generate_series(1, 5) n
         union all select $3::uuid, $4, 1`,
        [
          kept,
          publicUrl(rules.ids.owner, "five"),
          world.approved,
          publicUrl(rules.ids.owner, "moved.webp"),
        ],
      );
      await system(
        "update jersey_images set contributor_id = case when path like '%moved.webp' then $2::uuid else $1 end",
        [rules.ids.owner, rules.ids.stranger],
      );
      const { batch } = (await as("reviewer", URGENT_MERGE, [world.approved, kept])).rows[0];
      expect(await withheld(scenario)).toEqual(["vert.webp"]);
      await undo(scenario, "admin", batch);
      expect(await withheld(scenario)).toEqual([]);
      // Without urgency they are duplicates and nothing else.
      await merged(scenario);
      expect(await withheld(scenario)).toEqual([]);
    }));

  it("takes open suggestions off the queue, until it is undone", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await given(scenario);
      const queue = async () =>
        (await as("otherReviewer", "select id, edited_at from suggestion_queue()")).rows;
      const figures = async () =>
        (await as("visitor", "select waiting from queue_figures()")).rows[0].waiting;
      const held = async () =>
        (await as("member", "select bool_and(held_at is not null) as are_held from suggestions"))
          .rows[0].are_held;
      const [waiting, before] = [await queue(), await figures()];
      expect(waiting).toHaveLength(2);
      const batch = await removed(scenario);
      expect([await queue(), await figures(), await held()]).toEqual([[], before - 2, true]);
      await expect(
        as("otherReviewer", "select claim_suggestion($1)", [waiting[0].id]),
      ).rejects.toMatchObject({ code: "PT409", message: "suggestion_held" });
      await undo(scenario, "admin", batch);
      expect([await queue(), await figures(), await held()]).toEqual([waiting, before, false]);
    }));
});

describe("after 90 days", () => {
  it.each([
    ["merge", merged, []],
    ["removal", removed, ["vert.webp"]],
  ] as const)("a %s is for good", (_, go, deleted) =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await given(scenario);
      const batch = await go(scenario);
      const sweep = async () =>
        (await system("select sweep_gone_jerseys() as swept")).rows[0].swept;
      const files = async () =>
        (await system("select split_part(name, '/', 2) as name from storage_deletions")).rows.map(
          ({ name }) => name,
        );
      expect([await sweep(), await files()]).toEqual([0, []]);
      await system("update gone_jerseys set undo_until = now()");
      expect(await undo(scenario, "admin", batch)).toBe("expired");
      const told = (await system("select from notices")).rowCount;
      expect([await sweep(), await sweep(), await files()]).toEqual([1, 0, deleted]);
      expect((await system(FOUND, [world.approved])).rowCount).toBe(0);
      expect((await system("select from private.moved_rows")).rowCount).toBe(0);
      // Who reported it, or suggested something of it, is told that it is gone.
      expect(
        (await system("select from notices where outcome not in ('removed', 'suggestion_refused')"))
          .rowCount,
      ).toBe(told);
      expect((await system("select undo_until from gone_jerseys")).rows).toEqual([
        { undo_until: null },
      ]);
      const { rowCount: leads } = await as(
        "visitor",
        "select from jersey_redirects where from_id = $1",
        [world.approved],
      );
      const { rowCount: says } = await as("visitor", "select * from removed_jersey($1)", [
        world.approved,
      ]);
      expect([leads, says]).toEqual(go === removed ? [0, 1] : [1, 0]);
      if (go === merged) expect(await undo(scenario, "admin", batch)).toBe("expired");
    }),
  );
});

describe("those who have the jersey", () => {
  it.each([
    ["merged", merged],
    ["taken_down", removed],
  ] as const)(
    "are told at once that it is %s, with the reason, and when it is back",
    (outcome, go) =>
      rules.scenario(async (scenario) => {
        const { system } = scenario;
        await given(scenario);
        await system("delete from notices");
        const batch = await go(scenario);
        const reason = outcome === "merged" ? REASON : "Ce n'est pas un maillot";
        const told = async () =>
          (
            await system(
              `select username, outcome, note, jersey_id, title, changes
             from notices join profiles on profiles.id = recipient_id
             where outcome not like 'suggestion%' order by username`,
            )
          ).rows;
        const each = (of: object) =>
          ["member", "owner", "stranger"].map((username) => ({
            username,
            title: "Maillot vert",
            changes: null,
            ...of,
          }));
        expect(await told()).toEqual(
          each({ outcome, note: reason, jersey_id: outcome === "merged" ? kept : null }),
        );
        await system("delete from notices");
        await undo(scenario, "admin", batch);
        expect(await told()).toEqual(
          each({ outcome: "brought_back", note: "Deux maillots", jersey_id: world.approved }),
        );
      }),
  );
});
