import type { Frame } from "../../../shared/browser/image/frame.ts";
import type { ImageProblem } from "../../../shared/browser/image/prepare.ts";
import type { Color } from "../../../shared/domain/colors.ts";
import type { ImageRights } from "../../../shared/domain/rules/image-rules.ts";
import type { UploadProblem } from "../images/upload-problem.ts";

/** A text under `uploadProblems` in the namespace `submit`. */
export type FormUploadProblem = UploadProblem | "upload";

/**
 * A photo of a form on its way through preparation and upload.
 * @template Stored what the form keeps of a photo whose file is stored
 */
export interface FormPhoto<Stored = unknown> {
  id: string;
  /** The member's file in the draft. Unlike `id` it stays when the photo becomes another file. */
  originalId?: string | undefined;
  /** Name of the member's file. */
  name: string;
  step: "preparing" | "ready" | "sending" | "failed" | "sent";
  blob?: Blob;
  /** See `PreparedImage`. */
  small?: Blob | undefined;
  /** As chosen by the member. Without it, the middle. */
  frame?: Frame | undefined;
  /** Size of the member's file, if it was reduced considerably. */
  megapixels?: number | undefined;
  /** True if a larger photo is advised. */
  isSmall?: boolean | undefined;
  /** See `PreparedImage`. */
  likeness?: string | undefined;
  /** See `PreparedImage`. */
  colors?: Color[] | undefined;
  /** What the member said of it, in a form that asks with each photo. */
  rights?: ImageRights | undefined;
  /** Upload progress, 0 to 1. */
  share: number;
  problem?: FormUploadProblem;
  /** Time of the upload, in milliseconds since 1970. */
  sentAt?: number | undefined;
  stored?: Stored | undefined;
}

/** A file that can't be used. It takes no place among the photos. */
export interface Refusal {
  id: string;
  name: string;
  /** A text under `imageProblems` in the namespace `submit`; undefined if it could not be sent. */
  problem?: ImageProblem | "tooMany" | undefined;
  error?: unknown;
}

export interface PhotoList<Stored = unknown> {
  photos: FormPhoto<Stored>[];
  refusals: Refusal[];
}

export const NO_PHOTOS: PhotoList<never> = { photos: [], refusals: [] };

type Prepared = Pick<FormPhoto, "small" | "megapixels" | "isSmall" | "likeness" | "colors">;

export type PhotoAction<Stored = unknown> =
  | { type: "added"; files: { id: string; name: string; rights?: ImageRights | undefined }[] }
  | ({ type: "prepared"; id: string; blob: Blob } & Prepared)
  | ({ type: "framed"; id: string; newId: string; blob: Blob; frame: Frame } & Pick<
      FormPhoto,
      "megapixels" | "isSmall" | "colors"
    >)
  | ({ type: "refused"; ids: string[] } & Pick<Refusal, "problem" | "error">)
  /** All refusals without an id. */
  | { type: "dismissed"; id?: string }
  | { type: "sending"; id: string; share: number }
  | { type: "sent"; id: string; at: number; stored?: Stored; frame?: Frame }
  | { type: "failed"; id: string; problem: FormUploadProblem }
  | { type: "stopped"; id: string }
  | { type: "changed"; id: string; stored: Partial<Stored> }
  | { type: "moved"; id: string; by: -1 | 1 }
  | { type: "removed"; id: string }
  | { type: "renewed"; ids: string[] }
  | { type: "reset"; photos: FormPhoto<Stored>[] };

/**
 * True if a form of at most so many photos can take another one. Photos in preparation don't count,
 * because they may fail.
 */
export function hasRoom({ photos }: PhotoList, max: number): boolean {
  return photos.filter(({ step }) => step !== "preparing").length < max;
}

/** The photos whose files are stored, in a form that sends each as soon as it is chosen. */
export function shownPhotos<Stored>({ photos }: PhotoList<Stored>) {
  return photos.filter(
    (photo): photo is FormPhoto<Stored> & { stored: Stored & {} } => photo.stored !== undefined,
  );
}

/** The photo that is on its way, in such a form: one at a time. */
export function sendingPhoto({ photos }: PhotoList): FormPhoto | undefined {
  return photos.find(({ step }) => step !== "sent");
}

/** A photo whose file is stored already. */
export function storedPhoto<Stored>(id: string, stored: Stored, name = ""): FormPhoto<Stored> {
  return { id, name, step: "sent", share: 1, stored };
}

export function photoList<Stored>(
  list: PhotoList<Stored>,
  action: PhotoAction<Stored>,
): PhotoList<Stored> {
  switch (action.type) {
    case "added":
      return {
        ...list,
        photos: [...list.photos, ...action.files.map((file) => preparing<Stored>(file))],
      };
    case "prepared":
      return change(list, action.id, {
        step: "ready",
        blob: action.blob,
        small: action.small,
        megapixels: action.megapixels,
        isSmall: action.isSmall,
        likeness: action.likeness,
        colors: action.colors,
      });
    case "framed":
      // Another picture needs another file, and another id in the attempt to submit.
      return change(list, action.id, {
        id: action.newId,
        step: "ready",
        share: 0,
        sentAt: undefined,
        stored: undefined,
        problem: undefined,
        blob: action.blob,
        frame: action.frame,
        megapixels: action.megapixels,
        isSmall: action.isSmall,
        colors: action.colors,
      });
    case "refused": {
      const { ids, problem, error } = action;
      const refused = list.photos.filter(({ id }) => ids.includes(id));
      const refusals = refused.map(({ id, name }) => ({ id, name, problem, error }));
      return {
        ...list,
        photos: list.photos.filter((photo) => !refused.includes(photo)),
        refusals: [...list.refusals, ...refusals],
      };
    }
    case "dismissed":
      return {
        ...list,
        refusals: action.id === undefined ? [] : without(list.refusals, action.id),
      };
    case "sending":
      return change(list, action.id, { step: "sending", share: action.share, problem: undefined });
    case "sent": {
      const { at, stored, frame } = action;
      const changes = { ...(stored !== undefined && { stored }), ...(frame && { frame }) };
      return change(list, action.id, { step: "sent", share: 1, sentAt: at, ...changes });
    }
    case "failed":
      return change(list, action.id, { step: "failed", share: 0, problem: action.problem });
    case "stopped":
      return {
        ...list,
        photos: list.photos.map((photo) => (photo.id === action.id ? stopped(photo) : photo)),
      };
    case "changed":
      return {
        ...list,
        photos: list.photos.map((photo) =>
          photo.id === action.id && photo.stored !== undefined
            ? { ...photo, stored: { ...photo.stored, ...action.stored } }
            : photo,
        ),
      };
    case "moved":
      return { ...list, photos: moved(list.photos, action.id, action.by) };
    case "removed":
      return { ...list, photos: without(list.photos, action.id) };
    case "renewed":
      return {
        ...list,
        photos: list.photos.map((photo, index) => ({ ...renewed(photo), id: action.ids[index]! })),
      };
    case "reset":
      return { ...list, photos: action.photos };
  }
}

function preparing<Stored>(file: {
  id: string;
  name: string;
  rights?: ImageRights | undefined;
}): FormPhoto<Stored> {
  return { ...file, originalId: file.id, step: "preparing", share: 0 };
}

function renewed<Stored>(photo: FormPhoto<Stored>): FormPhoto<Stored> {
  if (photo.step !== "sent") return photo;
  return { ...photo, step: "ready", share: 0, sentAt: undefined, stored: undefined };
}

/** A stored photo whose new frame could not be sent stays as it was. */
function stopped<Stored>(photo: FormPhoto<Stored>): FormPhoto<Stored> {
  const isStored = photo.stored !== undefined;
  return { ...photo, step: isStored ? "sent" : "ready", share: isStored ? 1 : 0 };
}

/** No-op for a photo that was removed meanwhile. */
function change<Stored>(
  list: PhotoList<Stored>,
  id: string,
  to: Partial<FormPhoto<Stored>>,
): PhotoList<Stored> {
  return {
    ...list,
    photos: list.photos.map((photo) => (photo.id === id ? { ...photo, ...to } : photo)),
  };
}

function without<T extends { id: string }>(items: T[], id: string): T[] {
  return items.filter((item) => item.id !== id);
}

function moved<Stored>(photos: FormPhoto<Stored>[], id: string, by: -1 | 1): FormPhoto<Stored>[] {
  const from = photos.findIndex((photo) => photo.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= photos.length) return photos;
  return photos.with(from, photos[to]!).with(to, photos[from]!);
}
