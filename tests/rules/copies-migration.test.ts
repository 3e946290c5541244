import { afterAll, beforeAll, expect, it } from "vitest";

import { beforeMigration, migrationText } from "../support/migrations.ts";
import { createRules, type Rules } from "./support/rules.ts";
import { createWorld, type World } from "./support/world.ts";

const MIGRATIONS = ["20261127000100_copies.sql", "20261127000110_copies_in_collections.sql"];

let rules: Rules;
let world: World;

/** A database as it was before copies. */
beforeAll(async () => {
  rules = await beforeMigration(MIGRATIONS[0]!, createRules);
  world = await createWorld(rules);
});
afterAll(() => rules.close());

it("a collection of more jerseys than the limit of copies gets a copy of each", () =>
  rules.scenario(async ({ as, outcome, system }) => {
    // Quick: what triggers would note about the jerseys plays no part here.
    await system("alter table jerseys disable trigger user");
    await system("alter table user_collections disable trigger user");
    await system(
      `insert into jerseys (id, title, author_id, league, competition_id, season_id, team_id, team, colors, status)
       select gen_random_uuid(), 'Maillot ' || n, author_id, league, competition_id, season_id, team_id, team, colors, 'approved'
       from jerseys, generate_series(1, 20001) n where id = $1`,
      [world.approved],
    );
    await system(
      `insert into user_collections (user_id, jersey_id, created_at)
       select $1, id, '2025-01-02' from jerseys where title like 'Maillot %'`,
      [rules.ids.owner],
    );
    await system("alter table jerseys enable trigger user");
    await system("alter table user_collections enable trigger user");
    const before = (await system("select count(*)::int from user_collections")).rows;
    for (const file of MIGRATIONS) await system(migrationText(file));

    const { rows } = await as("owner", "select count(*)::int from copies where created_at < now()");
    expect(rows).toEqual(before);
    expect((await system("select count(*)::int from user_collections")).rows).toEqual(before);
    const add = "insert into copies (jersey_id) values ($1)";
    expect(await outcome("owner", add, [world.approved])).toBe("23514");
    expect(await outcome("stranger", add, [world.approved])).toBe(1);
  }));
