import { lazy, Suspense, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { Frame } from "../../shared/browser/image/frame.ts";
import { toast } from "../../shared/components/toast.ts";

/** Loaded with the first press: it brings the crop library. */
const loadDialog = () => import("./frame-dialog.tsx");
const FrameDialog = lazy(loadDialog);

/** A photo to frame; see `FrameDialog`. */
export interface FramedPhoto {
  photo: Blob;
  name: string;
  frame?: Frame | undefined;
  onFrame: (frame: Frame) => Promise<void>;
}

/** The dialog that frames photos: `open` it with what reads the photo, and render `dialog`. */
export function useFrameDialog() {
  const { t } = useTranslation("submit");
  const [framed, setFramed] = useState<FramedPhoto & { url: string }>();

  async function open(read: () => Promise<FramedPhoto>): Promise<void> {
    try {
      const [photo] = await Promise.all([read(), loadDialog()]);
      setFramed({ ...photo, url: URL.createObjectURL(photo.photo) });
    } catch (error) {
      console.error("frame not opened", error);
      toast.error(t("frame.failed"));
    }
  }

  function close() {
    if (framed) URL.revokeObjectURL(framed.url);
    setFramed(undefined);
  }

  const dialog = framed && (
    <Suspense>
      <FrameDialog {...framed} onClose={close} />
    </Suspense>
  );
  return { open, dialog };
}
