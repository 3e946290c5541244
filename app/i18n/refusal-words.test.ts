import { expect, test } from "vitest";

import { loadAllMessages } from "./messages.ts";
import { refusalInWords } from "./refusal-words.ts";

await loadAllMessages();

test.each([
  ["quality: Prenez-la de jour.", "La qualité ne suffit pas – Prenez-la de jour."],
  ["duplicate", "C’est un doublon"],
  ["Photo illisible.", "Photo illisible."],
  ["quality is poor", "quality is poor"],
])("says why a submission was refused: %s", (note, words) => {
  expect(refusalInWords(note, "fr")).toBe(words);
});
