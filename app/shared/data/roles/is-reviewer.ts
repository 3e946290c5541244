import { queryOptions } from "@tanstack/react-query";

import { readMemberState } from "../member-state.ts";
import { roleKeys } from "./keys.ts";

/** Whether the member is a reviewer or an administrator. For display only: the database decides. */
export function isReviewer(userId: string) {
  return queryOptions({
    queryKey: roleKeys.isReviewer(userId),
    queryFn: async () => (await readMemberState(userId, "is_reviewer")).is_reviewer,
    staleTime: 60_000,
  });
}
