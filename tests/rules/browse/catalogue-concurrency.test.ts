import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createCatalogueFixture } from "../support/catalogue-fixture.ts";
import { createRules, type Rules } from "../support/rules.ts";
import { REBUILD } from "../../support/rebuild.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
  await createCatalogueFixture(rules, 24);
  // Its standings are made up.
  await rules.system(REBUILD);
});
afterAll(() => rules.close());

const IMAGE = "/storage/v1/object/public/jerseys/x/";

/** What connections do at once, each in a transaction of its own; `$1` is one of few jerseys. */
const WRITES = [
  "update jerseys set status = 'approved', is_active = true where id = $1",
  "update jerseys set is_active = not is_active where id = $1",
  "update jerseys set colors = '{purple}', kit_type = 'third' where id = $1",
  "update jerseys set colors = '{sky}', year = 1993 where id = $1",
  `insert into jersey_images (jersey_id, url) select $1, '${IMAGE}' || gen_random_uuid() || '.webp'
   where (select count(*) from jersey_images where jersey_id = $1) < 3`,
  "delete from jersey_images where jersey_id = $1",
  `insert into jersey_votes (jersey_id, voter_id, vote)
   select $1, id, 'up' from auth.users order by random() limit 1
   on conflict (jersey_id, voter_id) do update set vote = 'down'`,
  "select derive(5) where $1::uuid is not null",
] as const;

it("writers at once neither deadlock nor leave a wrong entry or count", async () => {
  const { rows } = await rules.system("select id from jerseys order by id limit 6");
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: rules.url });
      await client.connect();
      return client;
    }),
  );
  try {
    await Promise.all(
      clients.map(async (client, number) => {
        for (let turn = 0; turn < 40; turn += 1) {
          // Co-prime strides: every write meets every other on every jersey.
          const write = WRITES[(turn * 3 + number) % WRITES.length]!;
          await client.query(write, [rows[(turn * 5 + number) % rows.length].id]);
        }
      }),
    );
    await rules.derived();
    expect((await rules.system(REBUILD)).rows).toEqual([]);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
});
