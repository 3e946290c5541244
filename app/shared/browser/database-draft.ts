/** Drafts in IndexedDB, which holds files and what is too large for the session storage. */
interface DraftDatabase {
  get(key: IDBValidKey): Promise<unknown>;
  put(key: IDBValidKey, value: unknown): Promise<void>;
  delete(key: IDBValidKey): Promise<void>;
  keys(range: IDBKeyRange): Promise<IDBValidKey[]>;
  clear(): Promise<void>;
}

/**
 * Opens a database with one store. Nothing throws: in a private window or with a full storage, a
 * draft lasts as long as the page.
 */
export function draftDatabase(name: string, storeName: string): DraftDatabase {
  let database: Promise<IDBDatabase> | undefined;

  /** Runs one request in its own transaction. */
  async function run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    try {
      database ??= open(name, storeName);
      const transaction = (await database).transaction(storeName, mode);
      const request = work(transaction.objectStore(storeName));
      // Without an explicit commit, leaving the page would roll back the transaction.
      transaction.commit();
      return await resultOf(request);
    } catch {
      database = undefined;
      return undefined;
    }
  }

  return {
    get: (key) => run<unknown>("readonly", (store) => store.get(key)),
    put: async (key, value) => void (await run("readwrite", (store) => store.put(value, key))),
    delete: (key) => run("readwrite", (store) => store.delete(key)),
    keys: async (range) => (await run("readonly", (store) => store.getAllKeys(range))) ?? [],
    clear: () => run("readwrite", (store) => store.clear()),
  };
}

function open(name: string, storeName: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return resultOf(request);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no database"));
  });
}
