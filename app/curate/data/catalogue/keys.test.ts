import { expect, test } from "vitest";

import { adminRowKeys } from "./keys.ts";

test("a written team reads no preview of its merge again", () => {
  const table = adminRowKeys.table("teams");
  expect(adminRowKeys.merge("one", "other").slice(0, table.length)).not.toEqual(table);
});
