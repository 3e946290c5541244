import { useEffect, useEffectEvent, useState } from "react";

import { backend } from "../../shared/data/browser.ts";
import { drawPicture, type PictureContent } from "./draw-picture.ts";

export interface DrawnPicture {
  /** The last picture; undefined while another one is drawn. */
  blob: Blob | undefined;
  /** The address of the picture, which stays until the next one is there. */
  address: string | undefined;
  isFailed: boolean;
  retry: () => void;
}

/**
 * Draws a picture anew when its content changes. It is no query: nothing is read from the backend that a cache could
 * share, the last picture stays when the next one fails, and its address has to be released.
 */
export function usePicture(content: PictureContent): DrawnPicture {
  const [drawn, setDrawn] = useState<{ key: string; blob: Blob; address: string }>();
  const [failed, setFailed] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const copies = content.copies.map(({ id }) => id);
  const key = JSON.stringify({ ...content, copies, attempt });

  const drawLatest = useEffectEvent(() => drawPicture(content, backend().url));
  useEffect(() => {
    let isStale = false;
    const draw = async () => {
      try {
        const blob = await drawLatest();
        if (!isStale) setDrawn({ key, blob, address: URL.createObjectURL(blob) });
      } catch (error) {
        console.error("picture not drawn", error);
        if (!isStale) setFailed(key);
      }
    };
    void draw();
    return () => {
      isStale = true;
    };
  }, [key]);

  const address = drawn?.address;
  useEffect(() => () => URL.revokeObjectURL(address ?? ""), [address]);
  return {
    blob: drawn?.key === key ? drawn.blob : undefined,
    address,
    isFailed: failed === key,
    retry: () => setAttempt(attempt + 1),
  };
}
