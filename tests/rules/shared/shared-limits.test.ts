import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { BATCH } from "../../../app/shared/domain/import/batches.ts";
import { MAX_COPY_PHOTOS } from "../../../app/collect/domain/copies/copy.ts";
import { copyRules } from "../../../app/collect/domain/copies/copy-rules.ts";
import { readLine } from "../../../app/collect/domain/exchange/read-line.ts";
import { MOST_VALUES } from "../../../app/browse/domain/catalogue-query.ts";
import { competitionRules } from "../../../app/shared/domain/rules/catalogue-rules.ts";
import {
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  MAX_IMAGES_OF_ALL,
} from "../../../app/shared/domain/rules/image-rules.ts";
import { jerseyRules } from "../../../app/shared/domain/rules/jersey-rules.ts";
import {
  CONTEST_MS,
  MAX_SUGGESTED_PHOTOS,
  SOURCE,
  TRUST,
  UNDO_REASON,
} from "../../../app/shared/domain/suggestion.ts";
import { LIST, SHOWCASE } from "../../../app/show/domain/limits.ts";
import { createRules, type Rules } from "../support/rules.ts";

// Numbers that stand in SQL and in TypeScript; what fields accept is compared by field-rules.test.ts.

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

/** What a pattern finds in a function, each number once. */
async function numbersIn(name: string, pattern: RegExp): Promise<number[]> {
  const { rows } = await rules.system(
    `select pg_get_functiondef(function.oid) as text from pg_proc function
     join pg_namespace on pg_namespace.oid = pronamespace
     where nspname in ('private', 'public') and proname = $1`,
    [name],
  );
  expect(rows, name).toHaveLength(1);
  const found = [...(rows[0].text as string).matchAll(pattern)].flatMap((match) => match.slice(1));
  return [...new Set(found.map(Number))];
}

describe("a form and the database have the same limit", () => {
  it("of images", async () => {
    expect(
      await numbersIn("check_image_count", /contributor_id having count\(\*\) > (\d+)/g),
    ).toEqual([MAX_IMAGES]);
    const ofAll = /(?:group by image\.jersey_id having count\(\*\)|edited\.place) > (\d+)/g;
    expect(await numbersIn("check_image_count", ofAll)).toEqual([MAX_IMAGES_OF_ALL]);
    // A suggestion that brings more could not be accepted.
    expect(MAX_SUGGESTED_PHOTOS).toBe(MAX_IMAGES);
  });

  it("of a copy's photos", async () => {
    expect(await numbersIn("limit_copy_photos", /count\(\*\) > (\d+)/g)).toEqual([MAX_COPY_PHOTOS]);
    expect(await numbersIn("arrange_copy_photos", /jsonb_array_length\(photos\) > (\d+)/g)).toEqual(
      [MAX_COPY_PHOTOS],
    );
  });

  it("of a photo's file", async () => {
    const { rows } = await rules.system(
      "select file_size_limit::int as bytes from storage.buckets where id = 'jerseys'",
    );
    expect(rows).toEqual([{ bytes: MAX_IMAGE_BYTES }]);
  });

  it("of the time to contest", async () => {
    const { rows } = await rules.system(
      "select extract(epoch from private.contest_time())::float8 * 1000 as ms",
    );
    expect(rows).toEqual([{ ms: CONTEST_MS }]);
  });

  it.each([
    ["suggestions_source_length", [SOURCE.min, SOURCE.max]],
    ["lists_title_length", [1, LIST.title]],
    ["lists_description_length", [LIST.text]],
    ["list_items_note_length", [LIST.note]],
    ["showcases_about_length", [SHOWCASE.about]],
    ["showcases_teams_three", [SHOWCASE.clubs]],
    ["showcase_shirts_line_length", [SHOWCASE.line]],
    ["showcase_shirts_place_range", [1, SHOWCASE.shirts]],
  ])("as %s", async (name, limits) => {
    const { rows } = await rules.system(
      "select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1",
      [name],
    );
    expect((rows[0].text as string).match(/\d+/g)?.map(Number)).toEqual(limits);
  });

  it("of a reason to undo", async () => {
    expect(await numbersIn("check_undo", /is_reason\(reason, (\d+)\)/g)).toEqual([UNDO_REASON.min]);
    expect(await numbersIn("is_reason", /char_length\(given\) <= (\d+)/g)).toEqual([
      UNDO_REASON.max,
    ]);
  });

  it("of trust", async () => {
    const figures = /decided >= (\d+) and recent_accepted >= ([\d.]+) \*/g;
    expect(await numbersIn("trust_in", figures)).toEqual([TRUST.decided, TRUST.percent / 100]);
  });

  it("of an import's batch and of a filter's values", async () => {
    expect(await numbersIn("check_lines", /jsonb_array_length\(lines\) > (\d+)/g)).toEqual([BATCH]);
    expect(await numbersIn("filter_values", /at_most integer default (\d+)/gi)).toEqual([
      MOST_VALUES,
    ]);
  });
});

describe("an import accepts texts as long as its form does", () => {
  const OPTIONS = { dates: "dmy", currency: "EUR", league: "SOCCER" } as const;
  const texts = Object.entries(copyRules).filter(([, rule]) => rule.safeParse("x").success);

  it.each(
    Object.entries({
      ...{ title: jerseyRules.title, team: jerseyRules.team, brand: jerseyRules.brand },
      competition: competitionRules.name,
      ...Object.fromEntries(texts),
    }),
  )("%s", (column, rule) => {
    const values = (length: number) => ({ team: "Lyon", [column]: "x".repeat(length) });
    const isRead = (length: number) =>
      !readLine({ row: { line: 2, cells: [] }, times: 0 }, values(length), OPTIONS).refusals?.some(
        (refusal) => refusal.column === column,
      );
    const lengths = [20, 40, 60, 80, 100, 120, 160, 200, 500, 2000].flatMap((n) => [n, n + 1]);
    expect(lengths.filter(isRead)).toEqual(
      lengths.filter((length) => rule.safeParse("x".repeat(length)).success),
    );
  });
});
