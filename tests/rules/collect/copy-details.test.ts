import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";

import {
  type CopyDetails,
  type Detail,
  DETAIL_LIST,
  DETAIL_NAMES,
} from "#app/collect/domain/copies/copy-details.ts";
import { brokenDetail } from "#app/collect/domain/copies/copy-problem.ts";
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

/** A value of each kind. */
function valueOf(detail: Detail): string | number | boolean {
  switch (detail.kind) {
    case "choice":
      return detail.values.at(-1)!;
    case "yes":
      return true;
    case "price":
      return 10;
    default:
      return { line: "Zidane", text: "Lavé", digits: "10", currency: "EUR", date: "2019" }[
        detail.kind
      ];
  }
}

const EVERY = Object.fromEntries(
  DETAIL_LIST.map((detail) => [detail.name, valueOf(detail)]),
) as unknown as CopyDetails;

/** Said of another detail only. */
const WITH_ANOTHER = new Set<string>(
  DETAIL_LIST.flatMap((detail) => ("needs" in detail ? [detail.name] : [])),
);

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

it("the table's rules of each detail are the register's", async () => {
  const { rows } = await rules.system(
    `select conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = 'public.copies'::regclass and contype = 'c'`,
  );
  const ruleOf = new Map(rows.map(({ name, rule }) => [name as string, rule as string]));
  const limits = DETAIL_LIST.flatMap((detail) =>
    "max" in detail ? [[detail.name, [detail.max]] as const] : [],
  );
  const inSql = limits.map(([name]) => ruleOf.get(`copies_${name}_length`)?.match(/\d+/g));
  expect(inSql.map((found) => found?.map(Number))).toEqual(limits.map(([, limit]) => limit));
  const choices = DETAIL_LIST.flatMap((detail) => (detail.kind === "choice" ? [detail] : []));
  expect(
    choices.map(({ name }) => ruleOf.get(`copies_${name}_known`)?.match(/(?<=')\w+(?=')/g)),
  ).toEqual(choices.map(({ values }) => values));
});

it.each([
  ["copies", /_(jersey_known|former_jersey_size)$/],
  ["user_wishlists", /_(shirt_said|former_jersey_size)$/],
])("every rule of %s has its message", async (table, unreachable) => {
  const { rows } = await rules.system(
    "select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'",
    [`public.${table}`],
  );
  const ours = rows.map(({ name }) => name as string).filter((name) => !unreachable.test(name));
  expect(ours.length).toBeGreaterThan(6);
  for (const name of ours) expect(brokenDetail(name), name).toBeDefined();
  expect(brokenDetail("copies_per_owner")).toEqual(["jersey_id", "perOwner"]);
});

it("members may write every detail of their copies", async () => {
  const { rows } = await rules.system(
    `select name, has_column_privilege('authenticated', 'public.copies', name, 'insert')
       and has_column_privilege('authenticated', 'public.copies', name, 'update') as may
     from unnest($1::text[]) name where not has_column_privilege('anon', 'public.copies', name, 'select')`,
    [DETAIL_NAMES],
  );
  expect(rows).toEqual(DETAIL_NAMES.map((name) => ({ name, may: true })));
});

it("texts are stored without spaces around them", () =>
  rules.scenario(async ({ as }) => {
    const texts = DETAIL_LIST.filter(({ kind }) => kind === "line" || kind === "text");
    const { rows } = await as(
      "owner",
      `insert into copies (jersey_id, is_signed, ${texts.map(({ name }) => name).join(", ")})
       values ($1, true, ${texts.map(() => "' x '").join(", ")}) returning to_jsonb(copies) as copy`,
      [fixture.approved],
    );
    const tidied = texts.map(({ name }) => [name, "x"]);
    expect(rows[0].copy).toMatchObject(Object.fromEntries(tidied));
  }));

it("what everybody may call tells no detail of a copy but the names on a shelf, if its member wishes", async () => {
  const { rows } = await rules.system(
    `select proname from pg_proc
     where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')
       and prosrc ~ ('\\m(copy|copies)\\.(' || array_to_string($1::text[], '|') || ')\\M')
     order by proname`,
    [DETAIL_NAMES],
  );
  expect(rows).toEqual([{ proname: "showcase_names" }, { proname: "showcase_own" }]);
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
