import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

import { SUPABASE_DIR } from "../support/database.ts";
import { createRules, type Rules } from "./support/rules.ts";
import { createWorld, publicUrl, type World } from "./support/world.ts";

const FOLDER = join(SUPABASE_DIR, "migrations");
const MIGRATION = "20261124000800_image_rights.sql";

let rules: Rules;
let world: World;

/** A database as it was before the migration. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "before-image-rights-"));
  for (const file of readdirSync(FOLDER)) {
    if (file < MIGRATION) copyFileSync(join(FOLDER, file), join(folder, file));
  }
  rules = await createRules(folder);
  rmSync(folder, { recursive: true });
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
    await system(readFileSync(join(FOLDER, MIGRATION), "utf8"));

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
    await system(readFileSync(join(FOLDER, MIGRATION), "utf8"));
    await as("admin", "select revert_jersey($1)", [pending]);
    const back = "select id, licence from jersey_images where jersey_id = $1";
    expect((await as("admin", back, [pending])).rows).toEqual([
      { id: pendingImage, licence: "shown-here-only" },
    ]);
  }));
