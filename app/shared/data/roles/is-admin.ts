import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import { roleKeys } from "./keys.ts";

/** Whether the member is an administrator. For display only: the database decides. */
export function isAdmin(userId: string) {
  return queryOptions({
    queryKey: roleKeys.isAdmin(userId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("is_admin", { user_id: userId }).throwOnError();
      return data;
    },
    staleTime: 60_000,
  });
}
