import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";

import { beforeMigration, migrationText } from "../support/migrations.ts";
import { createRules, type Rules } from "./support/rules.ts";
import { createWorld, publicUrl, type World } from "./support/world.ts";

const MIGRATION = "20261123000550_image_rights.sql";
/** With the functions that copy the rights with an image. */
const MIGRATIONS = [
  MIGRATION,
  "20261123000600_staged_edits.sql",
  "20261123000610_decisions_on_edits.sql",
];

let rules: Rules;
let world: World;

/** A database as it was before the migration. */
beforeAll(async () => {
  rules = await beforeMigration(MIGRATION, createRules);
  world = await createWorld(rules);
});
afterAll(() => rules.close());

it("photos from before promise nothing, and are credited to the member of their folder", () =>
  rules.scenario(async ({ as, system }) => {
    await system("insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)", [
      world.approved,
      publicUrl(randomUUID(), "parti.webp"),
    ]);
    await system("set constraints all immediate");
    const logged = (await system("select count(*) from audit_log")).rows;
    for (const file of MIGRATIONS) await system(migrationText(file));

    const { rows } = await as(
      "visitor",
      `select licence, rights_stated, contributor_id from jersey_images
       where jersey_id = $1 order by position`,
      [world.approved],
    );
    const promise = { licence: "shown-here-only", rights_stated: false };
    expect(rows).toEqual([
      { ...promise, contributor_id: rules.ids.owner },
      { ...promise, contributor_id: null },
    ]);
    expect((await system("select count(*) from audit_log")).rows).toEqual(logged);
  }));

it("an image that was removed before comes back", () =>
  rules.scenario(async ({ as, system }) => {
    const { pending, pendingImage } = world;
    await as("admin", "select moderate_jersey($1, 'rejected', 'Flou')", [pending]);
    await as("owner", "delete from jersey_images where id = $1", [pendingImage]);
    await system("set constraints all immediate");
    for (const file of MIGRATIONS) await system(migrationText(file));
    await as("admin", "select revert_jersey($1)", [pending]);
    const back = "select id, licence from jersey_images where jersey_id = $1";
    expect((await as("admin", back, [pending])).rows).toEqual([
      { id: pendingImage, licence: "shown-here-only" },
    ]);
  }));
