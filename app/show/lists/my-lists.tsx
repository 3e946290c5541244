import { ListOrdered } from "lucide-react";
import { useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { NewList } from "../add-to-list/new-list.tsx";
import { ownLists } from "../data/own-lists.ts";
import { ListCards } from "./list-cards.tsx";

/** A member's lists in their account, and the way to a new one. */
export default function MyLists({ userId }: { userId: string }) {
  const { t } = useTranslation(["lists", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const navigate = useNavigate();
  const { data: lists, isError, refetch } = useMemberQuery(ownLists(userId));
  if (isError && !lists) {
    return <LoadFailed onRetry={refetch} />;
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="max-w-2xl">
        <NewList
          userId={userId}
          onMade={({ id }) => void navigate(to("list", { id }), { state: { isNew: true } })}
        />
      </div>
      {!lists ? (
        <Skeleton className="h-48" />
      ) : lists.length === 0 ? (
        <EmptyState icon={<ListOrdered aria-hidden />} title={t("lists:mine.none")} />
      ) : (
        <ListCards
          lists={lists.map(({ covers, is_public, is_hidden, ...list }) => ({
            ...list,
            covers: covers.map((jersey) => localJersey(jersey, lang)),
            mark: (
              <Badge>
                {t(`lists:mine.${is_hidden ? "hidden" : is_public ? "public" : "private"}`)}
              </Badge>
            ),
          }))}
        />
      )}
    </div>
  );
}
