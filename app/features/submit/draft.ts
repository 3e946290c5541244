import { uniqueId } from "../../browser/unique-id.ts";
import type { FormImage } from "./image-list.ts";
import { EMPTY_FORM, type JerseyForm } from "./rules.ts";

/** A jersey that is not submitted yet, as it outlives reloads and the end of a session. */
export interface Draft {
  form: JerseyForm;
  images: FormImage[];
  attempt?: Attempt | undefined;
}

/** What was sent of a draft. Sent again under the same ids, it changes nothing. */
export interface Attempt {
  jerseyId: string;
  /** The jersey and the ids of its images: whether the member changed something since. */
  content: string;
}

/** An image as it is stored: prepared, and perhaps sent. */
export type DraftImage = Pick<FormImage, "id" | "name" | "megapixels" | "likeness" | "sentAt"> & {
  blob: Blob;
};

/** Files that no jersey shows are deleted a day after they were sent (`queue_unused_files`). */
const SENT_FOR_MS = 12 * 60 * 60 * 1000;

export function isEmpty(form: JerseyForm): boolean {
  return Object.values(form).every((value) => value === "");
}

/** Only the fields that the form has today: drafts outlive versions of the site. */
export function asForm(stored: unknown): JerseyForm {
  const fields = Object.entries(EMPTY_FORM).map(([name, empty]) => {
    const value = isRecord(stored) ? stored[name] : undefined;
    return [name, typeof value === "string" ? value : empty];
  });
  return Object.fromEntries(fields) as JerseyForm;
}

export function asAttempt(stored: unknown): Attempt | undefined {
  if (!isRecord(stored)) return undefined;
  const { jerseyId, content } = stored;
  if (typeof jerseyId !== "string" || typeof content !== "string") return undefined;
  return { jerseyId, content };
}

/** An image of a draft as the form has it. One that was sent too long ago is sent anew, as another file. */
export function asFormImage(image: DraftImage, now: number): FormImage {
  const { sentAt } = image;
  if (sentAt === undefined) return { ...image, step: "ready", share: 0 };
  if (now - sentAt < SENT_FOR_MS) return { ...image, step: "sent", share: 1 };
  return { ...image, id: uniqueId(), sentAt: undefined, step: "ready", share: 0 };
}

export function asDraftImages(images: FormImage[]): DraftImage[] {
  return images.flatMap(({ id, name, megapixels, likeness, sentAt, blob }) =>
    blob ? [{ id, name, megapixels, likeness, sentAt, blob }] : [],
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
