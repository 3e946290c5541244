import pg from "pg";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { listMigrations } from "../../../scripts/migration/step-file.ts";
import { createTestDatabase, SUPABASE_DIR } from "../../support/database.ts";
import { beforeMigration, migrationText } from "../../support/migrations.ts";
import { problemsOf } from "../support/safe-migration.ts";

/** The steps; the baseline before them is for empty databases. */
const LATER = listMigrations(join(SUPABASE_DIR, "migrations")).slice(1);

const undo = new AsyncDisposableStack();
let client: pg.Client;

async function open(migrations?: string): Promise<pg.Client> {
  const database = await createTestDatabase(migrations);
  undo.defer(() => database.drop());
  const opened = new pg.Client({ connectionString: database.url });
  await opened.connect();
  undo.defer(() => opened.end());
  return opened;
}

beforeAll(async () => {
  client = await open();
});
afterAll(() => undo.disposeAsync());

test("later migrations can run under servers of the previous release", async () => {
  const first = LATER[0] ?? "~";
  const earlier = await beforeMigration(first, open);
  for (const file of LATER) {
    const sql = migrationText(file);
    const accepted = [...sql.matchAll(/^-- accepted: (.*?): because .+$/gm)].map(
      ([, what]) => what,
    );
    const problems = await problemsOf(earlier, sql);
    const expected = accepted.includes("all of it") ? problems : accepted.toSorted();
    expect(problems, file).toEqual(expected);
  }
});

test.each([
  [
    "alter table jerseys drop column price cascade",
    "takes away: column public.jerseys.price of type numeric",
  ],
  [
    "alter table jerseys rename column price to cost",
    "takes away: column public.jerseys.price of type numeric",
  ],
  [
    "alter table collection_imports alter column added type bigint",
    "takes away: column public.collection_imports.added of type integer",
  ],
  ["drop table collection_imports cascade", "takes away: table public.collection_imports"],
  [
    "drop function public.sweep_arrivals()",
    "takes away: function public.sweep_arrivals() returning",
  ],
  ["revoke select on brands from anon", "takes away: right of anon to select public.brands"],
  ["alter table brands add column country text not null", "needs a value: public.brands.country"],
  [
    "alter table brands add column at timestamptz default clock_timestamp()",
    "rewrites the table public.brands",
  ],
  [
    "alter table brands add constraint brands_name_odd check (name <> 'odd')",
    "reads all rows under a lock: public.brands, constraint brands_name_odd",
  ],
  [
    "alter table jerseys alter column price set not null",
    "reads all rows under a lock: public.jerseys.price becomes not null",
  ],
  [
    "create index brands_by_length on brands (length(name))",
    "stops writes while it builds the index brands_by_length",
  ],
  [
    "alter table brands add column country text; update comments set body = body",
    "changes rows of public.comments while nobody can read public.brands",
  ],
  [
    "create index concurrently brands_by_length on brands (length(name));",
    "can't be repeated: index brands_by_length",
  ],
  [
    "drop index concurrently if exists brands_by_length;\nupdate brands set name = name;",
    "more than indexes outside a transaction: update brands set name = name",
  ],
])("%s: not beside the previous release", async (sql, problem) => {
  expect(await problemsOf(client, sql, "rollback")).toContainEqual(
    expect.stringContaining(problem),
  );
});

test.each([
  "alter table brands add column country text; grant select (country) on brands to anon",
  "alter table brands add column rank integer not null default 0",
  "alter table brands add constraint brands_name_odd check (name <> 'odd') not valid",
  "update brands set name = name",
  "create table kits (id integer primary key, brand uuid references brands); create index on kits (brand)",
  "create function public.other() returns integer language sql as 'select 1'",
  "drop index concurrently if exists brands_by_length;\ncreate index concurrently brands_by_length on brands (length(name));\ncomment on index brands_by_length is 'For the list.';",
])("%s: beside the previous release", async (sql) => {
  expect(await problemsOf(client, sql, "rollback")).toEqual([]);
});
