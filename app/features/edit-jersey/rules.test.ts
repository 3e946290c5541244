import { expect, test } from "vitest";

import type { EditedJersey } from "../../data/submissions/edit.ts";
import { changesOf, editForm, formOf } from "./rules.ts";

const JERSEY: EditedJersey = {
  id: "1",
  title: "Maillot vert",
  edition: null,
  description: "Beau",
  external_link: "https://example.org",
  status: "approved",
  moderation_note: null,
  images: [],
};

test("what was not touched is not sent", () => {
  expect(changesOf(formOf(JERSEY), JERSEY)).toEqual({});
  expect(changesOf({ ...formOf(JERSEY), title: " Maillot vert " }, JERSEY)).toEqual({});
});

test("what was changed is, and what was emptied is null", () => {
  const form = { ...formOf(JERSEY), edition: "Rétro", description: " " };
  expect(changesOf(form, JERSEY)).toEqual({ edition: "Rétro", description: null });
});

test.each([
  ["title", "ab", "title"],
  ["title", "a".repeat(161), "titleLong"],
  ["edition", "a".repeat(121), "editionLong"],
  ["description", "a".repeat(5001), "descriptionLong"],
  ["external_link", "ftp://example.org", "externalLink"],
  ["external_link", `https://example.org/${"a".repeat(2048)}`, "externalLinkLong"],
])("%s may not be %.12s", (field, value, problem) => {
  const { error } = editForm.safeParse({ ...formOf(JERSEY), [field]: value });
  expect(error?.issues[0]).toMatchObject({ path: [field], message: problem });
});
