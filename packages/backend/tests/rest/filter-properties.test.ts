import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startBackendFixture, type BackendFixture } from "./fixture.ts";
import {
  arrays,
  distinct,
  documents,
  filter,
  FULL,
  json,
  lists,
  ranges,
  row,
  TABLE,
  texts,
  truth,
  type Filter,
  type Query,
} from "./sample-filters.ts";

let fixture: BackendFixture;
beforeAll(async () => {
  fixture = await startBackendFixture();
  await fixture.sql(TABLE);
});
afterAll(() => fixture.close());

/** The ids found, or PostgreSQL's error code. */
type Outcome = number[] | string;

async function byClient(filters: Filter[]): Promise<Outcome> {
  const start: Query = fixture.anon.from("samples").select("id");
  const query = filters.reduce<Query>((built, { apply }) => apply(built), start);
  const { data, error, status } = await query.order("id");
  expect(status).toBeLessThan(500);
  return error ? error.code : (data as { id: number }[]).map(({ id }) => id);
}

async function bySql(filters: Filter[]): Promise<Outcome> {
  let place = 0;
  const where = filters.map(({ sql }) => sql.replaceAll(/\$(?!\d)/g, () => `$${(place += 1)}`));
  const values = filters.flatMap((filter) => filter.values);
  const statement = `select id from samples where ${where.join(" and ")} order by id`;
  try {
    const { rows } = await fixture.sql(statement, values);
    return (rows as { id: number }[]).map(({ id }) => id);
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code!;
    throw error;
  }
}

async function fill(cells: unknown[][]): Promise<void> {
  const rows = [FULL, ...cells];
  await fixture.sql("truncate samples");
  const width = 12;
  const places = rows.map(
    (_, index) =>
      `(${Array.from({ length: width }, (_, at) => `$${index * width + at + 1}`).join()})`,
  );
  const values = rows.flatMap((cells, id) => [id, ...cells]);
  await fixture.sql(`insert into samples values ${places.join()}`, values);
}

test("filters find the same rows as SQL, or are refused for the same reason", async () => {
  const rows = fc.array(row, { maxLength: 10 });
  const filters = fc.array(filter, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(rows, filters, async (cells, wanted) => {
      await fill(cells);
      for (const one of wanted) {
        expect({ filter: one.name, found: await byClient([one]) }).toEqual({
          filter: one.name,
          found: await bySql([one]),
        });
      }
    }),
    { numRuns: 60 },
  );
});

test("several filters find the intersection", async () => {
  const rows = fc.array(row, { minLength: 5, maxLength: 10 });
  const safe = fc.oneof(distinct, lists, arrays, ranges, truth, documents);
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(safe, { minLength: 2, maxLength: 3 }),
      async (cells, wanted) => {
        await fill(cells);
        expect(await byClient(wanted)).toEqual(await bySql(wanted));
      },
    ),
    { numRuns: 25 },
  );
});

test("texts, arrays and documents come back unchanged", async () => {
  const sent = fc.record({ t: fc.string({ unit: "grapheme" }), ta: texts, j: json });
  await fc.assert(
    fc.asyncProperty(sent, async (cells) => {
      fc.pre(!JSON.stringify(cells).includes("\\u0000"));
      await fixture.sql("truncate samples");
      const { data, error } = await fixture.anon
        .from("samples")
        .insert({ id: 1, ...cells })
        .select("t, ta, j")
        .single();
      expect(error).toBeNull();
      expect(data).toEqual(cells);
      const again = await fixture.anon.from("samples").select("t").eq("t", cells.t);
      expect(again.data).toEqual([{ t: cells.t }]);
    }),
    { numRuns: 25 },
  );
});
