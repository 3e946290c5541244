import { expect, test } from "vitest";

import { offensiveFirst } from "./offensive-first.ts";

test("reports of offensive comments come before the other reports, all else where it is", () => {
  const row = (id: string, kind: string, target_type = "jersey", category?: string) => ({
    ...{ id, kind, target_type, detail: category ? { category } : {} },
  });
  const rows = [
    row("first", "new"),
    row("jersey", "report", "jersey", "offensive"),
    row("edit", "edit"),
    row("rude", "report", "comment", "offensive"),
    row("other", "report", "comment", "other"),
    row("worse", "report", "comment", "offensive"),
  ];
  expect(offensiveFirst(rows).map(({ id }) => id)).toEqual([
    "first",
    "rude",
    "edit",
    "worse",
    "jersey",
    "other",
  ]);
});
