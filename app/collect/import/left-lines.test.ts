import { expect, test } from "vitest";

import { refusedCsv } from "../../shared/domain/import/refused-csv.ts";
import { savedLines } from "./left-lines.tsx";
import { newImport } from "./send-list.ts";

const row = (line: number, ...cells: string[]) => ({ line, cells });
const sent = (key: string, place: number) => ({ key, place, details: {} as never });
const says = ((key: string) => key) as never;

test("what isn't imported is saved in the order of the file, refused lines too, each with its reason", () => {
  const left = {
    header: ["Club"],
    rows: [row(4, "Lens")],
    reasons: ["no page"],
    sent: [row(2, "PSG"), row(3, "OM"), row(5, "Nice")],
    ...{ marks: 0, owned: 0, repeated: 0 },
  };
  const lines = ["a", "b", "c"].map(sent);
  const running = { ...newImport("i", "liste.csv", lines, [], left), done: 3 };
  const { rows, reasons } = savedLines({ ...running, refused: ["c", "a"], broken: ["a"] }, says);
  expect(rows.map(({ cells }) => cells[0])).toEqual(["PSG", "Lens", "Nice"]);
  expect(reasons).toEqual(["left.broken", "no page", "left.gone"]);

  // The same file again: its numbers and reasons are replaced, not added.
  const [head] = refusedCsv(["Club", "line", "reason"], rows, reasons).split("\r\n");
  expect(head?.replace("\ufeff", "")).toBe("Club,line,reason");
});
