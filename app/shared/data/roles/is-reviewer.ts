import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import { roleKeys } from "./keys.ts";

/** Whether the member is a reviewer or an administrator. For display only: the database decides. */
export function isReviewer(userId: string) {
  return queryOptions({
    queryKey: roleKeys.isReviewer(userId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("is_reviewer", { user_id: userId }).throwOnError();
      return data;
    },
    staleTime: 60_000,
  });
}
