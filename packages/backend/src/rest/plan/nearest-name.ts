/** Similarity below which a text is no suggestion, as in PostgREST. */
const LEAST_SIMILARITY = 0.33;
/** The same for tables and functions: a wrong guess must not list what a schema contains. */
const LEAST_SIMILARITY_OF_NAMES = 0.75;
/** Candidates whose spelling is compared letter by letter. */
const MOST_COMPARED = 50;
/** Longer names get no suggestion: the comparison takes the product of both lengths. */
const MOST_LETTERS = 100;

/** Returns the table or function with the name most similar to `wanted`, if one is very similar. */
export function nearestName(wanted: string, names: Iterable<string>): string | undefined {
  return similarTexts(wanted, names, LEAST_SIMILARITY_OF_NAMES)[0]?.name;
}

/**
 * Returns similar texts, most similar first. An equal one has similarity 1. The measure is that of
 * PostgREST's hints: groups of three letters, or else of two, choose the candidates, and the edit
 * distance orders them.
 */
export function similarTexts(
  wanted: string,
  names: Iterable<string>,
  least = LEAST_SIMILARITY,
): { name: string; similarity: number }[] {
  if (wanted.length > MOST_LETTERS) return [];
  const all = [...names];
  for (const size of [3, 2]) {
    const grams = gramCounts(wanted, size);
    const found = all
      .map((name) => ({ name, shared: cosine(grams, gramCounts(name, size)) }))
      .filter(({ shared }) => shared > 0)
      .toSorted((one, other) => other.shared - one.shared)
      .slice(0, MOST_COMPARED)
      .map(({ name }) => ({ name, similarity: similarity(wanted, name) }))
      .filter((each) => each.similarity >= least)
      .toSorted((one, other) => other.similarity - one.similarity);
    if (found.length > 0) return found;
  }
  return [];
}

function gramCounts(name: string, size: number): Map<string, number> {
  const text = `-${name.toLowerCase().replaceAll(/[^\p{L}\p{N}, ]/gu, "")}-`.padEnd(size, "-");
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= text.length; start += 1) {
    const gram = text.slice(start, start + size);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function cosine(one: Map<string, number>, other: Map<string, number>): number {
  let product = 0;
  for (const [gram, count] of one) product += count * (other.get(gram) ?? 0);
  return product / (norm(one) * norm(other));
}

function norm(counts: Map<string, number>): number {
  return Math.hypot(...counts.values());
}

/** 1 for equal names, 0 for names without a letter in common. */
function similarity(one: string, other: string): number {
  const distance = editDistance(one.toLowerCase(), other.toLowerCase());
  return 1 - distance / Math.max(one.length, other.length, 1);
}

/** The fewest insertions, deletions and replacements of letters between two texts. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = previous[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[other.length]!;
}
