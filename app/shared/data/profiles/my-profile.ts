import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import { profileKeys } from "./keys.ts";

/** The member's own names. */
export function myProfile(userId: string) {
  return queryOptions({
    queryKey: profileKeys.mine(userId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("profiles")
        .select("username, display_name")
        .eq("id", userId)
        .maybeSingle()
        .throwOnError();
      return data;
    },
    staleTime: 60_000,
  });
}
