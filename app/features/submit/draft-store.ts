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
// keystroke doesn't write the images again.

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
    images: Array.isArray(images)
      ? (images as DraftImage[]).map((image) => asFormImage(image, now))
      : [],
  };
}

/** Stores form and attempt. An empty draft is deleted. */
export function storeText(
  userId: string,
  { form, attempt }: Pick<Draft, "form" | "attempt">,
): Promise<unknown> {
  const key = keyOf(userId, "text");
  return inStore("readwrite", (store) =>
    isEmpty(form) && !attempt ? store.delete(key) : store.put({ form, attempt }, key),
  );
}

export function storeImages(userId: string, images: FormImage[]): Promise<unknown> {
  const key = keyOf(userId, "images");
  const stored = asDraftImages(images);
  return inStore("readwrite", (store) =>
    stored.length > 0 ? store.put(stored, key) : store.delete(key),
  );
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
