import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import { imagePath, UploadError, uploadImage } from "../../data/images/upload.ts";
import { ADVISED_SIDE, type ImageRights, MAX_IMAGES } from "../../domain/rules/image-rules.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { queryClient } from "../../data/query-client.ts";
import { submissionKeys } from "../../data/submissions/keys.ts";
import {
  addImage,
  deleteImage,
  type EditedImage,
  type EditedJersey,
  orderImages,
} from "../../data/submissions/edit.ts";
import { uniqueId } from "../../browser/unique-id.ts";
import { prepareImage } from "../../browser/image/prepare-image.ts";
import { ImageError, shorterSide } from "../../browser/image/prepare.ts";

const EDIT_IMAGE = { width: 800, height: 600, quality: 0.9 };

/** A jersey's images and the actions on them. One action runs at a time. */
export function useImages(
  jersey: EditedJersey,
  userId: string,
  rights: ImageRights,
  onChange: () => void,
) {
  const { t } = useTranslation(["account", "submit"]);
  const [images, setImages] = useState(jersey.images);
  const [sending, setSending] = useState<{ name: string; share: number }>();
  const [busy, setBusy] = useState(false);

  async function alone(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    await work();
    setBusy(false);
    void queryClient.invalidateQueries({ queryKey: submissionKeys.mine(userId) });
  }

  async function send(file: File, position: number): Promise<EditedImage> {
    const client = await browserClient();
    const { data } = await client.auth.getSession();
    const { blob, source, likeness } = await prepareImage(
      file,
      EDIT_IMAGE,
      new AbortController().signal,
    );
    if (shorterSide(source) < ADVISED_SIDE) toast.info(t("submit:images.small"));
    const path = imagePath(userId, uniqueId(), file.name, blob.type);
    await uploadImage({
      path,
      blob,
      token: data.session?.access_token ?? "",
      onProgress: (share) => setSending({ name: file.name, share }),
      signal: new AbortController().signal,
    });
    return addImage(client, jersey.id, { path, alt: jersey.title, position, likeness, rights });
  }

  function addProblem(error: unknown, name: string): string {
    if (error instanceof ImageError) {
      return `${name} : ${t(`submit:imageProblems.${error.problem}`)}`;
    }
    if (isFull(error)) return t("account:images.max");
    if (databaseProblem(error).kind === "tooMany") return t("submit:uploadProblems.tooMany");
    if (error instanceof UploadError) {
      if (error.status === 429) return t("submit:uploadProblems.tooMany");
      if (error.code === "uploads_full") return t("submit:uploadProblems.full");
    }
    return t("account:images.addFailed", { name });
  }

  const add = (files: File[]) =>
    alone(async () => {
      const room = MAX_IMAGES - images.length;
      if (files.length > room) toast.error(t("account:images.max"));
      let position = Math.max(-1, ...images.map((image) => image.position));
      for (const file of files.slice(0, room)) {
        const { name } = file;
        setSending({ name, share: 0 });
        try {
          const image = await send(file, ++position);
          setImages((held) => [...held, image]);
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

  return { images, sending, busy, add, remove, move };
}

/** True if the database refused because another tab has added images meanwhile. */
function isFull(error: unknown): boolean {
  return databaseProblem(error).constraint === "jersey_images_five_per_jersey";
}
