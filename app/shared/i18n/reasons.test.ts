import { expect, test } from "vitest";

import { noteInWords, reasonInWords } from "./reasons.ts";

test.each([
  ["quality: Prenez-la de jour.", "La qualité ne suffit pas – Prenez-la de jour."],
  ["duplicate", "C’est un doublon"],
  ["Photo illisible.", "Photo illisible."],
  ["quality is poor", "quality is poor"],
])("%j is read as %j", (stored, words) => {
  expect(reasonInWords(stored, "fr")).toBe(words);
});

test.each([
  ["undo", "wrong", "It is wrong"],
  ["merged", "duplicate: of 12", "It is a duplicate – of 12"],
  ["upheld", "offensive", "It is offensive or unlawful"],
  ["list_hidden", "off_topic", "Off topic or against the rules"],
  ["suggestion", "duplicate: in my own words", "duplicate: in my own words"],
])("the note of %s, %j, is read as %j", (kind, note, words) => {
  expect(noteInWords(kind, note, "en")).toBe(words);
});
