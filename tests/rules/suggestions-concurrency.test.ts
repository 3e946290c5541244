import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { atOnce } from "./support/at-once.ts";
import { MERGE } from "./support/merge.ts";
import { createRules, type Persona, type Rules } from "./support/rules.ts";
import { createWorld, type World } from "./support/world.ts";

// What happens when several write at once: connections of their own, committed.

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
});
afterAll(() => rules.close());

const { connect, begun, run, meanwhile } = atOnce(() => rules);

const suggest = (year: number, target = world.approved, persona: Persona = "member") =>
  run(persona, "select * from suggest('jersey', $1, $2, 'Vu sur la photo')", [
    target,
    JSON.stringify({ year }),
  ]);
/** The version of a suggestion that a reviewer has on the screen. */
async function shown(id: string): Promise<string> {
  const { rows } = await rules.system("select edited_at::text from suggestions where id = $1", [
    id,
  ]);
  return rows[0].edited_at;
}
const DECIDE = `select * from decide_suggestion($1, '{"year": {"accepted": true}}', $2)`;
const decide = async (id: string, persona: Persona, seen?: string) =>
  run(persona, DECIDE, [id, seen ?? (await shown(id))]);
async function approved(title: string): Promise<string> {
  const { rows } = await rules.system(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
     values ($1, $2, 'SOCCER', $3, $4, $5, 'approved') returning id`,
    [title, rules.ids.owner, world.competition, world.season, world.team],
  );
  return rows[0].id;
}

const UNDO = "select undo(batch_id => $1, reason => 'Deux maillots') ->> 'undone' as undone";

describe("at once", () => {
  it("two reviewers: the second is told who decided", async () => {
    const target = await approved("Deux");
    const { id } = (await suggest(1976, target)).rows[0];
    const first = await begun("reviewer", DECIDE, [id, await shown(id)]);
    const late = await meanwhile(first, () => decide(id, "otherReviewer")).catch((error) => error);
    expect(late).toMatchObject({ code: "PT409", message: "suggestion_decided" });
    expect(JSON.parse(late.detail)).toMatchObject({ status: "accepted", username: "reviewer" });
    const { rows } = await rules.system("select kind from revisions where target_id = $1", [
      target,
    ]);
    expect(rows).toEqual([{ kind: "suggestion" }]);
  });

  it("thirty suggestions of a member: as many as there is room for", async () => {
    const target = await approved("Trente");
    await rules.system("update suggestions set status = 'withdrawn'");
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        suggest(1950 + index, target).then(
          () => "made",
          (error) => error.message,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "made")).toHaveLength(5);
    expect(new Set(outcomes)).toEqual(new Set(["made", "suggestion_too_many"]));
    await rules.system("update suggestions set status = 'withdrawn'");
  });

  it("a merge and a decision: the decision is about the jersey that stays", async () => {
    const [gone, kept] = [await approved("Double"), await approved("Original")];
    const { id } = (await suggest(1976, gone)).rows[0];
    const seen = await shown(id);
    const merge = await begun("admin", MERGE, [gone, kept]);
    const decision = await meanwhile(merge, () => decide(id, "reviewer", seen)).catch(
      (error) => error,
    );
    // The suggestion on the screen was about another jersey.
    expect(decision).toMatchObject({ message: "suggestion_changed" });
    await decide(id, "reviewer");
    const { rows } = await rules.system(
      "select id, year from jerseys where id = any ($1) and is_active",
      [[gone, kept]],
    );
    expect(rows).toEqual([{ id: kept, year: 1976 }]);
  });

  it("a merge and a suggestion: it goes to the jersey that stays", async () => {
    const [gone, kept] = [await approved("Double"), await approved("Original")];
    const merge = await begun("admin", MERGE, [gone, kept]);
    const { rows } = await meanwhile(merge, () => suggest(1980, gone));
    expect(rows[0].target_id).toBe(kept);
  });

  it("decisions, edits, removals of photos and merges don't wait for each other in a circle", async () => {
    const targets = await Promise.all(
      ["Maillot un", "Maillot deux", "Maillot trois", "Maillot quatre"].map(approved),
    );
    await rules.system("update suggestions set status = 'withdrawn'");
    const made = await Promise.all(targets.map((target) => suggest(1976, target)));
    const image = await rules.system(
      `insert into jersey_images (jersey_id, url)
       select id, '/storage/v1/object/public/jerseys/' || $2 || '/' || id || '.webp'
       from unnest($1::uuid[]) id returning id`,
      [targets, rules.ids.owner],
    );
    const work = targets.flatMap((target, index) => [
      decide(made[index]!.rows[0].id, "reviewer"),
      decide(made[index]!.rows[0].id, "otherReviewer"),
      run("owner", "delete from jersey_images where id = $1", [image.rows[index].id]),
      run("owner", "update jerseys set title = 'Autre titre' where id = $1", [target]),
      run("admin", "select moderate_jersey($1, 'approved', overrule => true)", [target]),
      ...(index % 2 === 1 ? [run("admin", MERGE, [target, targets[index - 1]])] : []),
    ]);
    const outcomes = await Promise.allSettled(work);
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason.code] : [],
    );
    expect(codes.filter((code) => !code.startsWith("PT"))).toEqual([]);
    const { rows } = await rules.system(
      "select status from suggestions where id = any ($1) order by id",
      [made.map(({ rows: [row] }) => row.id)],
    );
    expect(rows).toHaveLength(4);
  });

  it("an undoing and a correction: the later one finds the field changed", async () => {
    const target = await approved("Annulé");
    const { id } = (await suggest(1976, target)).rows[0];
    await decide(id, "reviewer");
    const { rows } = await rules.system("select max(id) as id from revisions");
    const correction = await begun("admin", "update jerseys set year = 1977 where id = $1", [
      target,
    ]);
    const undoing = await meanwhile(correction, () =>
      run("reviewer", "select undo($1, reason => 'Une erreur') as it", [rows[0].id]),
    );
    expect(undoing.rows[0].it.revisions).toMatchObject([{ stays: { year: "changed" } }]);
  });

  it.each(["deletion", "undoing"])(
    "the deletion of the jersey that stayed and an undoing, %s first: it comes back",
    async (first) => {
      const [gone, kept] = [await approved("Doublon"), await approved("Gardé")];
      const { batch } = (await run("admin", MERGE, [gone, kept])).rows[0];
      const steps = {
        deletion: () => begun("owner", "delete from jerseys where id = $1", [kept]),
        undoing: () => begun("admin", UNDO, [batch]),
      };
      const other = steps[first === "deletion" ? "undoing" : "deletion"];
      const late = await meanwhile(await steps[first as keyof typeof steps](), async () => {
        await (await other()).commit();
        return "done";
      }).catch((error) => error.message);
      // Its batch goes with the jersey that stayed.
      expect(late).toMatch(first === "deletion" ? /^(done|revision_not_found)$/ : /^done$/);
      const { rows } = await rules.system("select id, is_active from jerseys where id = any ($1)", [
        [gone, kept],
      ]);
      expect(rows).toEqual([{ id: gone, is_active: true }]);
    },
  );

  it.each(["deletion", "merge"])(
    "the deletion of an account and a merge of what it wishes for, %s first",
    async (first) => {
      const [gone, kept] = [await approved("Sien"), await approved("Autre")];
      const id = randomUUID();
      await rules.system(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
         values ($1::uuid, $1::text || '@example.test', now(), jsonb_build_object('username', 'partante_' || left($1::text, 8)))`,
        [id],
      );
      await rules.system("insert into user_wishlists (jersey_id, user_id) values ($1, $2)", [
        gone,
        id,
      ]);
      const leaving = await connect();
      const leave = () => leaving.query("delete from auth.users where id = $1", [id]);
      const merge = () => run("admin", MERGE, [gone, kept]);
      if (first === "merge") await meanwhile(await begun("admin", MERGE, [gone, kept]), leave);
      else {
        await leaving.query("begin");
        await leave();
        await meanwhile({ commit: () => leaving.query("commit") }, merge);
      }
      const told = await rules.system("select from notices where recipient_id = $1", [id]);
      const wishes = await rules.system("select from user_wishlists where user_id = $1", [id]);
      expect([told.rowCount, wishes.rowCount]).toEqual([0, 0]);
    },
  );
});
