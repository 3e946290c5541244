import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Persona, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer"]);
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, ["vert.webp", "blanc.webp", "un.webp", "deux.webp"]);
  await addFiles(rules, rules.ids.stranger, ["dos.webp", "col.webp"]);
});
afterAll(() => rules.close());

const QUEUE = "select * from queue()";
const DECIDE = "select decide(id => $1, verdicts => $2, seen => $3, corrections => $4) as done";
const SUGGEST = `select (suggest(
  target_type => 'jersey', target_id => $1, changes => $2, source => 'Vu sur la photo officielle', photos => $3)).id`;
const UNDO = "select undo(batch_id => $1, reason => 'Trop vite') as done";
const JERSEY = "select title, edition, year, status from jerseys where id = $1";
const SHOWN = `select url from jersey_images where jersey_id = $1 and suggestion_id is null order by position, id`;
const TOLD = "select outcome, changes from notices where recipient_id = $1 order by created_at, id";

type Verdicts = Record<string, object>;
interface Waiting {
  id: string;
  seen: unknown;
  kind: string;
  detail: { pending: string[]; photos: { id: string; is_removal: boolean }[]; conflicts: string[] };
}

const yes = { accepted: true };
const no = { accepted: false, reason: "wrong" };

async function waiting({ as }: Scenario, kind: string, persona: Persona = "reviewer") {
  const { rows } = await as(persona, QUEUE);
  return rows.find((row) => row.kind === kind) as Waiting;
}

/** What a reviewer says of each part, all alike. */
const all = ({ detail }: Waiting, verdict: object): Verdicts =>
  Object.fromEntries(detail.pending.map((key) => [key, verdict]));

async function decide(
  { as }: Scenario,
  one: Waiting,
  verdicts: Verdicts,
  { by = "reviewer", corrections = null }: { by?: Persona; corrections?: object | null } = {},
): Promise<{ status: string; batch_id: string | null }> {
  const { rows } = await as(by, DECIDE, [
    one.id,
    verdicts,
    JSON.stringify(one.seen),
    corrections && JSON.stringify(corrections),
  ]);
  return rows[0].done;
}

const suggest = async (
  { as }: Scenario,
  changes: object,
  photos: object[] = [],
  by: Persona = "stranger",
): Promise<string> =>
  (await as(by, SUGGEST, [world.approved, changes, JSON.stringify(photos)])).rows[0].id;

const photo = (name: string) => ({
  url: publicUrl(rules.ids.stranger, `${name}.webp`),
  kind: "back",
});

describe("a submission", () => {
  it("is accepted with a correction, undone at once and waits again", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const one = await waiting(scenario, "new");
      expect(one).toMatchObject({ id: world.pending });
      const { status, batch_id } = await decide(
        scenario,
        one,
        { jersey: yes },
        { corrections: { year: 1976 } },
      );
      expect(status).toBe("approved");
      const jersey = async () => (await system(JERSEY, [world.pending])).rows[0];
      expect(await jersey()).toMatchObject({ status: "approved", year: 1976 });
      expect((await scenario.as("reviewer", UNDO, [batch_id])).rows[0].done).toMatchObject({
        undone: 1,
        next: expect.anything(),
      });
      expect(await jersey()).toMatchObject({ status: "pending", year: null });
      expect((await system(TOLD, [rules.ids.owner])).rows).toEqual([]);
      expect(await waiting(scenario, "new")).toMatchObject({ id: world.pending });
    }));

  it("is refused with a reason of the table", () =>
    rules.scenario(async (scenario) => {
      const one = await waiting(scenario, "new");
      const refusal = { accepted: false, reason: "quality", note: "Photo trop sombre" };
      expect(await decide(scenario, one, { jersey: refusal })).toEqual({
        status: "rejected",
        batch_id: null,
      });
      const { rows } = await scenario.system(
        "select status, moderation_note from jerseys where id = $1",
        [world.pending],
      );
      expect(rows).toEqual([
        { status: "rejected", moderation_note: "quality: Photo trop sombre" },
      ]);
    }));
});

describe("an author's edit", () => {
  const edit = async (scenario: Scenario) => {
    const { as } = scenario;
    await as("owner", "update jerseys set title = 'Maillot émeraude', edition = 'Finale' where id = $1", [
      world.approved,
    ]);
    await as("owner", "delete from jersey_images where id = $1", [world.image]);
    await as("owner", "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)", [
      world.approved,
      publicUrl(rules.ids.owner, "un.webp"),
    ]);
  };

  it("is accepted in part; the rest stays refused with its author, who says it again", () =>
    rules.scenario(async (scenario) => {
      await edit(scenario);
      const one = await waiting(scenario, "edit");
      expect(one.detail.pending).toHaveLength(4);
      const verdicts = { ...all(one, yes), title: { ...no, note: "Bleu" } };
      expect(await decide(scenario, one, verdicts)).toMatchObject({ status: "partly" });
      const { system, as } = scenario;
      expect((await system(JERSEY, [world.approved])).rows).toMatchObject([
        { title: "Maillot vert", edition: "Finale" },
      ]);
      expect((await system(SHOWN, [world.approved])).rows).toEqual([
        { url: publicUrl(rules.ids.owner, "un.webp") },
      ]);
      expect((await system(TOLD, [rules.ids.owner])).rows).toMatchObject([
        { outcome: "suggestion_partly" },
      ]);
      expect(await waiting(scenario, "edit")).toBeUndefined();
      await as("owner", "update jerseys set edition = 'Demi-finale' where id = $1", [world.approved]);
      expect((await waiting(scenario, "edit")).detail.pending.toSorted()).toEqual(["edition", "title"]);
    }));

  it("is undone as a whole within seconds, and waits as before", () =>
    rules.scenario(async (scenario) => {
      await edit(scenario);
      const one = await waiting(scenario, "edit");
      const { batch_id } = await decide(scenario, one, all(one, yes));
      const { rows } = await scenario.as("reviewer", UNDO, [batch_id]);
      expect(rows[0].done).toMatchObject({ undone: 3 });
      expect((await scenario.system(JERSEY, [world.approved])).rows).toMatchObject([
        { title: "Maillot vert", edition: null },
      ]);
      expect((await scenario.system(SHOWN, [world.approved])).rows).toEqual([
        { url: publicUrl(rules.ids.owner, "vert.webp") },
      ]);
      const again = await waiting(scenario, "edit");
      expect(again.detail.pending.toSorted()).toEqual(one.detail.pending.toSorted());
      expect((await scenario.system(TOLD, [rules.ids.owner])).rows).toEqual([]);
    }));
});

describe("a suggestion", () => {
  it("is one for a member and a thing, and is accepted with photos", () =>
    rules.scenario(async (scenario) => {
      const first = await suggest(scenario, { year: 1976 });
      const second = await suggest(scenario, { price: 90 }, [photo("dos")]);
      expect(second).toBe(first);
      const one = await waiting(scenario, "edit");
      expect(one.detail.pending.map((key) => key.split(":")[0]).toSorted()).toEqual([
        "photo",
        "price",
        "year",
      ]);
      await decide(scenario, one, all(one, yes), { corrections: { year: 1977 } });
      expect((await scenario.system(JERSEY, [world.approved])).rows).toMatchObject([{ year: 1977 }]);
      expect((await scenario.system(SHOWN, [world.approved])).rows).toHaveLength(2);
    }));

  it("is contested once, and decided by another reviewer", () =>
    rules.scenario(async (scenario) => {
      await suggest(scenario, {}, [photo("dos")]);
      const one = await waiting(scenario, "photos");
      await decide(scenario, one, all(one, no));
      await scenario.as("stranger", "select contest_suggestion($1, 'C''est bien le dos')", [one.id]);
      const again = await waiting(scenario, "photos");
      await expect(decide(scenario, again, all(again, yes))).rejects.toMatchObject({
        message: "suggestion_another_reviewer",
      });
      expect(
        await decide(scenario, again, all(again, yes), { by: "otherReviewer" }),
      ).toMatchObject({ status: "accepted" });
      expect((await scenario.system(SHOWN, [world.approved])).rows).toHaveLength(2);
    }));
});
