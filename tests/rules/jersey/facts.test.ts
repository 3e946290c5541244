import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type Fact, fieldOf } from "../../../app/shared/domain/facts/fact.ts";
import { JERSEY_FACTS, PLAIN_FACTS } from "../../../app/shared/domain/facts/jersey.ts";
import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;
beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

const names = (facts: readonly { name: string }[]) => facts.map(({ name }) => name);

const ask = async (query: string, values: unknown[] = []) =>
  (await rules.system(`select ${query} as answer`, values)).rows[0].answer;

const LISTS: ReadonlySet<string> = new Set(["colors", "codes"]);

describe("the register of a jersey's facts", () => {
  it.each([
    ["jersey_facts", JERSEY_FACTS],
    ["own_facts", JERSEY_FACTS.filter((fact) => "isOwn" in fact)],
    ["plain_facts", PLAIN_FACTS],
    ["list_facts", JERSEY_FACTS.filter(({ kind }) => LISTS.has(kind))],
  ])("is that of private.%s()", async (of, facts) => {
    expect(await ask(`private.${of}()`)).toEqual(names(facts));
  });

  it.each(JERSEY_FACTS)("has the limits of the table for $name", async (fact) => {
    const constraint = async (rule: string): Promise<string> =>
      (await ask(
        `(select pg_get_constraintdef(oid) from pg_constraint where conname = 'jerseys_' || $1)`,
        [`${fact.name}_${rule}`],
      )) ?? "";
    const numbers = (await constraint("length")).match(/\d+/g)?.map(Number) ?? [];
    const { min, max }: Fact = fact;
    expect(numbers).toEqual([min, max].filter((limit) => limit !== undefined));
    const type = await ask(
      "(select format_type(atttypid, null) from pg_attribute where attrelid = 'public.jerseys'::regclass and attname = $1)",
      [fact.name],
    );
    const types = {
      year: "integer",
      price: "numeric",
      row: "uuid",
      colors: "text[]",
      codes: "text[]",
    };
    expect(type).toBe(types[fact.kind as keyof typeof types] ?? "text");
  });

  it("can be submitted and corrected by members, and is told in the history", async () => {
    const granted = async (privilege: string) =>
      (
        await rules.system(
          `select attname from pg_attribute where attrelid = 'public.jerseys'::regclass and attnum > 0
             and has_column_privilege('authenticated', 'public.jerseys', attname, $1)`,
          [privilege],
        )
      ).rows.map(({ attname }) => attname as string);
    expect(await granted("insert")).toEqual(expect.arrayContaining(names(JERSEY_FACTS)));
    expect(await granted("update")).toEqual(expect.arrayContaining(names(JERSEY_FACTS)));
    const told = JERSEY_FACTS.filter((fact) => !("row" in fact)).map(({ name }) => name);
    expect(await ask("private.public_columns('jersey')")).toEqual(told);
    const suggestable = (await ask("private.suggestable_columns('jersey')")) as string[];
    expect(suggestable.map(fieldOf)).toEqual([
      ...told.filter((name) => name !== "league").map(fieldOf),
      ...["photos", "merge_into", "removal"],
    ]);
  });
});
