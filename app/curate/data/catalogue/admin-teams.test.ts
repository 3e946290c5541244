import { expect, test } from "vitest";

import { frenchNamesOf } from "./admin-teams.ts";

test.each(["Brazil", "brasil", "Brésil", "BRESIL"])(
  "administrators find a national team by its name in every language: %s",
  (text) => {
    expect(frenchNamesOf(text)).toEqual(["Brésil"]);
  },
);

test.each(["", "br", "Arsenal", "%"])("no country is meant by %j", (text) => {
  expect(frenchNamesOf(text)).toEqual([]);
});
