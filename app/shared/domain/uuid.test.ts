import { expect, test } from "vitest";

import { isUuid } from "./uuid.ts";

const id = "0a8f648a-dd0a-430b-8e46-91377187075c";

test.each([id, id.toUpperCase()])("accepts %s", (text) => {
  expect(isUuid(text)).toBe(true);
});

test.each(["", "1", "0a8f648a", `${id}0`, `x${id}`, `${id}\n`, "0a8f648add0a430b8e4691377187075c"])(
  "refuses %j",
  (text) => {
    expect(isUuid(text)).toBe(false);
  },
);
