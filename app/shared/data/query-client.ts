import { onlineManager, QueryClient } from "@tanstack/react-query";

import { onMemberChange } from "../session/use-session.ts";

/**
 * The cache of a member's queries. `useMemberQuery` and `useMemberMutation` pass it to TanStack
 * Query; a provider around every page would load the library for visitors too.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: 1 } },
});

// The library learns of changes only: a page that is opened without a network must wait, not fail. Node has a navigator that doesn't say.
if (typeof window !== "undefined") onlineManager.setOnline(navigator.onLine);

// The next member must not see the data of the one before.
onMemberChange(() => queryClient.clear());
