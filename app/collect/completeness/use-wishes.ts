import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { wishFor } from "../data/shelves/completeness.ts";
import { shelfKeys } from "../data/shelves/keys.ts";
import { wishNoMore } from "../data/shelves/missing.ts";

interface Change {
  ids: string[];
  isWished: boolean;
}

/** Puts missing jerseys on the wishlist, one or many, with undo, and takes them off again. */
export function useWishes(userId: string) {
  const { t } = useTranslation(["collection", "common"]);
  const { mutate, isPending } = useMemberMutation({
    write: (client, { ids, isWished }: Change) =>
      isWished ? wishFor(client, userId, ids) : wishNoMore(client, userId, ids),
    invalidates: [shelfKeys.lists(userId), shelfKeys.memberships(userId)],
    onSuccess: (_, { ids, isWished }) => {
      const count = ids.length;
      if (!isWished) return toast.success(t("owned.removed", { count }));
      toast.success(t("complete.wished", { count }), {
        label: t("common:action.undo"),
        onClick: () => mutate({ ids, isWished: false }),
      });
    },
    onError: (error, { isWished }) => {
      console.error("wishlist not changed", error);
      toast.error(t(`${isWished ? "addFailed" : "removeFailed"}.wishlist`));
    },
  });
  return {
    isPending,
    wish: (ids: string[]) => mutate({ ids, isWished: true }),
    unwish: (ids: string[]) => mutate({ ids, isWished: false }),
  };
}
