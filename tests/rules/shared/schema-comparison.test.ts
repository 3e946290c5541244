import { afterAll, beforeAll, expect, test } from "vitest";

import { difference } from "../../../scripts/migration/difference.ts";
import { readRows } from "../../../scripts/migration/rows.ts";
import { readCatalogue, withoutComments } from "../../support/schema/catalogue.ts";
import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;
const catalogue = () => readCatalogue({ query: rules.system } as never);
const rows = () => readRows({ query: rules.system } as never);

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

test.each([
  "alter table brands add column founded integer",
  "alter table brands alter column priority set default 1",
  "alter table brands alter column name drop not null",
  "alter table brands drop constraint brands_name_length",
  "alter table brands disable row level security",
  "alter table private.catalogue_cells set (fillfactor = 60)",
  "alter table jerseys alter column status set (n_distinct = 2)",
  "drop index jerseys_top",
  "create or replace view private.searchable as select '' as kind, null::uuid as id, '' as text, '{}'::text[] as marks",
  "comment on table brands is 'Who made the shirt'",
  "drop trigger jerseys_admit on jerseys",
  "alter table jerseys disable trigger jerseys_admit",
  'alter policy "everyone reads brands" on brands using (false)',
  "alter function search_jerseys set enable_seqscan = on",
  "alter function is_admin(uuid) security invoker",
  "revoke execute on function is_admin from anon",
  "grant select on audit_log to anon",
  "grant update (url) on jersey_images to anon",
  "grant usage on schema private to public",
  "create type colour as enum ('red')",
  "drop extension pg_trgm cascade",
])("a comparison of schemas finds: %s", (statement) =>
  rules.scenario(async ({ system }) => {
    const before = await catalogue();
    await system(statement);
    const { removed, added } = difference(before, await catalogue());
    expect(removed.length + added.length).toBeGreaterThan(0);
  }),
);

test("a comparison of rows finds an added, a missing, and a changed row", () =>
  rules.scenario(async ({ system }) => {
    const before = await rows();
    await system("insert into private.country_names values ('XX', 'Nowhere')");
    await system("delete from private.country_names where code = 'AO'");
    await system("update storage.buckets set public = false where id = 'jerseys'");
    const { removed, added } = difference(before, await rows());
    expect(removed.map((row) => row.split(" ")[0])).toEqual([
      "private.country_names",
      "storage.buckets",
    ]);
    expect(added.map((row) => row.split(" ")[0])).toEqual([
      "private.country_names",
      "storage.buckets",
    ]);
  }));

test("comments in bodies and order don't matter", () =>
  rules.scenario(async ({ system }) => {
    const before = await catalogue();
    await system("alter table seasons drop constraint seasons_name_length");
    await system(
      "alter table seasons add constraint seasons_name_length check (char_length(name) between 4 and 40)",
    );
    expect(difference(before, (await catalogue()).reverse())).toEqual({ removed: [], added: [] });
    expect(withoutComments("a := '--'; -- it's\n\n  b -- c")).toBe("a := '--';\nb");
  }));
