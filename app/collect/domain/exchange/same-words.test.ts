import { expect, test } from "vitest";

import { readCollection } from "./collection-table.ts";
import { checked } from "./dry-run.ts";
import { guessColumns } from "./columns.ts";
import { readLines } from "./read-line.ts";
import { answered, sameWords } from "./same-words.ts";

const OPTIONS = { dates: "dmy", currency: "EUR", league: "SOCCER" } as const;
const LIST = `Club,État,Saison
PSG,New on card,2020-21
OM,,hier
Lens,,hier
Nice,comme un sou neuf,2020-21
Nantes,New on card,2020-21
Reims,New on card,2020-21
`;

test("a word that several lines have is one question, and its answer is typed into all of them", () => {
  const { header, rows } = readCollection(new TextEncoder().encode(LIST));
  const lines = readLines(rows, guessColumns(header), OPTIONS).map((read) =>
    checked(read, { known: null, candidates: [] }),
  );
  const words = sameWords(lines);
  expect(words).toEqual([
    { column: "condition", word: "New on card", places: [0, 4, 5] },
    { column: "season", word: "hier", places: [1, 2] },
  ]);
  // A line that completes a copy is asked, too; one that is there already isn't.
  const verdicts = ["changed", "new", "new", "new", "owned", "new"] as const;
  const known = lines.map((line, n) => ({ ...line, verdict: verdicts[n]! }));
  expect(sameWords(known)).toContainEqual({
    column: "condition",
    word: "New on card",
    places: [0, 5],
  });
  const typed = new Map([[1, { team: "Marseille" }]]);
  expect(answered(words[1]!, "2021-22", lines, typed)).toEqual(
    new Map<number, object>([
      [1, { team: "Marseille", season: "2021-22" }],
      [2, { team: "Lens", condition: "", season: "2021-22" }],
    ]),
  );
});
