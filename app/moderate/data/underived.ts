import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";

/** How many changes could not be brought into lists, counts and search, and since when; null if all could. */
export function underived() {
  return queryOptions({
    queryKey: ["underived"],
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("underived").throwOnError();
      return data[0] ?? null;
    },
    staleTime: 60_000,
  });
}
