import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ApiError } from "../errors.ts";
import { field, names } from "./field.ts";
import { Scanner } from "./scanner.ts";

const parse = (text: string) => field(new Scanner(text, "field"));

describe("field", () => {
  test.each([
    ["id", "id", []],
    [" home team ", "home team", []],
    ["birth-date", "birth-date", []],
    ["été", "été", []],
    ['"a.b,c"', "a.b,c", []],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`, []],
    ["data->a", "data", [{ arrow: "->", key: "a" }]],
    [
      "data->a-b->>c",
      "data",
      [
        { arrow: "->", key: "a-b" },
        { arrow: "->>", key: "c" },
      ],
    ],
    [
      "data->0->>-1",
      "data",
      [
        { arrow: "->", key: 0 },
        { arrow: "->>", key: -1 },
      ],
    ],
    ["data->2nd", "data", [{ arrow: "->", key: "2nd" }]],
    ['data->"a.b"', "data", [{ arrow: "->", key: "a.b" }]],
  ])("%s", (text, name, path) => {
    expect(parse(text)).toEqual({ name, path });
  });

  test.each(["", "(", "data->", "data->>", '"open', '"a\0b"'])("refuses %j", (text) => {
    expect(() => parse(text)).toThrow(ApiError);
  });

  test("accepts any name in quotes", () => {
    const name = fc.string({ unit: "binary", minLength: 1 }).filter((text) => !text.includes("\0"));
    fc.assert(
      fc.property(name, (text) => {
        expect(parse(`"${text.replaceAll(/["\\]/g, "\\$&")}"`).name).toBe(text);
      }),
    );
  });
});

test("names", () => {
  expect(names(new Scanner('a, b ,"c,d"', "columns"))).toEqual(["a", "b", "c,d"]);
  expect(() => names(new Scanner("a,", "columns"))).toThrow(ApiError);
  expect(() => names(new Scanner("a b)", "columns"))).toThrow(ApiError);
});
