import { MutationObserver } from "@tanstack/react-query";
import type { TFunction } from "i18next";

import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import { queryClient } from "../../data/query-client.ts";
import { announce, placingOf, show } from "../../data/shelves/shelf-membership.ts";
import { putOn, type Shelf, takeOff } from "../../data/shelves/shelves.ts";

const DUPLICATE = "23505";

/** Puts a jersey on a member's shelf or takes it off: at once on the page, then in the database. */
export async function toggleShelf(
  userId: string,
  jerseyId: string,
  shelf: Shelf,
  t: TFunction<"collection">,
): Promise<void> {
  const placing = placingOf(userId, jerseyId);
  let stands: boolean;
  try {
    // The newest, not the rendered one: a second click may come before the next render.
    stands = !(await queryClient.ensureQueryData(placing))[shelf];
  } catch (error) {
    console.error("shelves not read", error);
    return toast.error(t("loadFailed"));
  }
  const move = { userId, jerseyId, shelf, stands };

  const mutation = new MutationObserver(queryClient, {
    // Quick clicks are written one after the other, the last one wins.
    scope: { id: `placing ${jerseyId}` },
    mutationFn: async () => {
      const write = stands ? putOn : takeOff;
      await write(await browserClient(), shelf, userId, jerseyId);
    },
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey: placing.queryKey });
      show(move);
    },
    onSuccess: () => {
      announce(move);
      toast.success(t(`${stands ? "added" : "removed"}.${shelf}`));
    },
    onError: (error) => {
      if (stands && (error as { code?: string }).code === DUPLICATE) {
        // Another tab or device was faster: it stands there, as it was meant to.
        announce(move);
        return toast.error(t(`duplicate.${shelf}`));
      }
      console.error("shelf not changed", error);
      show({ ...move, stands: !stands });
      toast.error(t(`${stands ? "addFailed" : "removeFailed"}.${shelf}`));
    },
  });
  // The failure has been told.
  await mutation.mutate().catch(() => undefined);
}
