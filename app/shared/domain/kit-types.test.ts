import { expect, test } from "vitest";

import { inKitOrder } from "./kit-types.ts";

test("home comes before away, and an unknown kit type last", () => {
  const kits = ([null, "third", "away", "home"] as const).map((kit_type) => ({ kit_type }));
  expect(inKitOrder(kits).map(({ kit_type }) => kit_type)).toEqual(["home", "away", "third", null]);
});
