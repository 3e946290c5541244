import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { Button } from "../../shared/ui/button.tsx";
import { shelfKeys } from "../data/shelves/keys.ts";
import { wishNoMore } from "../data/shelves/missing.ts";
import { ownedWishes, type Wish, wishAgain } from "../data/shelves/wishes.ts";

const LINE =
  "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-surface px-4 py-2.5 text-sm";

/** Offers to end the wishes that have come true (docs/product/collect.md 7.10); nothing if none has. */
export function OwnedWishes({ userId }: { userId: string }) {
  const { t } = useTranslation(["collection", "common"]);
  const { data: owned = [] } = useMemberQuery(ownedWishes(userId));
  const [ended, setEnded] = useState<readonly Wish[]>([]);
  const invalidates = [shelfKeys.lists(userId), shelfKeys.memberships(userId)];
  const { mutate: bringBack, isPending: isReturning } = useMemberMutation({
    write: wishAgain,
    invalidates,
    onSuccess: () => setEnded([]),
    onError: (error) => {
      console.error("wishes not brought back", error);
      toast.error(t("addFailed.wishlist"));
    },
  });
  const { mutate: end, isPending } = useMemberMutation({
    write: (client, wishes: readonly Wish[]) =>
      wishNoMore(
        client,
        userId,
        wishes.map(({ jersey_id }) => jersey_id),
      ),
    invalidates,
    onSuccess: (_, wishes) => setEnded(wishes),
    onError: (error) => {
      console.error("wishes not ended", error);
      toast.error(t("removeFailed.wishlist"));
    },
  });
  if (ended.length > 0) {
    return (
      <p role="status" className={LINE}>
        {t("owned.removed", { count: ended.length })}
        <Button variant="outline" size="sm" busy={isReturning} onClick={() => bringBack(ended)}>
          {t("common:action.undo")}
        </Button>
      </p>
    );
  }
  if (owned.length === 0) return null;
  return (
    <p className={LINE}>
      {t("owned.text", { count: owned.length })}
      <Button variant="outline" size="sm" busy={isPending} onClick={() => end(owned)}>
        {t("unwish")}
      </Button>
    </p>
  );
}
