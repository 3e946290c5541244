import { expect, test } from "vitest";

import { deedOf } from "./deed.ts";

test.each([
  ["jerseys", "update", { status: "approved", moderated_at: "2026-11-22" }, "approved"],
  ["jerseys", "update", { status: "rejected" }, "rejected"],
  ["jerseys", "update", { is_active: false }, "removed"],
  ["jerseys", "update", { title: "Autre" }, "update"],
  ["jerseys", "insert", { status: "pending" }, "submitted"],
  ["suggestions", "update", { status: "refused" }, "refused"],
  ["comments", "update", { is_hidden: true }, "hidden"],
  ["comments", "update", { is_hidden: false }, "shown"],
  ["lists", "update", { is_hidden: true }, "hidden"],
  ["reports", "update", { status: "upheld" }, "upheld"],
  ["profiles", "update", { suspended: true }, "suspended"],
  ["profiles", "update", { display_name: "Lou" }, "update"],
  ["profiles", "update", { username: "membre_1", names_reset: true }, "renamed"],
  ["gone_jerseys", "insert", { kind: "merge" }, "merged"],
  ["gone_jerseys", "insert", { kind: "removal" }, "removed"],
  ["gone_jerseys", "delete", null, "restored"],
  ["user_roles", "insert", { role: "admin" }, "granted"],
  ["user_roles", "delete", null, "revoked"],
  ["teams", "delete", null, "delete"],
  ["teams", "delete", null, "merged", "Paris Saint-Germain"],
  ["a table of tomorrow", "update", { status: "approved" }, "update"],
] as const)("%s, %s to %o: %s", (table_name, action, after, deed, into?: string) => {
  expect(deedOf({ table_name, action, after, into: into ?? null })).toBe(deed);
});
