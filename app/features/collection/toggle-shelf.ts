import { MutationObserver } from "@tanstack/react-query";
import type { TFunction } from "i18next";

import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { queryClient } from "../../data/query-client.ts";
import {
  announceShelfChange,
  shelfMembershipQuery,
  applyShelfChange,
} from "../../data/shelves/shelf-membership.ts";
import { putOn, type Shelf, takeOff } from "../../data/shelves/shelves.ts";

/** Toggles a jersey on a member's shelf. The page changes at once; a failure rolls it back. */
export async function toggleShelf(
  userId: string,
  jerseyId: string,
  shelf: Shelf,
  t: TFunction<"collection">,
): Promise<void> {
  const membership = shelfMembershipQuery(userId, jerseyId);
  let isOnShelf: boolean;
  try {
    // Reads the cache, not the rendered state: a second click may come before the next render.
    const known = queryClient.getQueryData(membership.queryKey);
    // Without a network the query would wait instead of failing.
    if (!known && !navigator.onLine) throw new TypeError("offline");
    isOnShelf = !(known ?? (await queryClient.ensureQueryData(membership)))[shelf];
  } catch (error) {
    console.error("shelves not read", error);
    return toast.error(t("loadFailed"));
  }
  await changeShelf({ userId, jerseyId, shelf, isOnShelf }, t);
}

/** Puts a jersey on a member's shelf or takes it off, and says so. */
export async function changeShelf(
  change: { userId: string; jerseyId: string; shelf: Shelf; isOnShelf: boolean },
  t: TFunction<"collection">,
): Promise<void> {
  const { userId, jerseyId, shelf, isOnShelf } = change;

  const mutation = new MutationObserver(queryClient, {
    // Mutations of one scope run one after the other, so the last click wins.
    scope: { id: `shelf-membership ${jerseyId}` },
    networkMode: "always", // offline, it fails at once, and the member sees it
    mutationFn: async () => {
      const write = isOnShelf ? putOn : takeOff;
      await write(await browserClient(), shelf, userId, jerseyId);
    },
    onMutate: async () => {
      const { queryKey } = shelfMembershipQuery(userId, jerseyId);
      await queryClient.cancelQueries({ queryKey });
      applyShelfChange(change);
    },
    onSuccess: () => {
      announceShelfChange(change);
      toast.success(t(`${isOnShelf ? "added" : "removed"}.${shelf}`));
    },
    onError: (error) => {
      if (isOnShelf && databaseProblem(error).kind === "duplicate") {
        // Another tab or device was faster: the jersey is on the shelf already.
        announceShelfChange(change);
        return toast.error(t(`duplicate.${shelf}`));
      }
      console.error("shelf not changed", error);
      applyShelfChange({ ...change, isOnShelf: !isOnShelf });
      toast.error(t(`${isOnShelf ? "addFailed" : "removeFailed"}.${shelf}`));
    },
  });
  // `onError` has shown the failure.
  await mutation.mutate().catch(() => undefined);
}
