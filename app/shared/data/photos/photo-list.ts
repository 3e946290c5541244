import type { Frame } from "../../browser/image/frame.ts";
import type { ImageProblem } from "../../browser/image/prepare.ts";
import type { Color } from "../../domain/colors.ts";
import type { ImageRights } from "../../domain/rules/image-rules.ts";
import type { UploadProblem } from "../images/upload-problem.ts";

/** A text under `uploadProblems` in the namespace `submit`. */
export type FormUploadProblem = UploadProblem | "upload";

/**
 * A photo of a form on its way through preparation and upload.
 * @template Kept what the form keeps of a photo whose file is stored
 */
export interface FormPhoto<Kept = unknown> {
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
  /** See `PreparedImage`; drafts of earlier versions have none. */
  colors?: Color[] | undefined;
  /** What the member said of it, in a form that asks with each photo. */
  rights?: ImageRights | undefined;
  /** Upload progress, 0 to 1. */
  share: number;
  problem?: FormUploadProblem;
  /** Time of the upload, in milliseconds since 1970. */
  sentAt?: number | undefined;
  kept?: Kept | undefined;
}

/** A file that can't be used. It takes no place among the photos. */
export interface Refusal {
  id: string;
  name: string;
  /** A text under `imageProblems` in the namespace `submit`; undefined if it could not be sent. */
  problem?: ImageProblem | "tooMany" | undefined;
  error?: unknown;
}

export interface PhotoList<Kept = unknown> {
  photos: FormPhoto<Kept>[];
  refusals: Refusal[];
  /** True while the member is asked what to do about the refusals: they would send without these photos. */
  isAsked?: boolean;
}

export const NO_PHOTOS: PhotoList<never> = { photos: [], refusals: [] };

type Prepared = Pick<FormPhoto, "small" | "megapixels" | "isSmall" | "likeness" | "colors">;

export type PhotoAction<Kept = unknown> =
  | { type: "added"; files: { id: string; name: string; rights?: ImageRights | undefined }[] }
  | ({ type: "prepared"; id: string; blob: Blob } & Prepared)
  | ({ type: "framed"; id: string; newId: string; blob: Blob; frame: Frame } & Pick<
      FormPhoto,
      "megapixels" | "isSmall" | "colors"
    >)
  | ({ type: "refused"; ids: string[] } & Pick<Refusal, "problem" | "error">)
  | { type: "asked" }
  /** All refusals without an id. */
  | { type: "dismissed"; id?: string }
  | { type: "sending"; id: string; share: number }
  | { type: "sent"; id: string; at: number; kept?: Kept; frame?: Frame }
  | { type: "failed"; id: string; problem: FormUploadProblem }
  | { type: "stopped"; id: string }
  | { type: "changed"; id: string; kept: Partial<Kept> }
  | { type: "moved"; id: string; by: -1 | 1 }
  | { type: "removed"; id: string }
  | { type: "renewed"; ids: string[] }
  | { type: "reset"; photos: FormPhoto<Kept>[] };

/**
 * True if a form of at most so many photos can take another one. Photos in preparation don't count,
 * because they may fail.
 */
export function hasRoom({ photos }: PhotoList, max: number): boolean {
  return photos.filter(({ step }) => step !== "preparing").length < max;
}

/** The photos whose files are stored, in a form that sends each as soon as it is chosen. */
export function shownPhotos<Kept>({ photos }: PhotoList<Kept>) {
  return photos.filter(
    (photo): photo is FormPhoto<Kept> & { kept: Kept & {} } => photo.kept !== undefined,
  );
}

/** The photo that is on its way, in such a form: one at a time. */
export function sendingPhoto({ photos }: PhotoList): FormPhoto | undefined {
  return photos.find(({ step }) => step !== "sent");
}

/** A photo whose file is stored already. */
export function storedPhoto<Kept>(id: string, kept: Kept, name = ""): FormPhoto<Kept> {
  return { id, name, step: "sent", share: 1, kept };
}

export function photoList<Kept>(list: PhotoList<Kept>, action: PhotoAction<Kept>): PhotoList<Kept> {
  switch (action.type) {
    case "added":
      return {
        ...list,
        photos: [...list.photos, ...action.files.map((file) => preparing<Kept>(file))],
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
        kept: undefined,
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
    case "asked":
      return { ...list, isAsked: true };
    case "dismissed": {
      const refusals = action.id === undefined ? [] : without(list.refusals, action.id);
      return { ...list, refusals, isAsked: list.isAsked === true && refusals.length > 0 };
    }
    case "sending":
      return change(list, action.id, { step: "sending", share: action.share, problem: undefined });
    case "sent": {
      const { at, kept, frame } = action;
      const stored = { ...(kept !== undefined && { kept }), ...(frame && { frame }) };
      return change(list, action.id, { step: "sent", share: 1, sentAt: at, ...stored });
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
          photo.id === action.id && photo.kept !== undefined
            ? { ...photo, kept: { ...photo.kept, ...action.kept } }
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

function preparing<Kept>(file: {
  id: string;
  name: string;
  rights?: ImageRights | undefined;
}): FormPhoto<Kept> {
  return { ...file, originalId: file.id, step: "preparing", share: 0 };
}

function renewed<Kept>(photo: FormPhoto<Kept>): FormPhoto<Kept> {
  if (photo.step !== "sent") return photo;
  return { ...photo, step: "ready", share: 0, sentAt: undefined, kept: undefined };
}

/** A stored photo whose new frame could not be sent stays as it was. */
function stopped<Kept>(photo: FormPhoto<Kept>): FormPhoto<Kept> {
  const isStored = photo.kept !== undefined;
  return { ...photo, step: isStored ? "sent" : "ready", share: isStored ? 1 : 0 };
}

/** No-op for a photo that was removed meanwhile. */
function change<Kept>(
  list: PhotoList<Kept>,
  id: string,
  to: Partial<FormPhoto<Kept>>,
): PhotoList<Kept> {
  return {
    ...list,
    photos: list.photos.map((photo) => (photo.id === id ? { ...photo, ...to } : photo)),
  };
}

function without<T extends { id: string }>(items: T[], id: string): T[] {
  return items.filter((item) => item.id !== id);
}

function moved<Kept>(photos: FormPhoto<Kept>[], id: string, by: -1 | 1): FormPhoto<Kept>[] {
  const from = photos.findIndex((photo) => photo.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= photos.length) return photos;
  return photos.with(from, photos[to]!).with(to, photos[from]!);
}
