import { expect, test } from "vitest";

import { loadAllMessages } from "./messages.ts";
import { reasonOrRefusalInWords, refusalInWords } from "./refusal-words.ts";

await loadAllMessages();

test.each([
  ["quality: Prenez-la de jour.", "La qualité ne suffit pas – Prenez-la de jour."],
  ["duplicate", "C’est un doublon"],
  ["Photo illisible.", "Photo illisible."],
  ["quality is poor", "quality is poor"],
])("says why a submission was refused: %s", (note, words) => {
  expect(refusalInWords(note, "fr")).toBe(words);
});

test.each([
  ["undo", "wrong: Une erreur", "C’est inexact – Une erreur"],
  ["undone", "This is not a jersey.", "Ce n’est pas un maillot."],
  ["suggestion", "duplicate: in my own words", "duplicate: in my own words"],
])("says the reason of %s: %s", (kind, reason, words) => {
  expect(reasonOrRefusalInWords(kind, reason, "fr")).toBe(words);
});
