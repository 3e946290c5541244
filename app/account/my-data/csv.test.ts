import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";

import { csv, restored } from "../../shared/domain/write-csv.ts";
import { flattened } from "./csv.ts";

const read = (text: string) => parse(text, { bom: true, columns: true });

test("writes any text so that it can be read back", () => {
  const rows = [
    { title: 'Le "vert", 1976', note: "deux\nlignes" },
    { title: "été ⚽", note: "" },
  ];
  expect(read(csv(rows))).toEqual(rows);
});

test("leaves missing values empty", () => {
  expect(read(csv([{ a: 1 }, { b: null }, { a: true, b: -2 }]))).toEqual([
    { a: "1", b: "" },
    { a: "", b: "" },
    { a: "true", b: "-2" },
  ]);
});

test.each(["=1+1", "+33", "-x", "@cmd", "\tx"])("does not write %s as a formula", (text) => {
  expect(read(csv([{ text }]))).toEqual([{ text: `'${text}` }]);
});

test.each([
  ["a;=1+1;b", "a;'=1+1;b"],
  ["a\t@x", "a\t'@x"],
  ["a\n-1", "a\n'-1"],
  ['a;"=1+1', "a;'\"=1+1"],
  ["a; =1", "a; =1"],
  ["1-2, +3", "1-2, +3"],
])("does not write %j with a formula in a list of semicolons", (text, written) => {
  expect(read(csv([{ text }]))).toEqual([{ text: written }]);
});

test("any text is restored", () => {
  const marks = fc.constantFrom("'", "=", "-", '"', ";", ",", "\t", "\n", "\r", "a");
  fc.assert(
    fc.property(fc.array(marks, { minLength: 1, maxLength: 12 }), (all) => {
      const text = all.join("");
      const [row] = read(csv([{ text, other: "x" }])) as { text: string }[];
      expect(restored(row!.text)).toBe(text);
    }),
  );
});

test.each(["=1", "'=1", "''-", "'", "'a", "a", "", "\t", "-1", "\r\n"])(
  "%j is restored after it was written",
  (text) => {
    const [row] = read(csv([{ text, other: "x" }])) as { text: string }[];
    expect(restored(row!.text)).toBe(text);
  },
);

test("turns inner objects into columns and keeps lists in one", () => {
  expect(
    flattened({ id: 1, jersey: { title: "a", of: { x: null } }, images: [{ url: "u" }] }),
  ).toEqual({ id: 1, "jersey.title": "a", "jersey.of.x": null, images: '[{"url":"u"}]' });
});
