import type { Frame } from "../../shared/browser/image/frame.ts";
import type { ImageProblem } from "../../shared/browser/image/prepare.ts";
import type { Color } from "../../shared/domain/colors.ts";
import type { UploadProblem } from "../../shared/data/images/upload-problem.ts";
import { MAX_IMAGES } from "../../shared/domain/rules/image-rules.ts";

/** A text under `uploadProblems` in the namespace `submit`. */
export type FormUploadProblem = UploadProblem | "upload";

/** An image on its way through preparation and upload. */
export interface FormImage {
  /** Becomes the id of its row and part of its file's path. */
  id: string;
  /** The member's file in the draft. Unlike `id` it stays when the image becomes another file. */
  originalId?: string | undefined;
  /** Name of the member's file. */
  name: string;
  step: "preparing" | "ready" | "sending" | "failed" | "sent";
  blob?: Blob;
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
  /** Upload progress, 0 to 1. */
  share: number;
  problem?: FormUploadProblem;
  /** Time of the upload, in milliseconds since 1970. */
  sentAt?: number | undefined;
}

/** A file that can't be used. It takes no place among the images. */
export interface Refusal {
  id: string;
  name: string;
  problem: ImageProblem | "tooMany";
}

export interface ImageList {
  images: FormImage[];
  refusals: Refusal[];
}

export const NO_IMAGES: ImageList = { images: [], refusals: [] };

export type ImageAction =
  | { type: "added"; files: { id: string; name: string }[] }
  | ({ type: "prepared"; id: string; blob: Blob } & Pick<
      FormImage,
      "megapixels" | "isSmall" | "likeness" | "colors"
    >)
  | ({ type: "framed"; id: string; newId: string; blob: Blob; frame: Frame } & Pick<
      FormImage,
      "megapixels" | "isSmall" | "colors"
    >)
  | { type: "refused"; id: string; problem: Refusal["problem"] }
  | { type: "dismissed"; id: string }
  | { type: "sending"; id: string; share: number }
  | { type: "sent"; id: string; at: number }
  | { type: "failed"; id: string; problem: FormUploadProblem }
  | { type: "stopped"; id: string }
  | { type: "moved"; id: string; by: -1 | 1 }
  | { type: "removed"; id: string }
  | { type: "renewed"; ids: string[] }
  | { type: "cleared" };

/**
 * True if the jersey can take another image. Images in preparation don't count, because they may
 * fail.
 */
export function hasRoom({ images }: ImageList): boolean {
  return images.filter(({ step }) => step !== "preparing").length < MAX_IMAGES;
}

export function imageList(list: ImageList, action: ImageAction): ImageList {
  switch (action.type) {
    case "added":
      return { ...list, images: [...list.images, ...action.files.map(preparing)] };
    case "prepared":
      return change(list, action.id, {
        step: "ready",
        blob: action.blob,
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
        problem: undefined,
        blob: action.blob,
        frame: action.frame,
        megapixels: action.megapixels,
        isSmall: action.isSmall,
        colors: action.colors,
      });
    case "refused": {
      const image = list.images.find(({ id }) => id === action.id);
      if (!image) return list;
      return {
        images: without(list.images, action.id),
        refusals: [...list.refusals, { id: image.id, name: image.name, problem: action.problem }],
      };
    }
    case "dismissed":
      return { ...list, refusals: without(list.refusals, action.id) };
    case "sending":
      return change(list, action.id, { step: "sending", share: action.share, problem: undefined });
    case "sent":
      return change(list, action.id, { step: "sent", share: 1, sentAt: action.at });
    case "failed":
      return change(list, action.id, { step: "failed", share: 0, problem: action.problem });
    case "stopped":
      return change(list, action.id, { step: "ready", share: 0 });
    case "moved":
      return { ...list, images: moved(list.images, action.id, action.by) };
    case "removed":
      return { ...list, images: without(list.images, action.id) };
    case "renewed":
      return {
        ...list,
        images: list.images.map((image, index) => ({ ...renewed(image), id: action.ids[index]! })),
      };
    case "cleared":
      return NO_IMAGES;
  }
}

function preparing(file: { id: string; name: string }): FormImage {
  return { ...file, originalId: file.id, step: "preparing", share: 0 };
}

function renewed(image: FormImage): FormImage {
  return image.step === "sent" ? { ...image, step: "ready", share: 0, sentAt: undefined } : image;
}

/** No-op for an image that was removed meanwhile. */
function change(list: ImageList, id: string, to: Partial<FormImage>): ImageList {
  return {
    ...list,
    images: list.images.map((image) => (image.id === id ? { ...image, ...to } : image)),
  };
}

function without<T extends { id: string }>(items: T[], id: string): T[] {
  return items.filter((item) => item.id !== id);
}

function moved(images: FormImage[], id: string, by: -1 | 1): FormImage[] {
  const from = images.findIndex((image) => image.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= images.length) return images;
  return images.with(from, images[to]!).with(to, images[from]!);
}
