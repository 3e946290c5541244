import { expect, test } from "vitest";

import { CONTRIBUTION_KINDS, kindsOf, newestOf } from "./contribution.ts";

test.each([
  ["", CONTRIBUTION_KINDS],
  ["kind=sb", CONTRIBUTION_KINDS],
  ["kind=report", ["report"]],
  ["kind=removal&kind=edit&kind=sb&edit=1", ["edit", "removal"]],
])("reads the kinds of ?%s", (search, kinds) => {
  expect(kindsOf(new URLSearchParams(search))).toEqual(kinds);
});

test("lists become one, the newest first", () => {
  const item = (id: string, created_at: string) => ({ id, created_at });
  const jerseys = [item("a", "2026-03-01T10:00:00+00:00"), item("b", "2026-01-01T10:00:00+00:00")];
  const reports = [
    // One moment is written in two ways.
    item("c", "2026-03-01T10:00:00.000001+00:00"),
    item("e", "2026-02-01T10:00:00+00:00"),
    item("d", "2026-02-01T10:00:00Z"),
  ];
  const ids = (length: number) => newestOf([jerseys, reports], length).map(({ id }) => id);
  expect(ids(20).join("")).toBe("acdeb");
  expect(ids(2)).toHaveLength(2);
  expect(newestOf([], 20)).toEqual([]);
});
