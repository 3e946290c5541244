import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE, REMOVE, state, undo } from "./support/merge.ts";
import { createRules, type Persona, type Rules, type Scenario } from "./support/rules.ts";
import {
  contest,
  decide,
  no,
  passTime,
  queue,
  readSuggestion,
  SOURCE,
  toldTo,
  yes,
} from "./support/suggestions.ts";
import { createWorld, type World } from "./support/world.ts";

let rules: Rules;
let world: World;
/** Two more public jerseys, of another member. */
let kept: string;
let third: string;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  const { rows } = await rules.system(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
     select title, $1, 'SOCCER', $2, $3, $4, 'approved'
     from unnest(array['Le vert', 'Le troisième']) title returning id`,
    [rules.ids.stranger, world.competition, world.season, world.team],
  );
  [kept, third] = rows.map(({ id }) => id) as [string, string];
});
afterAll(() => rules.close());

const SUGGEST = "select * from suggest('jersey', $1, $2, $3)";
const into = (other: string) => JSON.stringify({ merge_into: other });
const removal = (urgency: string | null = null) => JSON.stringify({ removal: urgency });

async function suggested(
  { as }: Scenario,
  changes = into(kept),
  target = world.approved,
  by: Persona = "member",
): Promise<string> {
  return (await as(by, SUGGEST, [target, changes, SOURCE])).rows[0].id;
}

const statusOf = async (scenario: Scenario, id: string): Promise<string> =>
  (await readSuggestion(scenario, id)).status;
const placeOf = async ({ system }: Scenario, jersey: string): Promise<object> =>
  (
    await system("select kind, into_id, reason, urgency from gone_jerseys where jersey_id = $1", [
      jersey,
    ])
  ).rows[0];

describe("suggesting", () => {
  it.each([
    ["a merge", () => into(kept)],
    ["a removal", removal],
  ])("%s is for members", async (_, changes) => {
    expect(await rules.everyone(SUGGEST, [world.approved, changes(), SOURCE])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 1,
      admin: 1,
      reviewer: 1,
      otherReviewer: 1,
      member: 1,
    });
  });

  it("says what it is in words", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await suggested(scenario);
      await suggested(scenario, removal(), kept);
      await suggested(scenario, removal("offensive"), third);
      const { rows } = await as(
        "member",
        "select kind, title, words, changes from suggestions order by created_at, kind, title desc",
      );
      expect(rows).toEqual([
        {
          kind: "merge",
          title: "Maillot vert",
          words: { merge_into: { before: null, after: "Le vert" } },
          changes: { merge_into: kept },
        },
        {
          kind: "removal",
          title: "Le vert",
          words: { removal: { before: null, after: null } },
          changes: { removal: null },
        },
        {
          kind: "removal",
          title: "Le troisième",
          words: { removal: { before: null, after: "offensive" } },
          changes: { removal: "offensive" },
        },
      ]);
      const waiting = (await queue(scenario)).filter(({ kind }) => kind !== "new");
      expect(waiting).toHaveLength(rows.length);
      for (const { kind, title, words, changes } of rows) {
        const pending = Object.keys(changes);
        expect(waiting).toContainEqual(
          expect.objectContaining({
            kind,
            title,
            detail: expect.objectContaining({ words, changes, pending, conflicts: [] }),
          }),
        );
      }
    }));

  it.each([
    ["another field", { merge_into: "kept", title: "Vert" }, "suggestion_field_unknown"],
    ["both", { merge_into: "kept", removal: null }, "suggestion_field_unknown"],
    ["no id", { merge_into: "Le vert" }, "suggestion_field_unknown"],
    ["nothing to merge into", { merge_into: null }, "suggestion_field_unknown"],
    ["an unknown urgency", { removal: "soon" }, "suggestion_field_unknown"],
    ["itself", { merge_into: "approved" }, "merge_with_itself"],
    ["a submission", { merge_into: "pending" }, "suggestion_target_gone"],
    ["a hidden one", { merge_into: "inactive" }, "suggestion_target_gone"],
    ["one that was deleted", { merge_into: "comment" }, "suggestion_target_gone"],
  ])("with %s is refused", (_, changes, message) =>
    rules.scenario(({ as }) => {
      const ids: Record<string, string> = { ...world, kept };
      const filled = { ...changes };
      if ("merge_into" in filled) filled.merge_into = ids[filled.merge_into!] ?? filled.merge_into;
      return expect(
        as("member", SUGGEST, [world.approved, JSON.stringify(filled), SOURCE]),
      ).rejects.toMatchObject({ message });
    }),
  );

  it("with photos, of a team, or without a reason is refused", () =>
    rules.scenario(async ({ as }) => {
      const refused = (text: string, values: unknown[]) =>
        as("member", text, values).catch((error) => error.message);
      expect(
        await refused("select suggest('jersey', $1, $2, $3, $4)", [
          world.approved,
          removal(),
          SOURCE,
          JSON.stringify([{ url: "/storage/v1/object/public/jerseys/x/y.webp", kind: "front" }]),
        ]),
      ).toBe("suggestion_field_unknown");
      expect(
        await refused("select suggest('team', $1, $2, $3)", [world.team, removal(), SOURCE]),
      ).toBe("suggestion_field_unknown");
      expect(await refused(SUGGEST, [world.approved, removal(), "Trop"])).toBe("suggestion_source");
      expect(await refused(SUGGEST, [world.pending, removal(), SOURCE])).toBe(
        "suggestion_target_gone",
      );
    }));

  it("the same again is a duplicate, something else isn't", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const merge = await suggested(scenario);
      await suggested(scenario, removal());
      for (const changes of [into(kept), removal()]) {
        await expect(
          as("stranger", SUGGEST, [world.approved, changes, SOURCE]),
        ).rejects.toMatchObject({
          code: "PT409",
          message: "suggestion_duplicate",
        });
      }
      await suggested(scenario, into(third));
      await suggested(scenario, removal("unlawful"));
      await as("member", "select withdraw_suggestion($1)", [merge]);
      expect(await statusOf(scenario, merge)).toBe("withdrawn");
      await suggested(scenario, into(kept), world.approved, "stranger");
    }));

  it("is never public at once, whoever suggests it", async () => {
    const { rows } = await rules.system(
      `select private.is_small('jersey', '{removal}', '{"removal": null}') as removal,
         private.is_small('jersey', '{merge_into}', jsonb_build_object('merge_into', $1::text)) as merge`,
      [kept],
    );
    expect(rows).toEqual([{ removal: false, merge: false }]);
  });
});

describe("accepting", () => {
  it("a merge merges at once, with the reason and in the name of who suggested it", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const first = await state(scenario);
      const id = await suggested(scenario);
      expect(await decide(scenario, id, yes)).toMatchObject({ status: "accepted" });
      expect(await placeOf(scenario, world.approved)).toEqual({
        kind: "merge",
        into_id: kept,
        reason: SOURCE,
        urgency: null,
      });
      const { rows } = await as(
        "visitor",
        "select kind, reason, username, batch_id from history('jersey', $1) where id > 0",
        [kept],
      );
      expect(rows).toEqual([
        { kind: "merge", reason: SOURCE, username: "member", batch_id: expect.any(String) },
      ]);
      expect(await toldTo(scenario, rules.ids.member)).toMatchObject([
        {
          outcome: "suggestion_accepted",
          title: "Maillot vert",
          changes: [{ field: "merge_into", after: "Le vert" }],
        },
      ]);
      const counted = await system(
        "select from private.writes where kind = 'merges' and member_id = $1",
        [rules.ids.reviewer],
      );
      expect(counted.rowCount).toBe(1);
      await passTime(scenario);
      expect(await undo(scenario, "otherReviewer", rows[0].batch_id)).toBe("back");
      expect((await toldTo(scenario, rules.ids.member)).at(-1)).toMatchObject({
        outcome: "brought_back",
        jersey_id: world.approved,
      });
      const last = (await state(scenario)) as Record<string, unknown>;
      expect(last).toEqual({
        ...(first as object),
        suggestions: expect.any(Array),
        notices: expect.any(Array),
      });
      // It was decided.
      expect(await statusOf(scenario, id)).toBe("accepted");
    }));

  it("a removal removes at once, with its urgency", () =>
    rules.scenario(async (scenario) => {
      const id = await suggested(scenario, removal("offensive"));
      const { batch_id } = await decide(scenario, id, yes);
      expect(await placeOf(scenario, world.approved)).toEqual({
        kind: "removal",
        into_id: null,
        reason: SOURCE,
        urgency: "offensive",
      });
      await passTime(scenario);
      expect(await undo(scenario, "reviewer", batch_id!)).toBe("urgent");
      expect(await undo(scenario, "admin", batch_id!)).toBe("back");
    }));

  it("isn't for who suggested it, nor for a reviewer whose jersey one of the two is", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const refusal = (id: string, by: Persona) =>
        decide(scenario, id, yes, { by }).then(
          () => "decided",
          (error) => error.message,
        );
      const id = await suggested(scenario, into(kept), world.approved, "reviewer");
      expect(await refusal(id, "reviewer")).toBe("suggestion_own");
      for (const [jersey, author] of [
        [world.approved, "owner"],
        [kept, "stranger"],
      ] as const) {
        await system("update jerseys set author_id = $2 where id = $1", [
          jersey,
          rules.ids.otherReviewer,
        ]);
        expect(await refusal(id, "otherReviewer")).toBe("moderation_own");
        await system("update jerseys set author_id = $2 where id = $1", [
          jersey,
          rules.ids[author],
        ]);
      }
      expect([await refusal(id, "member"), await refusal(id, "owner")]).toEqual([
        "moderation_denied",
        "moderation_denied",
      ]);
      await system("savepoint open");
      expect(await refusal(id, "otherReviewer")).toBe("decided");
      await system("rollback to savepoint open");
      expect(await refusal(id, "admin")).toBe("decided");
    }));

  it("is one of the reviewer's thirty in an hour", () =>
    rules.scenario(async (scenario) => {
      const id = await suggested(scenario);
      await scenario.system(
        "insert into private.writes (member_id, kind, amount) values ($1, 'merges', 30)",
        [rules.ids.reviewer],
      );
      await expect(decide(scenario, id, yes)).rejects.toMatchObject({ message: "merges_too_many" });
      expect(await statusOf(scenario, id)).toBe("open");
      expect(await decide(scenario, id, no)).toMatchObject({ status: "refused" });
    }));

  it("follows the other one if it was merged meanwhile", () =>
    rules.scenario(async (scenario) => {
      const id = await suggested(scenario);
      await scenario.as("otherReviewer", MERGE, [kept, third]);
      await decide(scenario, id, yes);
      expect(await placeOf(scenario, world.approved)).toMatchObject({ into_id: third });
    }));

  it("is refused if the other one is gone", () =>
    rules.scenario(async (scenario) => {
      const id = await suggested(scenario);
      await scenario.as("otherReviewer", REMOVE, [kept]);
      await expect(decide(scenario, id, yes)).rejects.toMatchObject({
        message: "jersey_not_public",
      });
      await decide(scenario, id, no);
      expect(await statusOf(scenario, id)).toBe("refused");
    }));
});

describe("refusing", () => {
  it("tells who suggested it why; contested, another reviewer decides", () =>
    rules.scenario(async (scenario) => {
      const id = await suggested(scenario, removal("unlawful"));
      await decide(scenario, id, { accepted: false, reason: "wrong", note: "Elle est libre" });
      expect(await toldTo(scenario, rules.ids.member)).toMatchObject([
        {
          outcome: "suggestion_refused",
          changes: [
            { field: "removal", after: "unlawful", reason: "wrong", note: "Elle est libre" },
          ],
        },
      ]);
      expect(await placeOf(scenario, world.approved)).toBeUndefined();
      await contest(scenario, id);
      await expect(decide(scenario, id, yes)).rejects.toMatchObject({
        message: "suggestion_another_reviewer",
      });
      expect(await decide(scenario, id, yes, { by: "otherReviewer" })).toMatchObject({
        status: "accepted",
      });
      expect(await placeOf(scenario, world.approved)).toMatchObject({ urgency: "unlawful" });
    }));
});

describe("an open one", () => {
  it.each([
    ["the same merge", () => [world.approved, kept]],
    ["the merge the other way round", () => [kept, world.approved]],
  ])("is accepted with %s, and who suggested it is told", (_, both) =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const id = await suggested(scenario);
      const other = await suggested(scenario, into(third));
      await as("reviewer", MERGE, both());
      expect(await statusOf(scenario, id)).toBe("accepted");
      expect(await statusOf(scenario, other)).toBe("open");
      const told = await as("member", "select outcome from notices");
      expect(told.rows).toEqual([{ outcome: "suggestion_accepted" }]);
    }),
  );

  it("waits while its jersey is gone, and ends with it", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const ids = [await suggested(scenario, into(third)), await suggested(scenario, removal())];
      const waiting = async () =>
        (await queue(scenario)).filter(({ kind }) => kind !== "new").length;
      for (const [text, values] of [
        [MERGE, [world.approved, kept]],
        [REMOVE, [world.approved]],
      ] as const) {
        await system("savepoint there");
        const { batch } = (await as("reviewer", text, values)).rows[0];
        expect(await waiting()).toBe(0);
        for (const id of ids) {
          await expect(decide(scenario, id, yes)).rejects.toMatchObject({
            message: "suggestion_held",
          });
        }
        await system("savepoint gone");
        expect(await undo(scenario, "admin", batch)).toBe("back");
        expect(await waiting()).toBe(2);
        await system("rollback to savepoint gone");
        await system("update gone_jerseys set undo_until = now()");
        await system("select sweep_gone_jerseys()");
        const { rows } = await system("select target_id, status from suggestions order by 2, 1");
        expect(rows).toEqual(ids.map(() => ({ target_id: world.approved, status: "outdated" })));
        const told = await toldTo(scenario, rules.ids.member);
        expect(told.filter(({ outcome }) => outcome === "suggestion_refused")).toHaveLength(2);
        await system("rollback to savepoint there");
      }
    }));

  it("is withdrawn while it waits", () =>
    rules.scenario(async (scenario) => {
      const id = await suggested(scenario, removal());
      await scenario.as("reviewer", MERGE, [world.approved, kept]);
      await scenario.as("member", "select withdraw_suggestion($1)", [id]);
      expect(await statusOf(scenario, id)).toBe("withdrawn");
    }));
});
