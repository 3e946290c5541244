import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

import { listMigrations } from "../../scripts/migration/step-file.ts";
import { SUPABASE_DIR } from "../support/database.ts";
import { beforeMigration, migrationText } from "../support/migrations.ts";
import { atOnce } from "../rules/support/at-once.ts";
import { places } from "../rules/support/merge.ts";
import { createRules, type Persona, type Rules } from "../rules/support/rules.ts";
import {
  addFiles,
  addJerseys,
  createFixture,
  publicUrl,
  type Fixture,
} from "../rules/support/fixture.ts";

// A database from before the step, with one row of each kind and state, and what becomes of it.

const STEP = listMigrations(join(SUPABASE_DIR, "migrations")).find((file) =>
  file.endsWith("_one_undo.sql"),
)!;

let rules: Rules;
let fixture: Fixture;
/** Jerseys by their title. */
const jersey: Record<string, string> = {};
/** Proposals by the title of their jersey. */
const proposal: Record<string, string> = {};
const imports = [randomUUID(), randomUUID()] as const;
let rollOver: string;
let first: Record<string, unknown[]>;
let states: string[];

const REASON = "Deux fois le même maillot";

const { run: as } = atOnce(() => rules);

async function propose(
  title: string,
  into: string | null = null,
  urgency: string | null = null,
  by: Persona = "reviewer",
) {
  const { rows } = await as(by, "select id from propose($1, $2, $3, $4, $5)", [
    into ? "merge" : "removal",
    jersey[title],
    REASON,
    into && jersey[into],
    urgency,
  ]);
  proposal[title] = rows[0].id;
}
const agree = (title: string) =>
  as("otherReviewer", "select agree_to_proposal($1)", [proposal[title]]);
/** Carries out all of these in one run. */
async function carryOut(...titles: string[]) {
  for (const title of titles) await agree(title);
  await rules.system("update proposals set due_at = now() where id = any ($1)", [
    titles.map((title) => proposal[title]),
  ]);
  await rules.system("select carry_out_proposals()");
}

beforeAll(async () => {
  rules = await beforeMigration(STEP, (folder) =>
    createRules(folder, ["reviewer", "otherReviewer", "member"]),
  );
  fixture = await createFixture(rules);
  await rules.system("delete from private.write_limits where kind = 'proposals'");
  for (const title of [
    "fusionné",
    "jumeau",
    "jumelle",
    "chaîne un",
    "chaîne deux",
    "retiré",
    "volé",
    "volé en double",
    "gardé",
    "dernier",
    "perdu",
    "proposé",
    "convenu",
    "orphelin",
    "à retirer",
    "offensant",
    "refusé",
    "repris",
    "annulé",
    "rendu",
    "rendu aussi",
    "balayé",
  ]) {
    // Twins have one title.
    const name = title.replace("jumelle", "jumeau");
    [jersey[title]] = (await addJerseys(rules, fixture, rules.ids.owner, [name])) as [string];
  }
  const given = "fusionné";
  await addFiles(rules, rules.ids.owner, ["a.webp"]);
  await rules.system("insert into jersey_images (jersey_id, url) values ($1, $2)", [
    jersey[given],
    publicUrl(rules.ids.owner, "a.webp"),
  ]);
  for (const title of [given, "gardé", "retiré"]) {
    for (const text of [
      "insert into user_collections (jersey_id) values ($1)",
      "insert into user_wishlists (jersey_id) values ($1)",
      "insert into jersey_votes (jersey_id, vote) values ($1, 'up')",
      "insert into comments (jersey_id, body) values ($1, 'Superbe')",
      "insert into reports (target_type, target_id) values ('jersey', $1)",
    ]) {
      await as("member", text, [jersey[title]]);
      if (title === given) await as("stranger", text, [jersey[title]]);
    }
  }
  await as("member", `select suggest('jersey', $1, '{"edition": "Finale"}', 'Vu sur la photo')`, [
    jersey[given],
  ]);

  // Brought back before the step.
  await propose("rendu", "gardé");
  await propose("rendu aussi");
  await carryOut("rendu", "rendu aussi");
  for (const title of ["rendu", "rendu aussi"]) {
    await as("admin", "select undo_proposal($1, 'Une erreur')", [proposal[title]]);
  }
  // Deleted for good.
  await propose("balayé");
  await carryOut("balayé");
  await rules.system("update proposals set undo_until = now() where id = $1", [proposal["balayé"]]);
  await rules.system("select sweep_proposals()");
  first = await places(rules);
  await propose("fusionné", "gardé");
  await propose("jumeau", "gardé");
  await propose("jumelle", "gardé");
  await propose("retiré");
  await carryOut("fusionné", "jumeau", "jumelle", "retiré");
  await propose("chaîne un", "chaîne deux");
  await carryOut("chaîne un");
  await propose("chaîne deux", "dernier");
  await carryOut("chaîne deux");
  await propose("volé", null, "offensive");
  await agree("volé");
  await propose("volé en double", "perdu", "unlawful");
  await agree("volé en double");
  await propose("annulé", "perdu");
  await as("owner", "delete from jerseys where id = $1", [jersey["perdu"]]);

  // Undecided.
  await propose("proposé", "gardé");
  await propose("convenu", "gardé");
  await agree("convenu");
  await propose("à retirer");
  await propose("offensant", null, "offensive");
  await propose("orphelin", null, null, "otherReviewer");
  await as("reviewer", "select agree_to_proposal($1)", [proposal["orphelin"]]);
  await propose("refusé");
  await as("otherReviewer", "select object_to_proposal($1, 'Mais si')", [proposal["refusé"]]);
  await propose("repris");
  await as("reviewer", "select withdraw_proposal($1)", [proposal["repris"]]);
  await rules.system("delete from auth.users where id = $1", [rules.ids.otherReviewer]);

  for (const [index, id] of imports.entries()) {
    await as("admin", "select begin_catalogue_import($1, 'maillots.csv', $2, 1, 'approved')", [
      id,
      `digest ${index}`,
    ]);
    await as("admin", "select import_jerseys($1, 0, $2, true)", [
      id,
      JSON.stringify([
        {
          key: `ligne ${index}`,
          title: `importé ${index}`,
          team: "AS Saint-Étienne",
          competition: "Ligue 1",
          season: "2024-25",
          kit_type: ["third", "away"][index],
          year: 2024,
        },
      ]),
    ]);
  }
  await as("admin", "select undo_catalogue_import($1)", [imports[1]]);
  const draft = await as(
    "admin",
    "select id, updated_at::text as seen from start_roll_over('2025-26', '2025-2026', $1)",
    [[fixture.competition]],
  );
  rollOver = draft.rows[0].id;
  await as("admin", "select publish_roll_over($1, $2)", [rollOver, draft.rows[0].seen]);

  const { rows } = await rules.system("select distinct status from proposals order by 1");
  states = rows.map(({ status }) => status);
  await rules.system("begin");
  await rules.system(migrationText(STEP));
  await rules.system("commit");
});
afterAll(() => rules.close());

async function batchOf(title: string): Promise<string> {
  const { rows } = await rules.system("select batch_id from gone_jerseys where jersey_id = $1", [
    jersey[title],
  ]);
  return rows[0].batch_id;
}
async function undo(
  batch: string,
  by: Persona = "admin",
): Promise<{ undone: number; stays: string[] }> {
  const { rows } = await as(by, "select undo(batch_id => $1, reason => 'Une erreur') as done", [
    batch,
  ]);
  const { undone, revisions } = rows[0].done;
  return { undone, stays: revisions.flatMap((one: { stays: object }) => Object.values(one.stays)) };
}

it("what waited waits, as a suggestion of who proposed it; what was settled doesn't", async () => {
  expect(states).toEqual(["agreed", "cancelled", "done", "open", "refused", "undone", "withdrawn"]);
  const { rows } = await rules.system(
    `select title, kind, changes, words, source, username, status
     from suggestions left join profiles on profiles.id = member_id where kind in ('merge', 'removal') order by title collate "C"`,
  );
  const of = (
    title: string,
    kind: string,
    value: unknown,
    word: unknown,
    username: string | null = "reviewer",
  ) => {
    const key = kind === "merge" ? "merge_into" : "removal";
    return {
      title,
      kind,
      changes: { [key]: value },
      words: { [key]: { before: null, after: word } },
      source: REASON,
      username,
      status: "open",
    };
  };
  expect(rows).toEqual([
    of("convenu", "merge", jersey["gardé"], "gardé"),
    of("offensant", "removal", "offensive", "offensive"),
    // Its proposer has left.
    of("orphelin", "removal", null, null, null),
    of("proposé", "merge", jersey["gardé"], "gardé"),
    of("à retirer", "removal", null, null),
  ]);
  const queue = await as(
    "admin",
    "select id, pending, conflicts, edited_at::text from suggestion_queue()",
  );
  expect(queue.rowCount).toBe(rows.length + 1);
  expect(queue.rows.every(({ conflicts }) => conflicts.length === 0)).toBe(true);
});

it("histories say the same in the words of today", async () => {
  const history = async (title: string) =>
    (
      await as("admin", "select kind, changes, reason from history('jersey', $1) where id > 0 ", [
        jersey[title],
      ])
    ).rows;
  const merge = (before: string | null, after: string | null) => ({ merged: { before, after } });
  expect(await history("gardé")).toEqual([
    ...["fusionné", "jumeau", "jumeau"].map(() => ({
      kind: "merge",
      changes: expect.any(Object),
      reason: REASON,
    })),
    { kind: "undo", changes: merge(null, "rendu"), reason: "Une erreur" },
    { kind: "merge", changes: merge("rendu", null), reason: REASON },
  ]);
  expect(await history("rendu")).toEqual([
    { kind: "undo", changes: merge(null, "gardé"), reason: "Une erreur" },
  ]);
  expect(await history("rendu aussi")).toEqual([
    {
      kind: "undo",
      changes: { jersey: { before: null, after: "rendu aussi" } },
      reason: "Une erreur",
    },
    {
      kind: "removal",
      changes: { jersey: { before: "rendu aussi", after: null } },
      reason: REASON,
    },
  ]);
  const { rows } = await rules.system(
    "select distinct key from revisions, jsonb_object_keys(changes) key order by 1",
  );
  expect(rows.map(({ key }) => key)).toEqual(["jersey", "line_up", "merged"]);
});

it("notices of what was planned are gone, the others are there", async () => {
  const { rows } = await rules.system("select distinct outcome from notices order by 1");
  expect(rows.map(({ outcome }) => outcome)).toEqual(["brought_back", "merged", "taken_down"]);
});

it("what is gone for good says so at its address", async () => {
  const { rows } = await as("visitor", "select * from removed_jersey($1)", [jersey["balayé"]]);
  expect(rows).toMatchObject([{ title: "balayé" }]);
  expect(
    (
      await rules.system("select undo_until from gone_jerseys where jersey_id = $1", [
        jersey["balayé"],
      ])
    ).rows,
  ).toEqual([{ undo_until: null }]);
});

it("each of what was merged or removed is brought back by itself, and all of it is as it was", async () => {
  expect(await undo(await batchOf("chaîne un"))).toEqual({ undone: 0, stays: ["later"] });
  expect(await undo(await batchOf("volé"), "reviewer")).toEqual({ undone: 0, stays: ["urgent"] });
  for (const title of [
    "jumelle",
    "fusionné",
    "retiré",
    "jumeau",
    "chaîne deux",
    "chaîne un",
    "volé",
    "volé en double",
  ]) {
    expect([title, await undo(await batchOf(title))]).toEqual([title, { undone: 1, stays: [] }]);
    const { rows } = await rules.system("select is_active from jerseys where id = $1", [
      jersey[title],
    ]);
    expect(rows).toEqual([{ is_active: true }]);
  }
  const now = await places(rules);
  const isThere = ({ id, title }: { id?: string; title?: string }) =>
    id !== jersey["perdu"] && !title?.startsWith("importé");
  for (const [table, rows] of Object.entries(first)) {
    expect([table, (now[table] as object[]).filter(isThere)]).toEqual([
      table,
      (rows as object[]).filter(isThere),
    ]);
  }
  const { rows } = await rules.system("select title, status from suggestions where kind = 'edit'");
  expect(rows).toEqual([{ title: "fusionné", status: "open" }]);
});

it("a waiting one is accepted, and its undoing brings the jersey back", async () => {
  const { rows } = await rules.system("select edited_at::text from suggestions where id = $1", [
    proposal["convenu"],
  ]);
  await as("admin", `select decide_suggestion($1, '{"merge_into": {"accepted": true}}', $2)`, [
    proposal["convenu"],
    rows[0].edited_at,
  ]);
  expect(await undo(await batchOf("convenu"))).toEqual({ undone: 1, stays: [] });
});

it("the import and the roll-over are undone; an import that was undone stays so", async () => {
  const counted = async () =>
    (
      await rules.system(
        "select undone_at is not null as is_undone, removed from catalogue_imports order by file_key",
      )
    ).rows;
  expect(await counted()).toEqual([
    { is_undone: false, removed: 0 },
    { is_undone: true, removed: 1 },
  ]);
  expect(await undo(imports[0])).toEqual({ undone: 1, stays: [] });
  expect(await counted()).toMatchObject([{ is_undone: true, removed: 1 }, {}]);
  await expect(undo(imports[1])).rejects.toMatchObject({ message: "revision_not_found" });
  expect(await undo(rollOver)).toEqual({ undone: 1, stays: [] });
  expect((await rules.system("select published_at from roll_overs")).rows).toEqual([
    { published_at: null },
  ]);
});
