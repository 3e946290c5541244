import { expect, test } from "vitest";

import { ACCOUNT_SECTIONS } from "../../../shared/address/account-sections.ts";
import { SECTION_GROUPS } from "./account-nav.tsx";

test("every section is in one group", () => {
  const grouped = SECTION_GROUPS.flatMap(({ sections }) => [...sections]);
  expect(grouped.toSorted()).toEqual([...ACCOUNT_SECTIONS].toSorted());
});
