import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

import { listMigrations } from "../../scripts/migration/step-file.ts";
import { SUPABASE_DIR } from "../support/database.ts";
import { beforeMigration, migrationText } from "../support/migrations.ts";
import { createRules, identity, type Persona, type Rules } from "./support/rules.ts";
import {
  contest,
  decide,
  no,
  photoOf,
  queue,
  readSuggestion,
  SOURCE,
  suggest,
  yes,
} from "./support/suggestions.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

// A database from before the step, with one row of each kind and state, and what becomes of it.

const STEP = listMigrations(join(SUPABASE_DIR, "migrations")).find((file) =>
  file.endsWith("_one_suggestion.sql"),
)!;

let rules: Rules;
let world: World;
/** Jerseys by their title, and the first photo of each. */
const jersey: Record<string, string> = {};
const first: Record<string, string> = {};
/** Suggestions by the title of their jersey. */
const said: Record<string, string> = {};

/** Commits one statement of a persona: each is a request of its own. */
async function as(
  persona: Persona,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  await rules.system("begin");
  try {
    await rules.system(
      "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      identity(persona, rules.ids),
    );
    const result = await rules.system(text, values);
    await rules.system("commit");
    return result;
  } catch (error) {
    await rules.system("rollback");
    throw error;
  }
}
const committed = { as, system: (text: string, values?: readonly unknown[]) => rules.system(text, values) };

const ADD = "insert into jersey_images (jersey_id, url, position) values ($1, $2, $3) returning id";
const mine = (name: string) => publicUrl(rules.ids.owner, `${name}.webp`);
const photo = (name: string) => photoOf(rules.ids.member, name);

/** Everything that an author can change: a text, two photos more, one less, another order. */
async function edit(title: string): Promise<void> {
  const id = jersey[title];
  await as("owner", "update jerseys set edition = 'Finale' where id = $1", [id]);
  const added: string[] = [];
  for (const name of ["un", "deux"]) {
    added.push((await as("owner", ADD, [id, mine(`${title} ${name}`), 5])).rows[0].id);
  }
  await as("owner", "delete from jersey_images where id = $1", [first[title]]);
  await as("owner", "select order_images($1, $2)", [id, added.toReversed()]);
}
async function suggested(title: string, changes: object, photos: object[] = []): Promise<void> {
  said[title] = (
    await suggest(committed, { target: jersey[title]!, changes, photos })
  ).id;
}
/** A decision on all parts, before the step. */
async function decided(title: string, verdict: object): Promise<void> {
  await as(
    "otherReviewer",
    `select decide_suggestion(id, (select jsonb_object_agg(key, $2::jsonb) from unnest(pending) key), edited_at)
     from suggestion_queue() where id = $1`,
    [said[title], JSON.stringify(verdict)],
  );
}

beforeAll(async () => {
  rules = await beforeMigration(STEP, (folder) =>
    createRules(folder, ["reviewer", "otherReviewer", "member"]),
  );
  world = await createWorld(rules);
  for (const title of [
    "retouché",
    "retouche refusée",
    "proposé",
    "proposé deux fois",
    "contesté",
    "refusé",
    "accepté",
    "retiré",
    "à retirer",
  ]) {
    const { rows } = await rules.system(
      `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
       values ($1, $2, 'SOCCER', $3, $4, $5, 'approved') returning id`,
      [title, rules.ids.owner, world.competition, world.season, world.team],
    );
    jersey[title] = rows[0].id;
    await addFiles(rules, rules.ids.owner, [
      `${title}.webp`,
      `${title} un.webp`.replaceAll(" ", "%20"),
      `${title} deux.webp`.replaceAll(" ", "%20"),
    ]);
  }
});
afterAll(() => rules.close());
