import { describe, expect, test } from "vitest";

import { nearestName } from "./nearest-name.ts";

describe("suggests what PostgREST suggests", () => {
  // From PostgREST's own examples, and from the snapshots of the official client's tests.
  test.each([
    ["testt", ["test", "another"], "test"],
    ["other", ["test", "another"], "another"],
    ["noclosealternative", ["test", "another"], undefined],
    ["film", ["films", "directors"], "films"],
    ["(nam, pqaram, vall)", ["(name, param, val)", "(attr, id)"], "(name, param, val)"],
    ["(id)", ["(name, param, val)", "(attr, id)"], "(attr, id)"],
    [
      "blurb_message",
      ["get_messages", "get_messages_by_username", "get_status", "void_func"],
      "get_messages",
    ],
    [
      "polymorphic_function_with_unnamed_integer",
      ["polymorphic_function_with_unnamed_json", "polymorphic_function_with_unnamed_text"],
      "polymorphic_function_with_unnamed_text",
    ],
  ])("%s", (wanted, names, expected) => {
    expect(nearestName(wanted, names)).toBe(expected);
  });
});

test("suggests nothing for names of unreasonable length", () => {
  expect(nearestName("a".repeat(10_000), ["a".repeat(10_000)])).toBeUndefined();
});
