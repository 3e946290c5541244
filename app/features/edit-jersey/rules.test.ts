import { expect, test } from "vitest";

import type { EditedJersey } from "../../data/submissions/edit.ts";
import { changesOf, type EditForm, editForm, formOf } from "./rules.ts";

const JERSEY: EditedJersey = {
  id: "1",
  title: "Maillot vert",
  edition: null,
  description: "Beau",
  external_link: "https://example.org",
  status: "approved",
  moderation_note: null,
  images: [],
  edit: null,
};

const changes = (typed: Partial<EditForm>) =>
  changesOf(editForm.parse({ ...formOf(JERSEY), ...typed }), JERSEY);

test("sends no unchanged field", () => {
  expect(changes({})).toEqual({});
  expect(changes({ title: " Maillot vert " })).toEqual({});
});

test("sends changed fields, and null for emptied ones", () => {
  expect(changes({ edition: "Rétro", description: " " })).toEqual({
    edition: "Rétro",
    description: null,
  });
});

test.each([
  ["title", "ab", "title"],
  ["title", "a".repeat(161), "titleLong"],
  ["edition", "a".repeat(121), "editionLong"],
  ["description", "a".repeat(5001), "descriptionLong"],
  ["external_link", "ftp://example.org", "externalLink"],
  ["external_link", "HTTPS://example.org", "externalLink"],
  ["external_link", "https://a/b c", "externalLink"],
  ["external_link", `https://example.org/${"a".repeat(2048)}`, "externalLinkLong"],
])("refuses for %s the value %.12s", (field, value, problem) => {
  const { error } = editForm.safeParse({ ...formOf(JERSEY), [field]: value });
  expect(error?.issues[0]).toMatchObject({ path: [field], message: problem });
});
