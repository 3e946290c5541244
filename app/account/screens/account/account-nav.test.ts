import { expect, test } from "vitest";

import { ACCOUNT_SECTIONS } from "../../address/account-sections.ts";
import { ROOMS } from "./account-nav.tsx";

test("every section is in one room", () => {
  const found = ROOMS.flatMap(({ sections }) => sections);
  expect(found.toSorted()).toEqual([...ACCOUNT_SECTIONS].toSorted());
});
