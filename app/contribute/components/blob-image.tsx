import { useCallback } from "react";

/** Shows a blob. Its object URL is revoked on unmount. */
export function BlobImage({ blob, alt }: { blob: Blob; alt: string }) {
  const show = useCallback(
    (picture: HTMLImageElement | null) => {
      if (!picture) return;
      const address = URL.createObjectURL(blob);
      picture.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
  return <img ref={show} alt={alt} className="size-full object-cover" />;
}
