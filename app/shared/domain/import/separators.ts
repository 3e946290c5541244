/** What may separate the cells of a line. Of equal ones the first counts: a comma stands in prices and texts, too. */
export const SEPARATORS = ["\t", ";", "|", ","] as const;

export type Separator = (typeof SEPARATORS)[number];

/** Lines, and letters, that are looked at. */
const SAMPLE = 50;
const MOST_LETTERS = 100_000;

/** The separator that most lines have; of several, the one of which most lines have the same number. */
export function likelySeparator(text: string): Separator {
  const lines = countsOf(text.slice(0, MOST_LETTERS));
  let best: { separator: Separator; score: readonly number[] } = { separator: ",", score: [0] };
  for (const separator of SEPARATORS) {
    const counts = lines.map((line) => line[separator]).filter((count) => count > 0);
    const byCount = Map.groupBy(counts, (count) => count);
    const [usual] = [...byCount.values()].toSorted(
      (one, other) => other.length - one.length || other[0]! - one[0]!,
    );
    const score = [counts.length, usual?.length ?? 0, usual?.[0] ?? 0];
    if (isMore(score, best.score)) best = { separator, score };
  }
  return best.separator;
}

function isMore(one: readonly number[], other: readonly number[]): boolean {
  const place = one.findIndex((value, n) => value !== (other[n] ?? 0));
  return place >= 0 && one[place]! > (other[place] ?? 0);
}

type Counts = Record<Separator, number>;

/** How many of each separator the lines have outside of quotes; empty lines left out. */
function countsOf(text: string): Counts[] {
  const lines: Counts[] = [];
  let counts: Counts | undefined;
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === "\n" || char === "\r")) {
      counts = undefined;
      if (lines.length === SAMPLE) break;
    } else if (!counts) {
      counts = { "\t": 0, ";": 0, "|": 0, ",": 0 };
      lines.push(counts);
    }
    if (!quoted && counts && char in counts) counts[char as Separator] += 1;
  }
  return lines;
}
