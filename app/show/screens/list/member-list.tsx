import { useEffect, useMemo } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../../shared/components/load-failed.tsx";
import { MessageScreen } from "../../../shared/components/message-screen.tsx";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { localJersey } from "../../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { ownList } from "../../data/own-lists.ts";
import EmptyList from "../../list-editor/empty-list.tsx";
import { ListBar } from "../../list-editor/list-bar.tsx";
import { ListView } from "./list-view.tsx";

/** A list that only its member sees, with their rights. Lazy, because of the query library. */
export default function MemberList({ id, memberId }: { id: string; memberId: string }) {
  const { t } = useTranslation(["lists", "common"]);
  const lang = useLanguage();
  const { data: list, isPending, isError, refetch } = useMemberQuery(ownList(memberId, id));
  const title = list?.title;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  const jerseys = useMemo(
    () => ({
      items: (list?.items ?? []).flatMap(({ jersey, note }) =>
        jersey ? [{ ...localJersey(jersey, lang), note }] : [],
      ),
      after: null,
      next: null,
    }),
    [list, lang],
  );
  if (isPending) return <Skeleton className="page mt-8 h-96" />;
  if (isError && !list) {
    return <LoadFailed onRetry={refetch} />;
  }
  if (!list)
    return (
      <MessageScreen
        numeral="404"
        title={t("common:notFound.title")}
        text={t("common:notFound.text")}
      />
    );
  return (
    <ListView
      isOwn
      list={{ ...list, jerseys: jerseys.items.length }}
      bar={<ListBar memberId={memberId} list={list} />}
      jerseys={jerseys}
      fill={<EmptyList userId={memberId} list={list} />}
    />
  );
}
