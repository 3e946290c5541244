import { infiniteQueryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import { mergingKeys } from "./keys.ts";

const PAGE = 20;

/** What was merged or removed and isn't back, the latest first, for reviewers. */
export function goneJerseys() {
  return infiniteQueryOptions({
    queryKey: mergingKeys.allGone,
    queryFn: async ({ pageParam: from }) => {
      const client = await browserClient();
      const { data } = await client
        .from("gone_jerseys")
        .select("jersey_id, kind, title, team, season, reason, gone_at, undo_until")
        .order("gone_at", { ascending: false })
        .order("jersey_id")
        .range(from, from + PAGE - 1)
        .throwOnError();
      return data;
    },
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length === PAGE ? pages.length * PAGE : undefined),
    staleTime: 0,
  });
}
