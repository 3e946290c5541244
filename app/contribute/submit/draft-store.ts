import { submissionDrafts as database } from "../../shared/browser/submission-drafts.ts";
import type { FormPhoto } from "../data/photos/photo-list.ts";
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
import { EMPTY_FORM } from "./rules.ts";

// Drafts are stored in IndexedDB, which can hold images. A draft has two entries, so that a
// keystroke doesn't write the images again, and one for each original photo, which is written once.

type Part = "text" | "images";

/** One key per member: several members may share a computer. */
const keyOf = (userId: string, part: Part) => [userId, part];

export async function loadDraft(userId: string): Promise<Draft> {
  const [text, images] = await Promise.all([
    database.get(keyOf(userId, "text")),
    database.get(keyOf(userId, "images")),
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
): Promise<void> {
  const key = keyOf(userId, "text");
  return isEmpty(form) && !attempt && !isOwned
    ? database.delete(key)
    : database.put(key, { form, attempt, isOwned });
}

/** Stores the images, and deletes the originals of others. */
export async function storeImages(userId: string, images: FormPhoto[]): Promise<void> {
  const key = keyOf(userId, "images");
  const stored = asDraftImages(images);
  const written = stored.length > 0 ? database.put(key, stored) : database.delete(key);
  await Promise.all([written, deleteOriginals(userId, images)]);
}

const originalKey = (userId: string, originalId: string) => [userId, "original", originalId];

/** Stores a photo as it was chosen, so that it can be framed again after a reload. */
export function storeOriginal(userId: string, originalId: string, photo: Blob): Promise<void> {
  return database.put(originalKey(userId, originalId), photo);
}

export async function loadOriginal(userId: string, originalId: string): Promise<Blob | undefined> {
  const photo = await database.get(originalKey(userId, originalId));
  return photo instanceof Blob ? photo : undefined;
}

async function deleteOriginals(userId: string, images: FormPhoto[]): Promise<void> {
  // Of arrays as keys, a longer one comes later, and an array comes after every text.
  const all = IDBKeyRange.bound([userId, "original"], [userId, "original", []]);
  const keys = await database.keys(all);
  const needed = new Set(images.map(({ originalId }) => originalId));
  const gone = (keys as [string, string, string][]).filter(([, , id]) => !needed.has(id));
  await Promise.all(gone.map((key) => database.delete(key)));
}
