import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import { suggestionKeys } from "./keys.ts";

/** Where a member stands: the figures from which trust is computed. */
interface Trust {
  /** Suggestions decided within a year. */
  decided: number;
  /** The last of these, fifty at most, and how many of them were accepted in full. */
  recent: number;
  recent_accepted: number;
  /** Their changes that were undone within thirty days. */
  undone: number;
  /** True if their small corrections are public at once. */
  is_trusted: boolean;
}

/** Where this member stands. */
export function myTrust(userId: string) {
  return queryOptions({
    queryKey: suggestionKeys.trust(userId),
    queryFn: async () => {
      const { data } = await (await browserClient()).rpc("my_trust").throwOnError();
      // The schema doesn't declare a function's columns as not null.
      return (data[0] as Trust | undefined) ?? null;
    },
    staleTime: 0,
  });
}
