import { expect, test } from "vitest";

import { type JerseyEdit, withEdit } from "./jersey-edit.ts";

const images = ["a", "b", "c", "d"].map((id) => ({ id }));
const JERSEY = { title: "Décidé", edition: "Match" as string | null, images, edit: null };
const EDIT: JerseyEdit = {
  status: "open",
  note: null,
  changes: {},
  removed_images: [],
  image_order: null,
};

const shown = (edit: Partial<JerseyEdit>) => {
  const { title, edition, images } = withEdit<Omit<typeof JERSEY, "edit"> & { edit: JerseyEdit }>({
    ...JERSEY,
    edit: { ...EDIT, ...edit },
  });
  return [title, edition, images.map(({ id }) => id).join("")];
};

test("a jersey without an edit is shown as it is", () => {
  expect(withEdit(JERSEY)).toBe(JERSEY);
});

test.each<[string, Partial<JerseyEdit>, unknown[]]>([
  ["no change", {}, ["Décidé", "Match", "abcd"]],
  ["texts", { changes: { title: "Retouché", edition: null } }, ["Retouché", null, "abcd"]],
  ["a removed image", { removed_images: ["b"] }, ["Décidé", "Match", "acd"]],
  ["an order", { image_order: ["d", "a", "c", "b"] }, ["Décidé", "Match", "dacb"]],
  ["an order without the newest", { image_order: ["c", "a"] }, ["Décidé", "Match", "cabd"]],
])("shows %s", (_, edit, expected) => {
  expect(shown(edit)).toEqual(expected);
});
