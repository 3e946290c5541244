import { expect, test } from "vitest";

import { teamName } from "./catalogue-names.ts";
import { nameOrder, priorityOrder } from "./name-order.ts";
import type { Language } from "./languages.ts";

const teams = [
  { name: "AS Monaco", country: "FR", home: "ligue-1" },
  { name: "Venezuela", country: "VE", home: "international-teams" },
  { name: "Angers SCO", country: "FR", home: "ligue-1" },
  { name: "États-Unis", country: "US", home: "international-teams" },
  { name: "Émirats arabes unis", country: "AE", home: "international-teams" },
];

test.each<[Language, string[]]>([
  ["fr", ["Angers SCO", "AS Monaco", "Émirats arabes unis", "États-Unis", "Venezuela"]],
  ["en", ["Angers SCO", "AS Monaco", "United Arab Emirates", "United States", "Venezuela"]],
  ["es", ["Angers SCO", "AS Monaco", "Emiratos Árabes Unidos", "Estados Unidos", "Venezuela"]],
])("names come in the order of the reader's language: %s", (lang, expected) => {
  const nameOf = (team: (typeof teams)[number]) => teamName(team, { slug: team.home }, lang);
  expect(teams.toSorted(nameOrder(lang, nameOf)).map(nameOf)).toEqual(expected);
});

test("a greater priority comes first, then the name", () => {
  const brands = [
    { name: "Erreà", priority: 0 },
    { name: "ASICS", priority: 0 },
    { name: "adidas", priority: 0 },
    { name: "Puma", priority: 9 },
  ];
  const sorted = brands.toSorted(priorityOrder("fr", ({ name }) => name));
  expect(sorted.map(({ name }) => name)).toEqual(["Puma", "adidas", "ASICS", "Erreà"]);
});
