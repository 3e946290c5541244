import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";

import { csv, flattened } from "./csv.ts";

const read = (text: string) => parse(text, { bom: true, columns: true });

test("any text comes back as it was", () => {
  const rows = [
    { title: 'Le "vert", 1976', note: "deux\nlignes" },
    { title: "été ⚽", note: "" },
  ];
  expect(read(csv(rows))).toEqual(rows);
});

test("what is missing is empty", () => {
  expect(read(csv([{ a: 1 }, { b: null }, { a: true, b: -2 }]))).toEqual([
    { a: "1", b: "" },
    { a: "", b: "" },
    { a: "true", b: "-2" },
  ]);
});

test.each(["=1+1", "+33", "-x", "@cmd", "\tx"])("%s is no formula", (text) => {
  expect(read(csv([{ text }]))).toEqual([{ text: `'${text}` }]);
});

test("inner objects become columns, lists stay one", () => {
  expect(
    flattened({ id: 1, jersey: { title: "a", of: { x: null } }, images: [{ url: "u" }] }),
  ).toEqual({ id: 1, "jersey.title": "a", "jersey.of.x": null, images: '[{"url":"u"}]' });
});
