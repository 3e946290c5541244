/** Awaits every promise of an object; the result has the same keys. */
export async function awaitAll<Work extends Record<string, PromiseLike<unknown>>>(
  work: Work,
): Promise<{ [Name in keyof Work]: Awaited<Work[Name]> }> {
  const done = Object.entries(work).map(async ([name, value]) => [name, await value] as const);
  return Object.fromEntries(await Promise.all(done)) as {
    [Name in keyof Work]: Awaited<Work[Name]>;
  };
}
