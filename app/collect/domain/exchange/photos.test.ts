import { expect, test } from "vitest";

import { checked, type Match } from "./dry-run.ts";
import { importedCopies, photoStem, planPhotos } from "./photos.ts";
import { readLines } from "./read-line.ts";
import { readCollection } from "./collection-table.ts";
import { guessColumns } from "./columns.ts";
import { FORMAT, VERSION } from "./collection-file.ts";

const ID = "6f1f0f6e-3b5c-4b8e-9d6e-0d6a4cf4a111";
const USER = "0d6a4cf4-3b5c-4b8e-9d6e-6f1f0f6e4a11";
const name = (n: number) => `photos/${ID}-${n}.webp`;

function line(photos: string[], match: Partial<Match> = {}) {
  const copies = [{ id: ID, jersey: { title: "Vert", team: "ASSE" }, photos }];
  const text = JSON.stringify({ format: FORMAT, version: VERSION, copies });
  const { header, rows } = readCollection(new TextEncoder().encode(text));
  const options = { dates: "dmy", currency: "EUR", league: "SOCCER" } as const;
  const [read] = readLines(rows, guessColumns(header), options);
  return checked(read!, { known: null, candidates: [], ...match });
}
const candidates = [
  { id: ID, title: "", team: "", season: null, year: null, kit_type: null, sure: true },
];
const known = (id: string, removed_at: string | null = null) =>
  ({ known: { id, removed_at } }) as unknown as Partial<Match>;
const files = new Map([1, 2].map((n) => [name(n), { size: n, crc: n * 77 }]));

test("photos follow the copies that are added, in order", () => {
  const plan = planPhotos([line([name(2), name(1)], { candidates })], files, new Set(), USER);
  expect(plan).toMatchObject({ present: 0, lost: [] });
  expect(plan.send.map((photo) => [photo.name, photo.position])).toEqual([
    [name(2), 0],
    [name(1), 1],
  ]);
  expect(plan.send[0]!.stem).toMatch(/^[0-9a-f-]{36}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(new Set(plan.send.map(({ stem }) => stem)).size).toBe(2);
});

test("photos of lines that are left out stay where they are", () => {
  const left = { ...line([name(1)]), choice: "leave" as const };
  expect(planPhotos([left], files, new Set(), USER).send).toEqual([]);
});

test("a copy that was imported before gets those that it lacks", () => {
  const one = line([name(1), name(2)], known("other"));
  expect(importedCopies([one])).toEqual(["other"]);
  const stored = new Set([photoStem(USER, one.read.line!.key, files.get(name(1))!)]);
  const plan = planPhotos([one], files, stored, USER);
  expect(plan).toMatchObject({ present: 1, lost: [] });
  expect(plan.send).toMatchObject([{ name: name(2), copyId: "other" }]);
});

test("a copy that was exported from here, or is in the bin, gets none", () => {
  for (const match of [known(ID), known("other", "now")]) {
    expect(planPhotos([line([name(1)], match)], files, new Set(), USER).send).toEqual([]);
  }
  expect(importedCopies([line([name(1)], known(ID))])).toEqual([]);
});

test.each([
  ["a file that isn't there", name(3)],
  ["a path", "photos/../../etc/passwd"],
  ["another folder", `autre/${ID}-1.webp`],
  ["a program", `photos/${ID}-1.exe`],
])("%s is missing", (_, bad) => {
  const some = new Map([...files, ["photos/../../etc/passwd", { size: 1, crc: 1 }]]);
  const plan = planPhotos([line([bad, name(1)], { candidates })], some, new Set(), USER);
  expect(plan).toMatchObject({ lost: [{ line: 1, isShared: false }], send: [{ name: name(1) }] });
});

test("no more photos than a copy may have, each once", () => {
  const many = [name(1), name(1), ...[1, 2, 3, 4, 5, 6].map(name)];
  const all = new Map([1, 2, 3, 4, 5, 6].map((n) => [name(n), { size: n, crc: n }]));
  expect(planPhotos([line(many, { candidates })], all, new Set(), USER).send).toHaveLength(6);
});
