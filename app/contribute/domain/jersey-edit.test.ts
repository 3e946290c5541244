import { expect, test } from "vitest";

import { type JerseyEdit, withEdit } from "./jersey-edit.ts";

const image = (id: string, suggestion_id: string | null = null) => ({ id, suggestion_id });
const JERSEY = {
  title: "Décidé",
  edition: "Match" as string | null,
  // Of a suggestion of somebody else, which reviewers see.
  images: [...["a", "b", "c", "d"].map((id) => image(id)), image("e", "own"), image("f", "other")],
};
const EDIT: JerseyEdit = { id: "own", changes: {}, verdicts: {} };
const accepted = { accepted: true };
const refused = { accepted: false, reason: "wrong" };

const shown = (edit: Partial<JerseyEdit> | null) => {
  const { title, edition, images } = withEdit(JERSEY, edit && { ...EDIT, ...edit });
  return [title, edition, images.map(({ id }) => id).join("")];
};
const order = (...ids: string[]) => ({ changes: { photos: ids.map((id) => ({ id })) } });

test.each<[string, Partial<JerseyEdit> | null, unknown[]]>([
  ["what is public without an edit", null, ["Décidé", "Match", "abcd"]],
  ["an added image", {}, ["Décidé", "Match", "abcde"]],
  ["texts", { changes: { title: "Retouché", edition: null } }, ["Retouché", null, "abcde"]],
  ["a removed image", { changes: { removed: ["b"] } }, ["Décidé", "Match", "acde"]],
  ["an order", order("d", "a", "e", "c", "b"), ["Décidé", "Match", "daecb"]],
  ["an order without the newest", order("c", "a"), ["Décidé", "Match", "cabde"]],
  [
    "what was refused, not what was accepted and may have changed since",
    {
      changes: { title: "Retouché", edition: "Finale" },
      verdicts: { title: refused, edition: accepted },
    },
    ["Retouché", "Match", "abcde"],
  ],
])("shows %s", (_, edit, expected) => {
  expect(shown(edit)).toEqual(expected);
});
