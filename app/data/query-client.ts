import { QueryClient } from "@tanstack/react-query";

import { onMemberChange } from "./session/use-session.ts";

/**
 * The cache of what a member's browser has asked for. Passed to each hook by hand
 * (`useQuery(options, queryClient)`) instead of through a provider around every page, so that
 * pages which are only read don't carry the library.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: 1 } },
});

// What one member has read is not for the next.
onMemberChange(() => queryClient.clear());
