import { expect, test } from "vitest";

import { filterOf } from "./review.ts";

test.each([
  ["", {}],
  ["tab=moderation&kind=edit&league=NBA&days=3", { kind: "edit", league: "NBA", days: 3 }],
  ["kind=check", { to_check: true }],
  ["kind=proposal&league=nba&days=2", {}],
])("reads the filter of ?%s", (search, filter) => {
  expect(filterOf(new URLSearchParams(search))).toEqual(filter);
});
