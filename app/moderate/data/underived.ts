import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";

/** Since when some changes could not be brought into lists, counts and search; null if all could. */
export function underived() {
  return queryOptions({
    queryKey: ["underived"],
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("underived").throwOnError();
      return data;
    },
    staleTime: 60_000,
  });
}
