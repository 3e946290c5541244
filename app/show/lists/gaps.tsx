import { Heart } from "lucide-react";
import { queryOptions } from "@tanstack/react-query";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { CopyAsText } from "../../collect/completeness/copy-as-text.tsx";
import { SetProgress } from "../../collect/completeness/set-progress.tsx";
import { useWishes } from "../../collect/completeness/use-wishes.ts";
import { heldKey } from "../data/own-lists.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { stepsOf } from "../../shared/data/in-steps.ts";
import { jerseysByIds } from "../../shared/data/jerseys/by-ids.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";

/** The public jerseys of a list, and whether the member has or wishes for each. */
function heldOf(userId: string, listId: string) {
  return queryOptions({
    queryKey: heldKey(userId, listId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("held_of_list", { list_id: listId }).throwOnError();
      return data as { jersey_id: string; is_held: boolean; is_wished: boolean }[];
    },
    staleTime: 0,
  });
}

/** “You have 7 of 20”, all of them as text, and the other 13 to the wishlist in one press. */
export default function Gaps({
  userId,
  listId,
  own,
}: {
  userId: string;
  listId: string;
  /** How many shirts the member's own list has: those without a page are theirs. */
  own?: number | undefined;
}) {
  const { t } = useTranslation("lists");
  const lang = useLanguage();
  const { data: jerseys } = useMemberQuery(heldOf(userId, listId));
  const { wish, isPending } = useWishes(userId);
  if (!jerseys || jerseys.length === 0) return null;
  const missing = jerseys.filter(({ is_held }) => !is_held);
  const toWish = missing.filter(({ is_wished }) => !is_wished).map(({ jersey_id }) => jersey_id);
  const total = Math.max(own ?? 0, jerseys.length);
  const held = total - missing.length;

  async function titled(listed: NonNullable<typeof jerseys>) {
    const client = await browserClient();
    const ids = listed.map(({ jersey_id }) => jersey_id);
    const steps = await Promise.all(stepsOf(ids).map((some) => jerseysByIds(client, some, lang)));
    const found = new Map(steps.flatMap((some) => [...some]));
    return listed.flatMap(({ jersey_id, is_held: isHeld, is_wished: isWished }) => {
      const jersey = found.get(jersey_id);
      return jersey ? [{ ...jersey, isHeld, isWished }] : [];
    });
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl bg-surface p-4 sm:px-6">
      <div className="grid min-w-48 grow gap-2">
        <p className="font-semibold">
          {missing.length === 0 ? t("gaps.all") : t("gaps.have", { held, count: total })}
        </p>
        <SetProgress held={held} total={total} />
      </div>
      <CopyAsText jerseys={() => titled(jerseys)} />
      {toWish.length > 0 ? (
        <Button variant="outline" busy={isPending} onClick={() => wish(toWish)}>
          <Heart aria-hidden />
          {t("gaps.wish", { count: toWish.length })}
        </Button>
      ) : (
        missing.length > 0 && <p className="text-sm text-muted">{t("gaps.wished")}</p>
      )}
    </div>
  );
}
