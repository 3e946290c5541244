import { afterAll, beforeAll, expect, it } from "vitest";

import { beforeMigration, migrationText } from "../support/migrations.ts";
import { createRules, type Rules } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

const MIGRATION = "20261123000600_staged_edits.sql";
const MIGRATIONS = [
  MIGRATION,
  "20261123000610_decisions_on_edits.sql",
  "20261123000620_unreviewed_edits.sql",
];

let rules: Rules;
let world: World;

/** A database as it was before the migration. */
beforeAll(async () => {
  rules = await beforeMigration(MIGRATION, createRules);
  world = await createWorld(rules);
  const names = ["vert", "a", "b", "c", "d", "e"].map((name) => `${name}.webp`);
  await addFiles(rules, rules.ids.owner, names);
});
afterAll(() => rules.close());

const url = (name: string) => publicUrl(rules.ids.owner, `${name}.webp`);
const ADD = "insert into jersey_images (jersey_id, url) values ($1, $2)";
const EDIT = `update jerseys set title = 'Piège', external_link = 'https://piege.example/' where id = $1`;

it("the migration stages edits that were public before their review", () =>
  rules.scenario(async ({ as, system }) => {
    const { approved, rejected } = world;
    const ofWorld = [approved];
    await as("owner", EDIT, ofWorld);
    await as("owner", "delete from jersey_images where jersey_id = $1", ofWorld);
    for (const name of ["a", "b", "c", "d", "e"]) await as("owner", ADD, [approved, url(name)]);
    await as("owner", EDIT, [rejected]);
    for (const file of MIGRATIONS) await system(migrationText(file));

    const shown = (await as("visitor", "select title, external_link, edited_at from jerseys")).rows;
    expect(shown).toEqual([
      { title: "Maillot vert", external_link: null, edited_at: expect.any(Date) },
    ]);
    expect((await as("visitor", "select url from jersey_images")).rows).toEqual([
      { url: url("vert") },
    ]);
    expect((await system("select * from storage_deletions")).rows).toEqual([]);

    const own = await as("owner", "select status, changes from jersey_edits");
    expect(own.rows).toEqual([
      {
        status: "open",
        changes: { title: "Piège", external_link: "https://piege.example/" },
      },
    ]);
    const images = "select url from jersey_images where jersey_id = $1 order by url";
    expect((await as("owner", images, ofWorld)).rows).toEqual(
      ["a", "b", "c", "d", "e"].map((name) => ({ url: url(name) })),
    );
    expect((await as("admin", "select * from jersey_changes($1)", ofWorld)).rowCount).toBe(8);
    expect((await as("admin", "select * from jersey_changes($1)", [rejected])).rowCount).toBe(2);

    await as("admin", "select moderate_jersey($1, 'approved')", ofWorld);
    expect((await as("visitor", "select title from jerseys")).rows).toEqual([{ title: "Piège" }]);
    expect((await as("visitor", images, ofWorld)).rowCount).toBe(5);
    expect((await system("select name from storage_deletions")).rows).toEqual([
      { name: `${rules.ids.owner}/vert.webp` },
    ]);
  }));

it("the migration makes pending what the log does not explain", () =>
  rules.scenario(async ({ as, outcome, system }) => {
    await as("owner", EDIT, [world.approved]);
    await system("delete from audit_log");
    for (const file of MIGRATIONS) await system(migrationText(file));
    const { rows } = await as(
      "admin",
      "select status, edited_at from jerseys where title = 'Piège'",
    );
    expect(rows).toEqual([{ status: "pending", edited_at: null }]);
    expect(await outcome("visitor", "select from jerseys where title = 'Piège'")).toBe(0);
    expect((await system("select from notices")).rowCount).toBe(0);
    const decided = "select status from moderate_jersey($1, 'rejected', 'Publicité')";
    expect((await as("admin", decided, [world.approved])).rows).toEqual([{ status: "rejected" }]);
  }));
