import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import { queryClient } from "../../data/query-client.ts";
import { announce, placingOf, show } from "../../data/shelves/placing.ts";
import { putOn, type Shelf, takeOff } from "../../data/shelves/shelves.ts";

/** What a toggle asks for. */
interface Wish {
  shelf: Shelf;
  stands: boolean;
}

const DUPLICATE = "23505";

/** Where a jersey stands, and how to change that: at once on the page, then in the database. */
export function useShelves(userId: string, jerseyId: string) {
  const { t } = useTranslation("collection");
  const options = placingOf(userId, jerseyId);
  const { data: placing } = useQuery(options, queryClient);
  const at = (wish: Wish) => ({ userId, jerseyId, ...wish });

  const { mutate } = useMutation(
    {
      // Quick clicks are written one after the other, the last one wins.
      scope: { id: `placing ${jerseyId}` },
      mutationFn: async ({ shelf, stands }: Wish) => {
        const write = stands ? putOn : takeOff;
        await write(await browserClient(), shelf, userId, jerseyId);
      },
      onMutate: async (wish) => {
        await queryClient.cancelQueries({ queryKey: options.queryKey });
        show(at(wish));
      },
      onSuccess: (_, wish) => {
        announce(at(wish));
        toast.success(t(`${wish.stands ? "added" : "removed"}.${wish.shelf}`));
      },
      onError: (error, wish) => {
        const { code } = error as { code?: string };
        if (code === DUPLICATE && wish.stands) {
          // Another tab or device was faster: it stands there, as it was meant to.
          announce(at(wish));
          toast.error(t(`duplicate.${wish.shelf}`));
          return;
        }
        console.error("shelf not changed", error);
        show(at({ ...wish, stands: !wish.stands }));
        toast.error(t(`${wish.stands ? "addFailed" : "removeFailed"}.${wish.shelf}`));
      },
    },
    queryClient,
  );

  return {
    placing,
    toggle: async (shelf: Shelf) => {
      try {
        // The newest, not the rendered one: a second click may come before the next render.
        const known = await queryClient.ensureQueryData(options);
        mutate({ shelf, stands: !known[shelf] });
      } catch (error) {
        console.error("shelves not read", error);
        toast.error(t("loadFailed"));
      }
    },
  };
}
