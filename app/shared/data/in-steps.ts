/** Ids in the address of one request: a length that every server and proxy accepts. */
export const AT_ONCE = 100;

/** Cuts a list into parts of one size, as many as an address has room for; the last may be shorter. */
export function stepsOf<Item>(items: readonly Item[], size = AT_ONCE): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}

/** Reads rows by any number of ids, all steps at the same time. */
export async function inSteps<Row>(
  ids: readonly string[],
  read: (ids: string[]) => PromiseLike<readonly Row[]>,
): Promise<Row[]> {
  return (await Promise.all(stepsOf(ids).map(read))).flat();
}
