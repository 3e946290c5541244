import type { Column } from "./collection-file.ts";
import type { CheckedLine } from "./dry-run.ts";
import type { Values } from "./read-line.ts";

/** A word of a column that can't be read, and the places of the lines that have it. */
interface SameWord {
  column: Column;
  word: string;
  places: number[];
}

/** The words that more than one line has: one answer is enough for all. The most frequent first. */
export function sameWords(lines: readonly CheckedLine[]): SameWord[] {
  const words = new Map<string, SameWord>();
  for (const [n, { read, verdict }] of lines.entries()) {
    if (verdict === "owned") continue;
    for (const { column, value } of [...(read.refusals ?? []), ...(read.line?.emptied ?? [])]) {
      const key = JSON.stringify([column, value]);
      const word = words.get(key) ?? { column, word: value, places: [] };
      words.set(key, word);
      if (value !== "" && word.places.at(-1) !== n) word.places.push(n);
    }
  }
  return [...words.values()]
    .filter(({ places }) => places.length > 1)
    .toSorted((one, other) => other.places.length - one.places.length);
}

/** The values of each line that has the word, with the answer in its place. */
export function answered(
  { column, places }: SameWord,
  answer: string,
  lines: readonly CheckedLine[],
  typed: ReadonlyMap<number, Values>,
): Map<number, Values> {
  return new Map(
    places.map((n) => [n, { ...(typed.get(n) ?? lines[n]!.read.values), [column]: answer }]),
  );
}
