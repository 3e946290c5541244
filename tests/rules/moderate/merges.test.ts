import type pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";

import { MERGE, REMOVE, state, undo } from "../support/merge.ts";
import type { Persona, Rules, Scenario } from "../support/rules.ts";
import { addFiles, addJerseys, setUpRules, publicUrl } from "../support/fixture.ts";
import { decide, photosOf, queue, suggest, yes } from "../support/suggestions.ts";
import { REBUILD } from "../../support/rebuild.ts";

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);
/** Two more public jerseys, of another member. */
let remaining: string;
let third: string;

beforeAll(async () => {
  await addFiles(rules, rules.ids.owner, ["vert.webp", "publicite.webp"]);
  const titles = ["Le vert", "Le troisième"];
  [remaining, third] = (await addJerseys(rules, fixture, rules.ids.stranger, titles)) as [
    string,
    string,
  ];
});

const URGENT = "select remove_jersey($1, 'Une image volée', 'unlawful') as batch";
const URGENT_MERGE = `select merge_jerseys($1, $2, 'Une image volée', urgency => 'unlawful') as batch`;
const FOUND = "select from jerseys where id = $1";
const DELETE = "delete from jerseys where id = $1";
const COMMENT = "insert into comments (jersey_id, body) values ($1, 'Superbe')";
const SWEEP = "select sweep_gone_jerseys()";

/** The first column of what a statement reads. */
const list = async (query: Promise<pg.QueryResult>): Promise<unknown[]> =>
  (await query).rows.map((row) => Object.values(row)[0]);
const refusal = (query: Promise<unknown>): Promise<string> =>
  query.then(
    () => "done",
    (error) => error.message,
  );

/** Merges or removes the approved jersey; returns the batch. */
async function go(scenario: Scenario, text: string, ...values: string[]): Promise<string> {
  const both = values.length > 0 ? values : [fixture.approved, remaining];
  const by = values[2] ?? "reviewer";
  const [batch] = await list(
    scenario.as(by as Persona, text, both.slice(0, text.includes("$2") ? 2 : 1)),
  );
  return batch as string;
}
const give = ({ system }: Scenario, jersey: string, author: keyof Rules["ids"]) =>
  system("update jerseys set author_id = $2 where id = $1", [jersey, rules.ids[author]]);
const waiting = ({ as }: Scenario) => list(as("visitor", "select waiting from queue_figures()"));
/** The names of withheld files, without their folder. */
const withheld = ({ system }: Scenario) =>
  list(
    system(
      `select split_part(name, '/', 2) from storage.objects
       where user_metadata ->> 'withheld' = 'true' order by 1`,
    ),
  );
async function expectExactCounters({ system }: Scenario): Promise<void> {
  expect((await system(REBUILD)).rows).toEqual([]);
}

describe("who may", () => {
  const suspend = ({ system }: Scenario) =>
    system("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      rules.ids.otherReviewer,
    ]);
  const ROLES: Record<string, [Persona, ((scenario: Scenario) => Promise<unknown>)?]> = {
    visitor: ["visitor"],
    member: ["member"],
    author: ["owner"],
    reviewer: ["reviewer"],
    another: ["otherReviewer"],
    suspended: ["otherReviewer", suspend],
    own: ["otherReviewer", (scenario) => give(scenario, fixture.approved, "otherReviewer")],
    other: ["otherReviewer", (scenario) => give(scenario, remaining, "otherReviewer")],
    administrator: ["admin", (scenario) => give(scenario, fixture.approved, "admin")],
  };

  // What a reviewer gets, one whose jersey it is, and one whose jersey the other is.
  it.each([
    ["merge", MERGE, 1, "PT403", "PT403"],
    ["remove", REMOVE, 1, "PT403", 1],
    ["remove what harms", URGENT, 1, "PT403", 1],
    ["see what it would touch", "select * from merge_effects($1)", 1, 1, 1],
    ["bring a merged one back", MERGE, "back", "own", "own"],
    ["bring a removed one back", REMOVE, "back", "own", "back"],
    ["bring one back that harms", URGENT, "urgent", "own", "urgent"],
  ])("%s", async (_, text, reviewer, own, other) => {
    const found: Record<string, unknown> = {};
    for (const [role, [persona, prepare]] of Object.entries(ROLES)) {
      found[role] = await rules.scenario(async (scenario) => {
        await prepare?.(scenario);
        if (reviewer === 1) {
          const values = [fixture.approved, remaining].slice(0, text.includes("$2") ? 2 : 1);
          return scenario.outcome(persona, text, values);
        }
        const batch = await go(scenario, text);
        return undo(scenario, persona, batch).catch((error) => error.code);
      });
    }
    const [denied, administrator] = ["42501", reviewer === 1 ? 1 : "back"];
    const reviewers = { reviewer, another: reviewer, suspended: denied, own, other };
    const others = { visitor: denied, member: denied, author: denied, administrator };
    expect(found).toEqual({ ...others, ...reviewers });
  });

  it("read what became of jerseys: reviewers; nobody writes it", () =>
    rules.scenario(async (scenario) => {
      await go(scenario, MERGE);
      const personas = [
        "visitor",
        "owner",
        "member",
        "reviewer",
        "otherReviewer",
        "admin",
      ] as const;
      const found = [];
      for (const persona of personas) {
        found.push(await scenario.outcome(persona, "select from gone_jerseys"));
      }
      expect(found).toEqual(["42501", 0, 0, 1, 1, 1]);
      for (const write of [
        "update gone_jerseys set urgency = null",
        "delete from gone_jerseys",
        SWEEP,
        "insert into jersey_redirects values (gen_random_uuid(), gen_random_uuid())",
      ]) {
        expect(await scenario.outcome("admin", write)).toBe("42501");
      }
    }));

  it("follow a redirect: who reads where it leads to", () =>
    rules.scenario(async ({ system, outcome }) => {
      await system("insert into jersey_redirects values (gen_random_uuid(), $1)", [
        fixture.pending,
      ]);
      const read = (persona: Persona) => outcome(persona, "select from jersey_redirects");
      expect([await read("visitor"), await read("stranger")]).toEqual([0, 0]);
      expect([await read("owner"), await read("admin")]).toEqual([1, 1]);
    }));
});

describe("isn't merged or removed:", () => {
  it.each([
    ["a short reason", "select remove_jersey($1, 'Trop')", () => [remaining], "merge_reason"],
    [
      "an urgency",
      "select remove_jersey($1, $2, $2)",
      () => [remaining, REMOVE],
      "urgency_unknown",
    ],
    ["with itself", MERGE, () => [remaining, remaining], "merge_with_itself"],
    ["into nothing", MERGE, () => [remaining, null], "jersey_not_found"],
    ["into a deleted one", MERGE, () => [remaining, fixture.comment], "jersey_not_found"],
    ["a deleted one", REMOVE, () => [fixture.comment], "jersey_not_found"],
    ["into a submission", MERGE, () => [remaining, fixture.pending], "jersey_not_public"],
    ["into a hidden one", MERGE, () => [remaining, fixture.inactive], "jersey_not_public"],
    ["a hidden one", REMOVE, () => [fixture.inactive], "jersey_not_public"],
    ["a rejected one", MERGE, () => [fixture.rejected, remaining], "jersey_not_public"],
    ["into a rejected one", MERGE, () => [fixture.pending, fixture.rejected], "jersey_not_public"],
    ["a submission", REMOVE, () => [fixture.pending], "jersey_not_public"],
  ] as const)("%s", (_, text, values, message) =>
    rules.scenario(async ({ as }) =>
      expect(await refusal(as("admin", text, values()))).toBe(message),
    ),
  );

  it("what is gone, and nothing is merged into it", () =>
    rules.scenario(async (scenario) => {
      await go(scenario, MERGE);
      await go(scenario, REMOVE, third);
      const tried = (text: string, ...values: string[]) =>
        refusal(scenario.as("admin", text, values));
      expect(await tried(MERGE, fixture.approved, remaining)).toBe("jersey_merged");
      expect(await tried(REMOVE, fixture.approved)).toBe("jersey_merged");
      expect(await tried(REMOVE, third)).toBe("jersey_removed");
      expect(await tried(MERGE, remaining, fixture.approved)).toBe("jersey_not_public");
      expect(await tried(MERGE, remaining, third)).toBe("jersey_not_public");
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
      expect(await outcome("reviewer", REMOVE, [remaining])).toBe(1);
      const merge = as("reviewer", MERGE, [fixture.approved, third]);
      await expect(merge).rejects.toMatchObject({ code: "PT429", message: "merges_too_many" });
      expect(await outcome("reviewer", URGENT, [third])).toBe("PT429");
      expect(await outcome("admin", URGENT, [third])).toBe(1);
    }),
  );

  it("a submission that its author has changed since it was shown", () =>
    rules.scenario(async ({ as }) => {
      const versions = () =>
        list(
          as("admin", "select version from jersey_images where jersey_id = $1", [fixture.pending]),
        );
      const merge = (seen: unknown) =>
        refusal(
          as("reviewer", "select merge_jerseys($1, $2, 'Deux fois le même', $3)", [
            fixture.pending,
            fixture.approved,
            seen,
          ]),
        );
      const seen = await versions();
      await as("owner", "delete from jersey_images where id = $1", [fixture.pendingImage]);
      const url = publicUrl(rules.ids.owner, "publicite.webp");
      const values = [fixture.pendingImage, fixture.pending, url];
      await as(
        "owner",
        "insert into jersey_images (id, jersey_id, url) values ($1, $2, $3)",
        values,
      );
      expect(await merge(seen)).toBe("jersey_changed_meanwhile");
      expect(await merge(await versions())).toBe("done");
    }));

  it("by deletion, but of authors' own; nobody deletes what is gone", () =>
    rules.scenario(async (scenario) => {
      const remove = (by: Persona, id: string) => refusal(scenario.as(by, DELETE, [id]));
      expect(await remove("admin", fixture.approved)).toBe("removal_required");
      expect(await remove("admin", fixture.rejected)).toBe("done");
      await go(scenario, MERGE, third, remaining);
      expect(await remove("stranger", third)).toBe("jersey_merged");
      expect(await remove("admin", third)).toBe("jersey_merged");
      expect(await remove("owner", fixture.approved)).toBe("done");
    }));
});

describe("a jersey that is gone", () => {
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
    ["decision", "select moderate_jersey($1, 'rejected', 'Doublon')"],
  ])("takes no %s, whoever writes", (_, text) =>
    rules.scenario(async (scenario) => {
      const url = publicUrl(rules.ids.owner, "publicite.webp");
      const values = [fixture.approved, url].slice(0, text.includes("$2") ? 2 : 1);
      await scenario.system("savepoint shown");
      for (const way of [MERGE, REMOVE]) {
        await go(scenario, way);
        expect(await scenario.as("admin", text, values).catch((error) => error)).toMatchObject(
          way === MERGE
            ? { code: "PT409", message: "jersey_merged", detail: `{"into": "${remaining}"}` }
            : { code: "PT409", message: "jersey_removed" },
        );
        expect(await scenario.outcome("owner", text, values)).toMatch(/PT409|42501/);
        await scenario.system("rollback to savepoint shown");
      }
    }),
  );

  it("keeps its comments as they are, and a renamed team still reaches it", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", COMMENT, [fixture.approved]);
      await go(scenario, REMOVE);
      const edit = "update comments set body = 'Autre chose'";
      expect(await refusal(as("owner", edit))).toBe("jersey_removed");
      await as("admin", "update teams set name = 'ASSE' where id = $1", [fixture.team]);
      const names = as("admin", "select team from jerseys where id = $1", [fixture.approved]);
      expect(await list(names)).toEqual(["ASSE"]);
    }));
});

/** What members have given to both jerseys. */
async function given({ as, system }: Scenario): Promise<void> {
  for (const text of [
    "insert into user_collections (jersey_id) values ($1)",
    "insert into user_wishlists (jersey_id, note) values ($1, 'Un jour')",
    "insert into jersey_votes (jersey_id, vote) values ($1, 'up')",
    "insert into reports (target_type, target_id) values ('jersey', $1)",
  ]) {
    await as("member", text, [fixture.approved]);
    await as("member", text, [remaining]);
    await as("stranger", text.replace("up", "down"), [fixture.approved]);
  }
  const copy = "insert into copies (jersey_id, size, size_scale) values ($1, 'M', 'adult')";
  await as("stranger", copy, [fixture.approved]);
  await as("stranger", COMMENT, [fixture.approved]);
  const suggest = "select suggest('jersey', $1, $2, 'Vu sur la photo')";
  await as("member", suggest, [fixture.approved, '{"edition": "Finale"}']);
  await as("member", suggest, [fixture.approved, '{"removal": null}']);
  await system("insert into jersey_redirects values (gen_random_uuid(), $1)", [fixture.approved]);
  const notify = "select private.notify($1, 'jersey', 'rejected', 'jersey', $2, 'Maillot vert')";
  await system(notify, [rules.ids.owner, fixture.approved]);
}

describe("how much it would touch", () => {
  const read = async ({ as }: Scenario, persona: Persona) =>
    (await as(persona, "select collections from merge_effects($1)", [fixture.approved])).rows[0]
      .collections;
  const collect = ({ as }: Scenario, persona: Persona) =>
    as(persona, "insert into user_collections (jersey_id) values ($1)", [fixture.approved]);

  it("tells how many members have it from three on, below to nobody", () =>
    rules.scenario(async (scenario) => {
      const answers = [];
      for (const persona of ["stranger", "member", "owner", "otherReviewer"] as const) {
        await collect(scenario, persona);
        answers.push([await read(scenario, "reviewer"), await read(scenario, "admin")]);
      }
      expect(answers).toEqual([
        [null, null],
        [null, null],
        ["3", "3"],
        ["4", "4"],
      ]);
    }));
});

describe("a merge", () => {
  it("moves what can move, without duplicates; all goes back", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await given(scenario);
      const first = await state(scenario);
      const effects = await as("reviewer", "select * from merge_effects($1)", [fixture.approved]);
      expect(effects.rows).toEqual([{ votes: "2", collections: null, comments: "3", photos: "1" }]);
      const batch = await go(scenario, MERGE);
      expect(await outcome("visitor", FOUND, [fixture.approved])).toBe(0);
      for (const [table, amount, column = "jersey_id"] of [
        ["user_collections", 2],
        ["copies", 4],
        ["jersey_votes", 2],
        ["user_wishlists", 2],
        ["comments", 3],
        ["jersey_images", 1],
        ["reports", 2],
        ["jersey_redirects", 2, "into_id"],
        ["suggestions", 1, "target_id"],
        // Three are told of the merge.
        ["notices", 4],
      ] as const) {
        const { rowCount } = await system(`select from ${table} where ${column} = $1`, [remaining]);
        expect([table, rowCount]).toEqual([table, amount]);
      }
      await expectExactCounters(scenario);
      expect(await undo(scenario, "otherReviewer", batch)).toBe("back");
      expect(await state(scenario)).toEqual(first);
      await expectExactCounters(scenario);
      expect((await system("select from private.moved_rows")).rowCount).toBe(0);
      expect(await undo(scenario, "admin", batch)).toBe("");
    }));

  it("of a submission brings it back to the queue", () =>
    rules.scenario(async (scenario) => {
      const [first, before] = [await state(scenario), await waiting(scenario)];
      const batch = await go(scenario, MERGE, fixture.pending, fixture.approved);
      expect(await queue(scenario, { kind: "new" })).toEqual([]);
      expect(await undo(scenario, "reviewer", batch)).toBe("back");
      expect(await state(scenario)).toEqual(first);
      expect(await waiting(scenario)).toEqual(before);
    }));

  it("is undone, and its undoing too", () =>
    rules.scenario(async (scenario) => {
      await given(scenario);
      const first = await state(scenario);
      await go(scenario, MERGE);
      const there = await state(scenario);
      const undoLatest = async (by: Persona) => {
        const latest = scenario.as(by, "select batch_id from revisions order by id desc limit 1");
        expect(await undo(scenario, by, (await list(latest))[0] as string)).toBe("back");
        return state(scenario);
      };
      expect(await undoLatest("reviewer")).toEqual(first);
      const gone = { jersey_id: fixture.approved, into_id: remaining, reason: "Deux maillots" };
      const again = { ...there, gone_jerseys: [expect.objectContaining(gone)] };
      expect(await undoLatest("otherReviewer")).toEqual(again);
      expect(await undoLatest("admin")).toEqual(first);
      const counted = await scenario.system("select from private.writes where kind = 'merges'");
      expect(counted.rowCount).toBe(2);
    }));

  it("makes the photos of a submission a suggestion of its author, which is decided as any", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const joining = async (by: Persona, from: string, into: string) =>
        list(as(by, "select joining_photos($1, $2)", [from, into]));
      expect(await joining("reviewer", fixture.pending, remaining)).toEqual([fixture.pendingImage]);
      expect(await joining("reviewer", fixture.approved, third)).toEqual([fixture.image]);
      // To others the number would tell how many photos wait.
      expect(await joining("stranger", fixture.approved, third)).toEqual([]);
      expect(await scenario.outcome("visitor", "select joining_photos($1, $1)", [third])).toBe(
        "42501",
      );
      const first = await state(scenario);
      const batch = await go(scenario, MERGE, fixture.pending, remaining);
      const photo = async () =>
        (
          await system("select jersey_id, suggestion_id from jersey_images where id = $1", [
            fixture.pendingImage,
          ])
        ).rows[0];
      const { suggestion_id: id } = await photo();
      expect(await photo()).toEqual({ jersey_id: remaining, suggestion_id: expect.any(String) });
      expect(await photosOf(scenario, remaining)).toEqual([]);
      const [waits] = await queue(scenario, { kind: "edit" });
      expect(waits).toMatchObject({ id, kind: "photos", member_id: rules.ids.owner });
      await system("savepoint merged");
      expect(await undo(scenario, "reviewer", batch)).toBe("back");
      expect(await state(scenario)).toEqual(first);
      await system("rollback to savepoint merged");
      await decide(scenario, id, yes);
      expect(await photosOf(scenario, remaining)).toMatchObject([{ username: "owner" }]);
      // What was decided since stays.
      expect(await undo(scenario, "reviewer", batch)).toBe("back");
      expect(await photo()).toEqual({ jersey_id: remaining, suggestion_id: null });
    }));

  it("leaves the photos of a submission with it, whose author has a suggestion there already", () =>
    rules.scenario(async (scenario) => {
      await suggest(scenario, { as: "owner", target: remaining, changes: { year: 1976 } });
      await go(scenario, MERGE, fixture.pending, remaining);
      const { rows } = await scenario.system("select jersey_id from jersey_images where id = $1", [
        fixture.pendingImage,
      ]);
      expect(rows).toEqual([{ jersey_id: fixture.pending }]);
    }));

  it("moves images behind the others, up to five of a member", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await system(
        `insert into jersey_images (jersey_id, url, position)
       select $1::uuid, $3 || n || '.webp', 3 from generate_series(1, 4) n
       union all select $2::uuid, $3 || 'late.webp', 9`,
        [remaining, fixture.approved, publicUrl(rules.ids.owner, "")],
      );
      const first = await state(scenario);
      const batch = await go(scenario, MERGE);
      const images = await system(
        "select id, position from jersey_images where jersey_id = $1 order by position, id",
        [remaining],
      );
      expect(images.rows).toHaveLength(5);
      expect(images.rows.at(-1)).toEqual({ id: fixture.image, position: 4 });
      // The one without room stays with its jersey.
      expect((await system("select from storage_deletions")).rowCount).toBe(0);
      expect(await undo(scenario, "admin", batch)).toBe("back");
      expect(await state(scenario)).toEqual(first);
    }));

  it("doesn't give back a photo that was added again under the id of one it moved", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const batch = await go(scenario, MERGE);
      await as("admin", "delete from jersey_images where id = $1", [fixture.image]);
      await system("insert into jersey_images (id, jersey_id, url) values ($1, $2, $3)", [
        fixture.image,
        remaining,
        publicUrl(rules.ids.owner, "late.webp"),
      ]);
      expect(await undo(scenario, "admin", batch)).toBe("back");
      const { rows } = await system("select jersey_id from jersey_images where id = $1", [
        fixture.image,
      ]);
      expect(rows).toEqual([{ jersey_id: remaining }]);
    }));

  it("leaves in place what happened since, and what was withdrawn", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await given(scenario);
      const batch = await go(scenario, MERGE);
      await as("stranger", "delete from jersey_votes where jersey_id = $1", [remaining]);
      await as("stranger", "delete from comments where body = 'Superbe'");
      await as("owner", COMMENT.replace("Superbe", "Depuis"), [remaining]);
      await as("owner", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        remaining,
      ]);
      await system("delete from auth.users where id = $1", [rules.ids.member]);
      expect(await undo(scenario, "admin", batch)).toBe("back");
      const votes = await system("select voter_id, jersey_id from jersey_votes");
      expect(votes.rows).toEqual([{ voter_id: rules.ids.owner, jersey_id: remaining }]);
      const comments = system("select body from comments where jersey_id = $1", [remaining]);
      expect(await list(comments)).toEqual(["Depuis"]);
      const owners = system("select distinct user_id from user_collections");
      expect(await list(owners)).toEqual([rules.ids.stranger]);
      await expectExactCounters(scenario);
    }));

  it("of a chain is undone in the order that works", () =>
    rules.scenario(async (scenario) => {
      await given(scenario);
      const start = await state(scenario);
      const first = await go(scenario, MERGE);
      const second = await go(scenario, MERGE, remaining, third);
      const places = scenario.as("visitor", "select distinct into_id from jersey_redirects");
      expect(await list(places)).toEqual([third]);
      const last = await go(scenario, REMOVE, third);
      expect(await undo(scenario, "admin", first)).toBe("later");
      expect(await undo(scenario, "admin", second)).toBe("later");
      for (const batch of [last, second, first]) {
        expect(await undo(scenario, "reviewer", batch)).toBe("back");
      }
      expect(await state(scenario)).toEqual(start);
    }));

  it("stays when a jersey of the chain leaves with its author's account", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const batches = [await go(scenario, MERGE), await go(scenario, MERGE, remaining, third)];
      await system(DELETE, [remaining]);
      const { rows } = await system(
        "select is_active, into_id from jerseys join jersey_redirects on from_id = id where id = $1",
        [fixture.approved],
      );
      expect(rows).toEqual([{ is_active: false, into_id: third }]);
      for (const batch of batches) expect(await undo(scenario, "admin", batch)).toBe("expired");
      expect(await list(system(SWEEP))).toEqual([1]);
      expect((await system("select from private.moved_rows")).rowCount).toBe(0);
    }));

  it("goes back when the jersey that stayed is deleted by its author", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      await given(scenario);
      await go(scenario, MERGE);
      expect(await outcome("stranger", DELETE, [remaining])).toBe(1);
      expect(await outcome("visitor", FOUND, [fixture.approved])).toBe(1);
      const votes = await system("select from jersey_votes where jersey_id = $1", [
        fixture.approved,
      ]);
      expect(votes.rowCount).toBe(2);
      await expectExactCounters(scenario);
      expect((await as("admin", "select from gone_jerseys")).rowCount).toBe(0);
    }));

  it("of what may harm somebody stays hidden then, for an administrator", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await as("member", "insert into copies (jersey_id) values ($1)", [fixture.approved]);
      const batch = await go(scenario, URGENT_MERGE);
      expect(await outcome("stranger", DELETE, [remaining])).toBe(1);
      expect(await outcome("visitor", FOUND, [fixture.approved])).toBe(0);
      expect(await undo(scenario, "reviewer", batch)).toBe("urgent");
      expect(await undo(scenario, "admin", batch)).toBe("back");
      expect(await outcome("visitor", FOUND, [fixture.approved])).toBe(1);
      expect((await as("member", "select jersey_id, former_jersey from copies")).rows).toEqual([
        { jersey_id: fixture.approved, former_jersey: null },
      ]);
    }));

  it("is in the public history with its reason, and so is its undoing", () =>
    rules.scenario(async (scenario) => {
      const history = async (persona: Persona, jersey = remaining) => {
        const text = `select changes, reason, kind, username, is_undoable, batch_size
        from history('jersey', $1) where id > 0`;
        return (await scenario.as(persona, text, [jersey])).rows;
      };
      const change = (key: string, before: string | null, after: string | null) => ({
        changes: { [key]: { before, after } },
      });
      const batch = await go(scenario, MERGE);
      const merge = {
        ...change("merged", "Maillot vert", null),
        ...{ reason: "Deux fois le même maillot", kind: "merge", username: null, batch_size: 1 },
      };
      expect(await history("visitor")).toEqual([{ ...merge, is_undoable: false }]);
      expect(await history("admin")).toEqual([{ ...merge, is_undoable: true }]);
      await undo(scenario, "admin", batch);
      const undoing = { kind: "undo", reason: "Deux maillots", is_undoable: true };
      expect(await history("otherReviewer")).toEqual([
        { ...merge, ...change("merged", null, "Maillot vert"), ...undoing },
        { ...merge, is_undoable: false },
      ]);
      await undo(scenario, "admin", await go(scenario, REMOVE));
      expect(await history("visitor", fixture.approved)).toMatchObject([
        change("jersey", null, "Maillot vert"),
        change("jersey", "Maillot vert", null),
      ]);
      // What hurts isn't named.
      await go(scenario, URGENT_MERGE);
      expect((await history("visitor"))[0]).toMatchObject(change("merged", "…", null));
    }));

  it("hands no report about a reviewer's jersey to that reviewer", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      const [read, dismiss] = ["select from reports", "update reports set status = 'dismissed'"];
      await give(scenario, fixture.approved, "reviewer");
      const report = "insert into reports (target_type, target_id) values ('jersey', $1)";
      await as("member", report, [fixture.approved]);
      for (const both of [
        [fixture.approved, remaining],
        [remaining, third],
      ]) {
        await go(scenario, MERGE, ...both, "otherReviewer");
        expect([await outcome("reviewer", read), await outcome("reviewer", dismiss)]).toEqual([
          0, 0,
        ]);
      }
      expect(await outcome("otherReviewer", dismiss)).toBe(1);
    }));
});

describe("a removal", () => {
  it("leaves copies with their facts, and undoing puts every row back", () =>
    rules.scenario(async (scenario) => {
      await given(scenario);
      const first = await state(scenario);
      const batch = await go(scenario, REMOVE);
      expect(await scenario.outcome("visitor", FOUND, [fixture.approved])).toBe(0);
      const titles = `select former_jersey ->> 'title' from copies where jersey_id is null`;
      expect(await list(scenario.as("stranger", titles))).toEqual(["Maillot vert", "Maillot vert"]);
      await expectExactCounters(scenario);
      expect(await undo(scenario, "otherReviewer", batch)).toBe("back");
      expect(await state(scenario)).toEqual(first);
      await expectExactCounters(scenario);
    }));

  it("says what was there and why, unless that may harm", () =>
    rules.scenario(async (scenario) => {
      const read = async () => [
        (await scenario.as("visitor", "select * from removed_jersey($1)", [fixture.approved])).rows,
        (await scenario.as("visitor", "select * from removal_reason($1)", [fixture.approved])).rows,
      ];
      expect(await read()).toEqual([[], []]);
      const batch = await go(scenario, REMOVE);
      expect(await read()).toEqual([
        [{ title: "Maillot vert", team: "AS Saint-Étienne", season: "2024-2025" }],
        [{ removed_at: expect.any(Date), reason: "Ce n'est pas un maillot" }],
      ]);
      await undo(scenario, "admin", batch);
      expect(await read()).toEqual([[], []]);
      await go(scenario, URGENT);
      expect((await read())[0]).toEqual([{ title: null, team: null, season: null }]);
    }));

  it("withholds its files and those of undone photos, and gives its own back", () =>
    rules.scenario(async (scenario) => {
      await addFiles(scenario, rules.ids.owner, ["undone.webp"]);
      await scenario.system(
        "insert into storage_deletions (bucket_id, name, held_for, retry_at) values ('jerseys', $1, $2, now() + interval '9 days')",
        [`${rules.ids.owner}/undone.webp`, fixture.approved],
      );
      const batch = await go(scenario, REMOVE);
      expect(await withheld(scenario)).toEqual(["undone.webp", "vert.webp"]);
      await undo(scenario, "reviewer", batch);
      expect(await withheld(scenario)).toEqual(["undone.webp"]);
    }));

  it("by an urgent merge withholds photos that it leaves, not those it moves", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await addFiles(scenario, rules.ids.owner, ["moved.webp"]);
      // The other jersey has five photos of the owner's, and room for others'.
      await system(
        `insert into jersey_images (jersey_id, url, position)
       select $1::uuid, $3 || n || '.webp', n from generate_series(1, 5) n
       union all select $2::uuid, $3 || 'moved.webp', 1`,
        [remaining, fixture.approved, publicUrl(rules.ids.owner, "")],
      );
      const contribute =
        "update jersey_images set contributor_id = $1 where path like '%moved.webp'";
      await system(contribute, [rules.ids.stranger]);
      const batch = await go(scenario, URGENT_MERGE);
      expect(await withheld(scenario)).toEqual(["vert.webp"]);
      await undo(scenario, "admin", batch);
      expect(await withheld(scenario)).toEqual([]);
      // Without urgency they are duplicates and nothing else.
      await go(scenario, MERGE);
      expect(await withheld(scenario)).toEqual([]);
    }));
});

it.each([
  ["merge", MERGE, [], [1, 0]],
  ["removal", REMOVE, ["vert.webp"], [0, 1]],
])("a %s is for good after 90 days", (_, text, deleted, says) =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    await given(scenario);
    const batch = await go(scenario, text);
    const files = () => list(system("select split_part(name, '/', 2) from storage_deletions"));
    expect([await list(system(SWEEP)), await files()]).toEqual([[0], []]);
    await system("update gone_jerseys set undo_until = now()");
    expect(await undo(scenario, "admin", batch)).toBe("expired");
    await system("delete from notices");
    expect([await list(system(SWEEP)), await list(system(SWEEP))]).toEqual([[1], [0]]);
    expect(await files()).toEqual(deleted);
    expect((await system(FOUND, [fixture.approved])).rowCount).toBe(0);
    expect((await system("select from private.moved_rows")).rowCount).toBe(0);
    // Who reported it or suggested something is told, others were before.
    const notices = await list(system("select distinct outcome from notices"));
    expect(["removed", "suggestion_refused"]).toEqual(expect.arrayContaining(notices));
    expect(await list(system("select undo_until from gone_jerseys"))).toEqual([null]);
    const leads = "select from jersey_redirects where from_id = $1";
    const { rowCount: redirects } = await as("visitor", leads, [fixture.approved]);
    const title = "select from removed_jersey($1)";
    const { rowCount: titles } = await as("visitor", title, [fixture.approved]);
    expect([redirects, titles]).toEqual(says);
  }),
);

it.each([
  ["merged", MERGE, "Deux fois le même maillot"],
  ["taken_down", REMOVE, "Ce n'est pas un maillot"],
])("those who have the jersey are told at once: %s, and when it is back", (outcome, text, note) =>
  rules.scenario(async (scenario) => {
    await given(scenario);
    const notices = async () => {
      const { rows } = await scenario.system(
        `delete from notices using profiles where profiles.id = recipient_id
         returning username, outcome, note, jersey_id, title, changes`,
      );
      return rows.filter((row) => !row.outcome.startsWith("suggestion"));
    };
    const each = (of: object) =>
      ["member", "owner", "stranger"].map((username) =>
        expect.objectContaining({ username, title: "Maillot vert", changes: null, ...of }),
      );
    await notices();
    const batch = await go(scenario, text);
    const first = await notices();
    expect(first).toHaveLength(3);
    const jersey = outcome === "merged" ? remaining : null;
    expect(first).toEqual(expect.arrayContaining(each({ outcome, note, jersey_id: jersey })));
    await undo(scenario, "admin", batch);
    const back = { outcome: "brought_back", note: "Deux maillots", jersey_id: fixture.approved };
    expect(await notices()).toEqual(expect.arrayContaining(each(back)));
  }),
);

it("the author of a submission is told what became of it", () =>
  rules.scenario(async (scenario) => {
    await go(scenario, MERGE, fixture.pending, remaining);
    const { rows } = await scenario.system(
      "select outcome, title, note, jersey_id from notices where recipient_id = $1",
      [rules.ids.owner],
    );
    expect(rows).toEqual([
      {
        ...{ outcome: "submission_merged", title: "Maillot blanc", jersey_id: remaining },
        note: "Deux fois le même maillot",
      },
    ]);
    await scenario.system("update auth.users set email_confirmed_at = now()");
    // When it can't be undone any more as if it had not been.
    await scenario.system("update notices set due_at = now()");
    await scenario.system("update notice_mails set retry_at = now()");
    const mails = "select done from claim_notice_mail()";
    expect((await scenario.system(mails)).rows).toEqual([{ done: "suggested" }]);
  }));
