import { describe, expect, test } from "vitest";

import { nearestName, similarTexts } from "./nearest-name.ts";

describe("suggests what PostgREST suggests", () => {
  // From PostgREST's own examples, and from the snapshots of the official client's tests.
  test.each([
    ["testt", ["test", "another"], "test"],
    ["other", ["test", "another"], undefined],
    ["noclosealternative", ["test", "another"], undefined],
    ["film", ["films", "directors"], "films"],
    [
      "blurb_message",
      ["get_messages", "get_messages_by_username", "get_status", "void_func"],
      undefined,
    ],
    [
      "polymorphic_function_with_unnamed_integer",
      ["polymorphic_function_with_unnamed_json", "polymorphic_function_with_unnamed_text"],
      "polymorphic_function_with_unnamed_text",
    ],
  ])("for the name %s", (wanted, names, expected) => {
    expect(nearestName(wanted, names)).toBe(expected);
  });

  test.each([
    ["(nam, pqaram, vall)", ["(name, param, val)", "(attr, id)"], "(name, param, val)"],
    ["(id)", ["(name, param, val)", "(attr, id)"], "(attr, id)"],
    ["other", ["test", "another"], "another"],
    ["blurb_message", ["void_func", "get_messages"], "get_messages"],
    ["noclosealternative", ["test", "another"], undefined],
  ])("for the text %s", (wanted, texts, expected) => {
    expect(similarTexts(wanted, texts)[0]?.name).toBe(expected);
  });
});

test("suggests nothing for names of unreasonable length", () => {
  expect(nearestName("a".repeat(10_000), ["a".repeat(10_000)])).toBeUndefined();
  expect(similarTexts("a".repeat(10_000), ["a".repeat(10_000)])).toEqual([]);
});
