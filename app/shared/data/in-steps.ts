/** Ids in the address of one request: a length that every server and proxy accepts. */
export const AT_ONCE = 100;

/** Reads rows by any number of ids, as many at once as an address has room for. */
export async function inSteps<Row>(
  ids: readonly string[],
  read: (ids: string[]) => PromiseLike<readonly Row[]>,
): Promise<Row[]> {
  const steps = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) =>
    ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );
  return (await Promise.all(steps.map(read))).flat();
}
