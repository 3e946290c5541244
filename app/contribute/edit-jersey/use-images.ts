import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { FramedPhoto } from "../frame-photo/use-frame-dialog.tsx";
import { toast } from "../../shared/components/toast.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { downloadImage, imagePath, uploadImage } from "../../shared/data/images/upload.ts";
import { usePhotoProblem } from "../../shared/data/images/use-photo-problem.ts";
import {
  ADVISED_SIDE,
  type ImageRights,
  roomForImages,
} from "../../shared/domain/rules/image-rules.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { submissionKeys } from "../data/submissions/keys.ts";
import { suggestionKeys } from "../data/suggestions/keys.ts";
import {
  addImage,
  deleteImage,
  type EditedImage,
  type EditedJersey,
  orderImages,
  replaceImage,
} from "../data/submissions/edit.ts";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import { prepareImage } from "../../shared/browser/image/prepare-image.ts";
import type { Frame } from "../../shared/browser/image/frame.ts";
import {
  JERSEY_IMAGE,
  type PreparedImage,
  shorterSide,
} from "../../shared/browser/image/prepare.ts";

const EDIT_IMAGE = { width: 800, height: 600, quality: 0.9 };

/** An image on the screen. Framed anew it is another row; its tile stays. */
type ShownImage = EditedImage & { tile?: string };

/** A jersey's images and the actions on them. One action runs at a time. */
export function useImages(
  jersey: EditedJersey,
  userId: string,
  rights: ImageRights,
  onChange: () => void,
) {
  const { t } = useTranslation(["account", "submit"]);
  const problemOf = usePhotoProblem();
  const [images, setImages] = useState<ShownImage[]>(jersey.images);
  const [sending, setSending] = useState<{ name: string; share: number }>();
  const [busy, setBusy] = useState(false);
  /** The members' photos behind images that were added or framed here, by the images' ids. */
  const originals = useRef(new Map<string, { photo: Blob; frame?: Frame }>());

  const room = roomForImages(
    images.map(({ path }) => path),
    userId,
  );

  async function alone(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
    void queryClient.invalidateQueries({ queryKey: submissionKeys.mine(userId) });
    void queryClient.invalidateQueries({ queryKey: suggestionKeys.all });
  }

  async function upload({ blob }: PreparedImage, name: string): Promise<string> {
    const client = await browserClient();
    const { data } = await client.auth.getSession();
    const path = imagePath(userId, uniqueId(), name, blob.type);
    await uploadImage({
      path,
      blob,
      token: data.session?.access_token ?? "",
      onProgress: (share) => setSending({ name, share }),
      signal: new AbortController().signal,
    });
    return path;
  }

  async function send(file: File, position: number): Promise<EditedImage> {
    const prepared = await prepareImage(file, EDIT_IMAGE, new AbortController().signal);
    const { source, likeness } = prepared;
    if (shorterSide(source) < ADVISED_SIDE) toast.info(t("submit:images.small"));
    const path = await upload(prepared, file.name);
    const added = { path, alt: jersey.title, position, likeness, rights };
    const image = await addImage(await browserClient(), jersey.id, added);
    originals.current.set(image.id, { photo: file });
    return image;
  }

  function addProblem(error: unknown, name: string): string {
    if (isFull(error)) return t("account:images.max");
    return problemOf(error, name) ?? t("account:images.addFailed", { name });
  }

  const add = (files: File[]) =>
    alone(async () => {
      // A file that is refused takes no place.
      let left = room;
      let position = Math.max(-1, ...images.map((image) => image.position));
      for (const file of files) {
        if (left <= 0) {
          toast.error(t("account:images.max"));
          break;
        }
        const { name } = file;
        setSending({ name, share: 0 });
        try {
          const image = await send(file, ++position);
          setImages((held) => [...held, image]);
          left -= 1;
          onChange();
          toast.success(t("account:images.added"));
        } catch (error) {
          console.error("image not added", error);
          toast.error(addProblem(error, name));
        }
      }
      setSending(undefined);
    });

  const remove = (image: EditedImage) =>
    alone(async () => {
      const before = images;
      setImages(before.filter(({ id }) => id !== image.id));
      try {
        await deleteImage(await browserClient(), image.id);
        onChange();
        toast.success(t("account:images.removed"));
      } catch (error) {
        console.error("image not deleted", error);
        setImages(before);
        toast.error(t("account:images.removeFailed"));
      }
    });

  const move = (from: number, to: number) =>
    alone(async () => {
      const before = images;
      const order = before.toSpliced(from, 1).toSpliced(to, 0, before[from]!);
      setImages(order.map((image, position) => ({ ...image, position })));
      try {
        const ids = order.map(({ id }) => id);
        await orderImages(await browserClient(), jersey.id, ids);
      } catch (error) {
        console.error("images not ordered", error);
        setImages(before);
        toast.error(t("account:images.moveFailed"));
      }
    });

  /** What an image is framed from: the photo that was added here, or the stored file. */
  async function photoOf(image: EditedImage, name: string): Promise<FramedPhoto> {
    const held = originals.current.get(image.id) ?? {
      photo: await downloadImage(await browserClient(), image.path ?? ""),
    };
    return { ...held, name, onFrame: (frame) => replace(image, held.photo, frame) };
  }

  async function replace(image: ShownImage, photo: Blob, frame: Frame): Promise<void> {
    const prepared = await prepareImage(photo, JERSEY_IMAGE, new AbortController().signal, frame);
    await alone(async () => {
      try {
        const path = await upload(prepared, baseName(image.path ?? ""));
        const replaced = await replaceImage(await browserClient(), image, path);
        originals.current.set(replaced.id, { photo, frame });
        const shown = { ...replaced, tile: image.tile ?? image.id };
        const order = images.map((other) => (other.id === image.id ? shown : other));
        setImages(order);
        onChange();
        toast.success(t("account:images.framed"));
        await placeAgain(order);
      } catch (error) {
        const reason = problemOf(error, baseName(image.path ?? ""));
        if (reason) toast.error(reason);
        throw error;
      } finally {
        setSending(undefined);
      }
    });
  }

  /** In an order that waits for review, an image has its place by its id. */
  async function placeAgain(order: ShownImage[]): Promise<void> {
    if (order.length < 2) return;
    try {
      await orderImages(
        await browserClient(),
        jersey.id,
        order.map(({ id }) => id),
      );
    } catch (error) {
      console.error("framed image not placed", error);
      toast.error(t("account:images.moveFailed"));
    }
  }

  return { images, room, sending, busy, add, remove, move, photoOf };
}

/** The name of the member's file in a path of `imagePath`. */
function baseName(path: string): string {
  return path.replace(/^.*[0-9a-f]{12}-/, "");
}

/** True if the database refused because another tab has added images meanwhile. */
function isFull(error: unknown): boolean {
  const { constraint = "" } = databaseProblem(error);
  return /^jersey_images_(?:five|twenty)_per_jersey$/.test(constraint);
}
