import type { ComponentProps, ReactNode } from "react";

import { useMemberQuery } from "../../shared/data/member-query.ts";
import { photoUrl, smallVersion } from "../data/copies/photos.ts";
import { storedPhoto, storePhoto } from "../data/copies/stored-photos.ts";

/** The small version of a member's photo of a copy, for its owner. Without a network it comes from this browser's store. */
export function OwnPhoto({
  path,
  alt = "",
  waiting = null,
  ...image
}: Omit<ComponentProps<"img">, "src"> & {
  path: string;
  /** Shown until its address is known. */
  waiting?: ReactNode;
}) {
  const { data: address, isPaused, isError } = useMemberQuery(photoUrl(smallVersion(path)));
  const isAway = !address && (isPaused || isError);
  const { data: stored } = useMemberQuery({ ...storedPhoto(path), enabled: isAway });
  const shown = address ?? stored;
  if (!shown) return waiting;
  return (
    <img
      {...image}
      src={shown}
      onLoad={() => address && void storePhoto(path, address)}
      alt={alt}
    />
  );
}
