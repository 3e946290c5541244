import type { FormImage } from "./image-list.ts";

/** The prepared pictures of a draft: too large for local storage. */
export type DraftImage = Pick<
  FormImage,
  "id" | "name" | "path" | "megapixels" | "likeness" | "sentAt"
> & { blob: Blob };

/** Files that no jersey shows are deleted a day after they were sent (`queue_unused_files`). */
const SENT_FOR_MS = 12 * 60 * 60 * 1000;

const DATABASE = "maillotheque";
const STORE = "draft-images";

export async function loadDraftImages(userId: string): Promise<FormImage[]> {
  const stored = (await inStore<unknown>("readonly", (store) => store.get(userId))) ?? [];
  if (!Array.isArray(stored)) return [];
  return (stored as DraftImage[]).map((image) => asFormImage(image, Date.now()));
}

/** An image of a draft as the form has it: sent before, unless that is too long ago. */
export function asFormImage(image: DraftImage, now: number): FormImage {
  const isSent = image.path !== undefined && now - (image.sentAt ?? 0) < SENT_FOR_MS;
  return isSent
    ? { ...image, step: "sent", share: 1 }
    : { ...image, path: undefined, sentAt: undefined, step: "ready", share: 0 };
}

export async function saveDraftImages(userId: string, images: FormImage[]): Promise<void> {
  const kept = images.flatMap(
    ({ id, name, path, megapixels, likeness, sentAt, blob }): DraftImage[] =>
      blob ? [{ id, name, path, megapixels, likeness, sentAt, blob }] : [],
  );
  await inStore("readwrite", (store) =>
    kept.length > 0 ? store.put(kept, userId) : store.delete(userId),
  );
}

/** One request in a transaction of its own. Undefined where the browser keeps no databases. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | IDBRequest,
): Promise<T | undefined> {
  try {
    const database = await open();
    try {
      return (await settled(work(database.transaction(STORE, mode).objectStore(STORE)))) as T;
    } finally {
      database.close();
    }
  } catch {
    return undefined; // private window, storage full: the draft lives as long as the page
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no database"));
  });
}
