import type { ComponentProps, ReactNode } from "react";

import { useMemberQuery } from "../../shared/data/member-query.ts";
import { photoUrl, smallVersion } from "../data/copies/photos.ts";

/** The small version of a member's photo of a copy, for its owner. */
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
  const { data } = useMemberQuery(photoUrl(smallVersion(path)));
  return data ? <img {...image} src={data} alt={alt} /> : waiting;
}
