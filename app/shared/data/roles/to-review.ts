import { queryOptions } from "@tanstack/react-query";

import { readMemberState } from "../member-state.ts";
import { roleKeys } from "./keys.ts";

/** How much of the queue a reviewer can decide, without what is their own; 0 for other members. */
export function toReview(userId: string) {
  return queryOptions({
    queryKey: roleKeys.toReview(userId),
    queryFn: async () => (await readMemberState(userId, "to_review")).to_review,
    staleTime: 60_000,
  });
}
