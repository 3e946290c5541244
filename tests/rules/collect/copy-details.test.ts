import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { CopyDetails } from "#app/collect/domain/copies/copy.ts";
import { DETAIL_NAMES } from "#app/collect/domain/copies/copy-details.ts";
import { createRules, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

// Places that name each detail of a copy: a new one is forgotten in none.

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const EVERY: CopyDetails = {
  size_scale: "women",
  size: "M",
  version: "replica",
  condition: "good",
  printed_name: "ZIDANE",
  printed_number: "10",
  is_signed: true,
  signed_by: "Zidane",
  certificate: "42",
  price: 10,
  currency: "EUR",
  bought_on: "2019",
  bought_from: "Sam",
  lent_to: "Lou",
  lent_since: "2020",
  storage_place: "Grenier",
  notes: "Lavé",
};

/** Said of another detail only. */
const WITH_ANOTHER = new Set<string>(["signed_by", "certificate", "currency", "lent_since"]);

it("every column of a copy is a detail, but these", async () => {
  const { rows } = await rules.system(
    `select attname from pg_attribute
     where attrelid = 'public.copies'::regclass and attnum > 0 and attname <> all ($1) order by 1`,
    [DETAIL_NAMES],
  );
  expect(rows.map(({ attname }) => attname)).toEqual([
    "created_at",
    "former_jersey",
    "id",
    "import_key",
    "jersey_id",
    "owner_id",
    "removed_at",
    "updated_at",
  ]);
});

it.each(DETAIL_NAMES.filter((name) => !WITH_ANOTHER.has(name)))(
  "a copy of which its owner says %s is not deleted without a question",
  async (name) => {
    const isDetailed = async (details: object) =>
      (
        await rules.system(
          "select private.is_detailed(jsonb_populate_record(null::public.copies, $1)) as answer",
          [JSON.stringify({ is_signed: false, ...details })],
        )
      ).rows[0].answer as boolean;
    expect(await isDetailed({})).toBe(false);
    expect(await isDetailed({ [name]: EVERY[name] })).toBe(true);
  },
);

it("an import changes every detail, and undoing it brings every detail back", () =>
  rules.scenario(async ({ as }) => {
    const { rows } = await as(
      "owner",
      "insert into copies (jersey_id) values ($1) returning id, updated_at::text as version",
      [fixture.approved],
    );
    const stored = async (): Promise<CopyDetails> => {
      const read = await as("owner", "select to_jsonb(copy) as copy from copies copy");
      const { copy } = read.rows[0];
      return Object.fromEntries(DETAIL_NAMES.map((name) => [name, copy[name]])) as never;
    };
    const before = await stored();
    const id = randomUUID();
    await as("owner", "insert into collection_imports (id, line_count) values ($1, 1)", [id]);
    await as("owner", "select import_copies($1, $2, true)", [
      id,
      JSON.stringify([
        {
          key: "a",
          jersey_id: fixture.approved,
          details: EVERY,
          copy_id: rows[0].id,
          version: rows[0].version,
        },
      ]),
    ]);
    expect(await stored()).toEqual(EVERY);
    await as("owner", "select undo_import($1)", [id]);
    expect(await stored()).toEqual(before);
  }));
