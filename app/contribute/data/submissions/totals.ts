import { queryOptions } from "@tanstack/react-query";

import { allRows } from "../../../shared/data/all-rows.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { submissionKeys } from "./keys.ts";

/** All votes on the member's jerseys together. */
export function myTotals(userId: string) {
  return queryOptions({
    queryKey: submissionKeys.totals(userId),
    queryFn: async () => {
      const client = await browserClient();
      const rows = await allRows((from, to) =>
        client
          .from("jerseys")
          .select("upvotes, downvotes")
          .eq("author_id", userId)
          .order("id")
          .range(from, to)
          .throwOnError(),
      );
      const up = rows.reduce((sum, { upvotes }) => sum + upvotes, 0);
      const down = rows.reduce((sum, { downvotes }) => sum + downvotes, 0);
      return { up, down, votes: up + down, score: up - down };
    },
  });
}
