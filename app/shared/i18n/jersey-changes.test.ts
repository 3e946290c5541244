import { expect, test } from "vitest";

import { formatPrice } from "./format.ts";
import { changesInWords } from "./jersey-changes.ts";
import { loadAllMessages } from "./messages.ts";

await loadAllMessages();

test("puts what was corrected into the reader's words", () => {
  const changes = [
    { field: "team", before: "Allemagne", after: "AS Monaco" },
    { field: "competition", before: "Équipes nationales", after: "Ligue 1" },
    { field: "kit_type", before: null, after: "away" },
    { field: "colors", before: "green, white", after: "sky" },
    { field: "price", before: "49.9", after: null },
    { field: "season", before: "1997-1998", after: "1998-1999" },
  ];
  expect(
    changesInWords(changes, "pt").map(({ label, before, after }) => [label, before, after]),
  ).toEqual([
    ["Time", "Alemanha", "AS Monaco"],
    ["Competição", "Seleções nacionais", "Ligue 1"],
    ["Tipo de camisa", undefined, "Reserva"],
    ["Cores", "Verde, Branco", "Azul-celeste"],
    ["Preço", formatPrice(49.9, "pt"), undefined],
    ["Temporada", "1997-1998", "1998-1999"],
  ]);
  expect(changesInWords(null, "fr")).toEqual([]);
});
