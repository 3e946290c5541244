import { queryOptions } from "@tanstack/react-query";

import { readMemberState } from "../member-state.ts";
import { profileKeys } from "./keys.ts";

/** The member's own names. */
export function myProfile(userId: string) {
  return queryOptions({
    queryKey: profileKeys.mine(userId),
    queryFn: async () => {
      const { username, display_name } = await readMemberState(userId, "username", "display_name");
      return { username, display_name };
    },
    staleTime: 60_000,
  });
}
