import { expect, test } from "vitest";

import { cursorOf, cursorText } from "./cursor.ts";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

test("encodes and decodes a cursor without loss", () => {
  for (const value of ["12", "0", "-3"]) {
    expect(cursorOf(cursorText({ value, id: ID }))).toEqual({ value, id: ID });
  }
});

test.each([null, "", "_", "12", `12_${ID}_1`, `12,or(id.neq.0)_${ID}`, "12_x", `1e3_${ID}`])(
  "reads %s as the beginning of the list",
  (text) => {
    expect(cursorOf(text)).toBeUndefined();
  },
);
