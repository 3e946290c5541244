import { uniqueId } from "../../shared/browser/unique-id.ts";
import type { FormPhoto } from "../data/photos/photo-list.ts";
import { EMPTY_FORM, type JerseyForm } from "./rules.ts";

/** An unsubmitted jersey. It survives reloads and the end of a session. */
export interface Draft {
  form: JerseyForm;
  images: DraftPhoto[];
  attempt?: Attempt | undefined;
  /** True if the member has said that they own the shirt. */
  isOwned?: boolean;
}

/** The last attempt to submit the draft. Repeating it under the same ids is idempotent. */
export interface Attempt {
  jerseyId: string;
  /** Serialised jersey and image ids; shows whether the member has changed the draft since. */
  content: string;
}

/** An image in the stored draft: prepared, and possibly uploaded. */
export type DraftImage = Pick<
  FormPhoto,
  | "id"
  | "originalId"
  | "name"
  | "frame"
  | "megapixels"
  | "isSmall"
  | "likeness"
  | "colors"
  | "sentAt"
> & {
  blob: Blob;
};

/** A photo of the form that a draft begins with. */
export type DraftPhoto = FormPhoto<string> & { blob: Blob };

/**
 * An upload counts as stored for 12 hours. The server deletes files without a jersey after a day
 * (`queue_unused_files`).
 */
const SENT_FOR_MS = 12 * 60 * 60 * 1000;

export function isEmpty(form: JerseyForm): boolean {
  return Object.values(form).every((value) => value === "");
}

/**
 * Reads only the fields that the form has now: a draft can be older than this version of the site.
 */
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

/**
 * Restores an image of a draft. An upload that is too old gets another id and is uploaded again, as
 * another file.
 */
export function asFormImage(image: DraftImage, now: number): DraftPhoto {
  const { sentAt } = image;
  if (sentAt === undefined) return { ...image, step: "ready", share: 0 };
  if (now - sentAt < SENT_FOR_MS) return { ...image, step: "sent", share: 1 };
  return { ...image, id: uniqueId(), sentAt: undefined, step: "ready", share: 0 };
}

export function asDraftImages(images: FormPhoto[]): DraftImage[] {
  return images.flatMap(
    ({ blob, step: _step, share: _share, problem: _problem, stored: _stored, ...image }) =>
      blob ? [{ ...image, blob }] : [],
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
