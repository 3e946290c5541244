import { useEffect } from "react";

import { useMemberQuery } from "../../shared/data/member-query.ts";
import { shelfMembershipQuery } from "../data/shelves/shelf-membership.ts";
import type { ShelfMembership } from "../../jersey/data/votes/shelves-beside.ts";

/** Reports on which of the member's shelves a jersey lies. Draws nothing. */
export default function ReadMembership({
  userId,
  jerseyId,
  onRead,
}: {
  userId: string;
  jerseyId: string;
  onRead: (membership: ShelfMembership | undefined) => void;
}) {
  const { data } = useMemberQuery(shelfMembershipQuery(userId, jerseyId));
  useEffect(() => {
    onRead(data);
    return () => onRead(undefined);
  }, [data, onRead]);
  return null;
}
