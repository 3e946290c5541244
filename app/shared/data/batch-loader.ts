/**
 * Collects single look-ups into few requests: all keys requested in the same moment are loaded
 * together, at most `size` per request.
 */
export function createBatchLoader<Key, Value>(
  load: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  size: number,
): (key: Key) => Promise<Value | undefined> {
  let waiting: Map<Key, PromiseWithResolvers<Value | undefined>> | undefined;

  async function answer(pending: NonNullable<typeof waiting>): Promise<void> {
    try {
      const found = await load([...pending.keys()]);
      for (const [key, { resolve }] of pending) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of pending.values()) reject(error);
    }
  }

  return (key) => {
    if (!waiting || waiting.size >= size) {
      const batch = new Map<Key, PromiseWithResolvers<Value | undefined>>();
      waiting = batch;
      setTimeout(() => {
        if (waiting === batch) waiting = undefined;
        void answer(batch);
      });
    }
    const known = waiting.get(key) ?? Promise.withResolvers<Value | undefined>();
    waiting.set(key, known);
    return known.promise;
  };
}
