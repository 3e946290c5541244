import { expect, test } from "vitest";

import {
  type CollectionFile,
  COLUMNS,
  exchangedJersey,
  FORMAT,
  VERSION,
} from "./collection-file.ts";
import { linesOf } from "../../../shared/domain/import/read-table.ts";
import { isOwnExport, OWN_LIMITS, readCollection } from "./collection-table.ts";
import { splitCollection } from "./split-collection.ts";
import { csv } from "../../../shared/domain/write-csv.ts";

const jersey = exchangedJersey("6f1f0f6e-3b5c-4b8e-9d6e-0d6a4cf4a111", null);
const copy = (n: number, notes = "") =>
  ({ id: `c${n}`, added_at: "2026-01-01T00:00:00Z", jersey, photos: [], notes }) as never;
const file = (copies: never[], votes = 0): CollectionFile => ({
  format: FORMAT,
  version: VERSION,
  exported_at: "2026-01-01T00:00:00Z",
  copies,
  wishes: [],
  votes: Array.from({ length: votes }, () => ({ jersey, vote: "up", cast_at: null })),
  submissions: [],
});
const bytesOf = (part: CollectionFile) => new TextEncoder().encode(JSON.stringify(part));

test("the largest collection that a member can have is one file, and is read again", () => {
  const copies = Array.from({ length: 20_000 }, (_, n) => copy(n, "x".repeat(500)));
  const parts = splitCollection(file(copies, 20_000), OWN_LIMITS);
  expect(parts).toHaveLength(1);
  const bytes = bytesOf(parts[0]!);
  expect(isOwnExport(bytes.subarray(0, 1000))).toBe(true);
  expect(linesOf(readCollection(bytes, OWN_LIMITS))).toBe(40_000);
});

test("a collection of the longest texts is split into files that fit, and nothing is lost", () => {
  const limits = { rows: 100, bytes: 50_000 };
  const all = file(
    Array.from({ length: 60 }, (_, n) => copy(n, "é".repeat(2000))),
    150,
  );
  const parts = splitCollection(all, limits);
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) {
    expect(bytesOf(part).length).toBeLessThanOrEqual(limits.bytes);
    expect(part.copies.length + part.votes.length).toBeLessThanOrEqual(limits.rows);
    expect(part.exported_at).toBe(all.exported_at);
  }
  expect(parts.flatMap(({ copies }) => copies)).toEqual(all.copies);
  expect(parts.flatMap(({ votes }) => votes)).toEqual(all.votes);
});

test("an empty collection is a file, too", () => {
  expect(splitCollection(file([]), OWN_LIMITS)).toEqual([file([])]);
});

test.each([
  [csv([], COLUMNS), true],
  [`\n{ "format": "${FORMAT}", "version": 1`, true],
  ["title,team\r\n", false],
  ['{"version":1}', false],
  ["", false],
])("recognises what was exported here: %.30s", (text, isOwn) => {
  expect(isOwnExport(new TextEncoder().encode(text))).toBe(isOwn);
});
