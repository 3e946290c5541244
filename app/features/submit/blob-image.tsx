import { useCallback } from "react";

/** The address of a blob lives as long as the picture that shows it. */
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
