import { useEffect } from "react";

import { useMemberQuery } from "../../shared/data/member-query.ts";
import { followedIds } from "../data/follows/follows.ts";

/** Reports whether the member follows something. Draws nothing. */
export default function ReadFollow({
  userId,
  id,
  onRead,
}: {
  userId: string;
  id: string;
  onRead: (isFollowed: boolean) => void;
}) {
  const { data } = useMemberQuery(followedIds(userId));
  const isFollowed = data?.includes(id) ?? false;
  useEffect(() => {
    onRead(isFollowed);
    return () => onRead(false);
  }, [isFollowed, onRead]);
  return null;
}
