import {
  asAttempt,
  asDraftImages,
  asForm,
  asFormImage,
  type Draft,
  type DraftImage,
  isEmpty,
  isRecord,
} from "./draft.ts";
import type { FormImage } from "./image-list.ts";
import { EMPTY_FORM } from "./rules.ts";

// Drafts are stored in IndexedDB, which can hold images. A draft has two entries, so that a
// keystroke doesn't write the images again, and one for each original photo, which is written once.

const DATABASE = "maillotheque.drafts";
const STORE = "drafts";

type Part = "text" | "images";

/** One key per member: several members may share a computer. */
const keyOf = (userId: string, part: Part) => [userId, part];

export async function loadDraft(userId: string): Promise<Draft> {
  const [text, images] = await Promise.all([
    inStore("readonly", (store) => store.get(keyOf(userId, "text"))),
    inStore("readonly", (store) => store.get(keyOf(userId, "images"))),
  ]);
  const now = Date.now();
  return {
    form: isRecord(text) ? asForm(text.form) : EMPTY_FORM,
    attempt: isRecord(text) ? asAttempt(text.attempt) : undefined,
    isOwned: isRecord(text) && text.isOwned === true,
    images: Array.isArray(images)
      ? (images as DraftImage[]).map((image) => asFormImage(image, now))
      : [],
  };
}

/** Stores form, attempt and tick. An empty draft is deleted. */
export function storeText(
  userId: string,
  { form, attempt, isOwned = false }: Pick<Draft, "form" | "attempt" | "isOwned">,
): Promise<unknown> {
  const key = keyOf(userId, "text");
  return inStore("readwrite", (store) =>
    isEmpty(form) && !attempt && !isOwned
      ? store.delete(key)
      : store.put({ form, attempt, isOwned }, key),
  );
}

/** Stores the images, and deletes the originals of others. */
export async function storeImages(userId: string, images: FormImage[]): Promise<void> {
  const key = keyOf(userId, "images");
  const stored = asDraftImages(images);
  const written = inStore("readwrite", (store) =>
    stored.length > 0 ? store.put(stored, key) : store.delete(key),
  );
  await Promise.all([written, deleteOriginals(userId, images)]);
}

const originalKey = (userId: string, originalId: string) => [userId, "original", originalId];

/** Stores a photo as it was chosen, so that it can be framed again after a reload. */
export function storeOriginal(userId: string, originalId: string, photo: Blob): Promise<unknown> {
  return inStore("readwrite", (store) => store.put(photo, originalKey(userId, originalId)));
}

export async function loadOriginal(userId: string, originalId: string): Promise<Blob | undefined> {
  const photo = await inStore("readonly", (store) => store.get(originalKey(userId, originalId)));
  return photo instanceof Blob ? photo : undefined;
}

async function deleteOriginals(userId: string, images: FormImage[]): Promise<void> {
  // Of arrays as keys, a longer one comes later, and an array comes after every text.
  const all = IDBKeyRange.bound([userId, "original"], [userId, "original", []]);
  const keys = await inStore("readonly", (store) => store.getAllKeys(all));
  const needed = new Set(images.map(({ originalId }) => originalId));
  const gone = ((keys ?? []) as [string, string, string][]).filter(([, , id]) => !needed.has(id));
  await Promise.all(gone.map((key) => inStore("readwrite", (store) => store.delete(key))));
}

let database: Promise<IDBDatabase> | undefined;

/**
 * Runs one request in its own transaction. Resolves to undefined if the browser refuses storage.
 */
async function inStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    database ??= open();
    const transaction = (await database).transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    // Without an explicit commit, leaving the page would roll back the transaction.
    transaction.commit();
    return await resultOf(request);
  } catch {
    database = undefined;
    return undefined; // private window or full storage: the draft lasts as long as the page
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return resultOf(request);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no database"));
  });
}
