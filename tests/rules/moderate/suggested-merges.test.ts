import { beforeAll, expect, it } from "vitest";

import { MERGE, REMOVE, undo } from "../support/merge.ts";
import type { Persona, Scenario } from "../support/rules.ts";
import {
  contest,
  decide,
  type Given,
  no,
  queue,
  readSuggestion,
  suggest,
  noticesOf,
  yes,
} from "../support/suggestions.ts";
import { addJerseys, setUpRules } from "../support/fixture.ts";

// What is of suggested merges and removals only. Accepted and undone: decide.test.ts; who may: decide-permissions.test.ts.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);
/** Two more public jerseys, of another member. */
let remaining: string;
let third: string;

beforeAll(async () => {
  const titles = ["Le vert", "Le troisième"];
  [remaining, third] = (await addJerseys(rules, fixture, rules.ids.stranger, titles)) as [
    string,
    string,
  ];
});

const suggested = async (
  scenario: Scenario,
  changes: object = { merge_into: remaining },
  as: "member" | "stranger" = "member",
): Promise<string> => (await suggest(scenario, { as, target: fixture.approved, changes })).id;
const statusOf = async (scenario: Scenario, id: string): Promise<string> =>
  (await readSuggestion(scenario, id)).status;

it("the same again is a duplicate, something else isn't, nor is what somebody else suggests", () =>
  rules.scenario(async (scenario) => {
    const merge = await suggested(scenario);
    await suggested(scenario, { removal: null });
    for (const changes of [{ merge_into: remaining }, { removal: null }]) {
      await expect(suggested(scenario, changes)).rejects.toMatchObject({
        code: "PT409",
        message: "suggestion_duplicate",
      });
      expect(await statusOf(scenario, await suggested(scenario, changes, "stranger"))).toBe("open");
    }
    await suggested(scenario, { merge_into: third });
    await suggested(scenario, { removal: "unlawful" });
    await scenario.as("member", "select withdraw_suggestion($1)", [merge]);
    await suggested(scenario);
  }));

it("the reviewer whose jersey the other one is doesn't decide; an administrator does", () =>
  rules.scenario(async (scenario) => {
    const id = await suggested(scenario);
    const give = "update jerseys set author_id = $2 where id = $1";
    await scenario.system(give, [remaining, rules.ids.otherReviewer]);
    const decision = decide(scenario, id, yes, { by: "otherReviewer" });
    await expect(decision).rejects.toMatchObject({ message: "moderation_own" });
    await scenario.system(give, [remaining, rules.ids.admin]);
    await decide(scenario, id, yes, { by: "admin" });
  }));

it("follows the other one if it was merged meanwhile", () =>
  rules.scenario(async (scenario) => {
    const id = await suggested(scenario);
    await scenario.as("otherReviewer", MERGE, [remaining, third]);
    await decide(scenario, id, yes);
    const place = "select into_id from gone_jerseys where jersey_id = $1";
    expect((await scenario.system(place, [fixture.approved])).rows).toEqual([{ into_id: third }]);
  }));

it("is only refused if the other one is gone", () =>
  rules.scenario(async (scenario) => {
    const id = await suggested(scenario);
    await scenario.as("otherReviewer", REMOVE, [remaining]);
    await expect(decide(scenario, id, yes)).rejects.toMatchObject({ message: "jersey_not_public" });
    expect(await decide(scenario, id, no)).toMatchObject({ status: "refused" });
  }));

it.each([
  ["the same merge", () => [fixture.approved, remaining]],
  ["the merge the other way round", () => [remaining, fixture.approved]],
])("is accepted with %s, and who suggested it is told", (_, both) =>
  rules.scenario(async (scenario) => {
    const id = await suggested(scenario);
    const other = await suggested(scenario, { merge_into: third });
    await scenario.as("reviewer", MERGE, both());
    expect(await statusOf(scenario, id)).toBe("accepted");
    expect(await statusOf(scenario, other)).toBe("open");
    const notices = await scenario.as("member", "select outcome from notices");
    expect(notices.rows).toEqual([{ outcome: "suggestion_accepted" }]);
  }),
);

it.each<[string, () => Given]>([
  [
    "into what the other became",
    () => ({ target: fixture.approved, changes: { merge_into: remaining } }),
  ],
  ["the other way round", () => ({ target: remaining, changes: { merge_into: fixture.approved } })],
])("waits again once the decision on another is undone: %s", (_, given) =>
  rules.scenario(async (scenario) => {
    const { id } = await suggest(scenario, { as: "stranger", ...given() });
    const decided = await suggested(scenario, { merge_into: third });
    await scenario.as("otherReviewer", MERGE, [third, remaining]);
    const { batch_id } = await decide(scenario, decided, yes);
    const outcomes = async () => [await statusOf(scenario, decided), await statusOf(scenario, id)];
    const asAccepted = await outcomes();
    expect(await undo(scenario, "reviewer", batch_id!)).toBe("back");
    expect([asAccepted, await outcomes()]).toEqual([
      ["accepted", "accepted"],
      ["open", "open"],
    ]);
    expect(await noticesOf(scenario, rules.ids.stranger)).not.toContainEqual(
      expect.objectContaining({ outcome: "suggestion_accepted" }),
    );
  }),
);

it.each([
  ["merged", MERGE, () => [fixture.approved, remaining]],
  ["removed", REMOVE, () => [fixture.approved]],
])("waits while its jersey is %s, and ends with it", (_, text, values) =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    const ids = [
      await suggested(scenario, { merge_into: third }),
      await suggested(scenario, { removal: null }),
    ];
    const waiting = async () => (await queue(scenario)).filter(({ kind }) => kind !== "new").length;
    const { batch } = (await as("reviewer", text, values())).rows[0];
    expect(await waiting()).toBe(0);
    for (const id of ids) {
      const decision = decide(scenario, id, yes);
      await expect(decision).rejects.toMatchObject({ message: "suggestion_held" });
    }
    await system("savepoint gone");
    expect(await undo(scenario, "admin", batch)).toBe("back");
    expect(await waiting()).toBe(2);
    await system("rollback to savepoint gone");
    await system("update gone_jerseys set undo_until = now()");
    await system("select sweep_gone_jerseys()");
    const { rows } = await system("select target_id, status from suggestions order by 2, 1");
    expect(rows).toEqual(ids.map(() => ({ target_id: fixture.approved, status: "outdated" })));
    const notices = (await noticesOf(scenario, rules.ids.member)).map(({ outcome }) => outcome);
    expect(notices).toEqual(["suggestion_refused", "suggestion_refused"]);
  }),
);

it("done by a reviewer, accepts others' suggestions but none of their own, nor one that they refused", () =>
  rules.scenario(async (scenario) => {
    const { as } = scenario;
    const merge = (by: Persona, target = fixture.approved, into = remaining) =>
      suggest(scenario, { as: by, target, changes: { merge_into: into } });
    const own = await merge("reviewer");
    const opposite = await merge("otherReviewer", remaining, fixture.approved);
    const contested = await merge("member");
    await decide(scenario, contested.id, no);
    await contest(scenario, contested.id);
    await as("reviewer", MERGE, [fixture.approved, remaining]);
    expect(await statusOf(scenario, own.id)).toBe("open");
    expect(await statusOf(scenario, contested.id)).toBe("open");
    expect(await statusOf(scenario, opposite.id)).toBe("accepted");
  }));
