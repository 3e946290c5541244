import { queryOptions } from "@tanstack/react-query";

import { readMemberState } from "../member-state.ts";
import { roleKeys } from "./keys.ts";

/** Whether the member is an administrator. For display only: the database decides. */
export function isAdmin(userId: string) {
  return queryOptions({
    queryKey: roleKeys.isAdmin(userId),
    queryFn: async () => (await readMemberState(userId, "is_admin")).is_admin,
    staleTime: 60_000,
  });
}
