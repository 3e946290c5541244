import { CheckCheck } from "lucide-react";
import { type ReactNode, useRef } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { markRead, noticeList, unreadNotices } from "../data/notices/notices.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberPages, useMemberQuery } from "../../shared/data/member-query.ts";
import { NoticeItem } from "./notice-item.tsx";
import { useMarkRead } from "./use-mark-read.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";

/** The member's notices. Notices on the screen are marked as read. */
export function Notices({ userId, empty }: { userId: string; empty?: ReactNode }) {
  const { t } = useTranslation(["notices", "common"]);
  const list = useRef<HTMLUListElement>(null);
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useMemberPages(noticeList(userId));
  const { data: unread = 0 } = useMemberQuery(unreadNotices(userId));
  const notices = data?.pages.flatMap((page) => page.notices) ?? [];
  useMarkRead(userId, notices, list);
  const { mutate: readAll } = useMemberMutation({
    write: () => markRead(userId),
    onSuccess: () => refetch(),
    onError: (error) => {
      console.error("notices not marked as read", error);
      toast.error(t("common:errors.failed"));
    },
  });

  if (isPending) return <Skeleton className="h-24" />;
  if (isError && !data) {
    return <LoadFailed onRetry={refetch} />;
  }
  if (notices.length === 0) return empty;

  /** Loads the next page and moves the focus to its first notice. */
  async function more() {
    const reached = notices.length;
    await fetchNextPage();
    list.current?.querySelectorAll<HTMLElement>(":scope > li")[reached]?.focus();
  }

  return (
    <div className="grid gap-4">
      <ul ref={list} className="border-b border-line">
        {notices.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} userId={userId} />
        ))}
      </ul>
      {(hasNextPage || unread > 0) && (
        <div className="flex flex-wrap justify-center gap-3">
          {hasNextPage && (
            <MoreButton isReading={isFetchingNextPage} onMore={() => void more()}>
              {t(isFetchingNextPage ? "common:loading" : "common:action.more")}
            </MoreButton>
          )}
          {unread > 0 && (
            <Button variant="ghost" onClick={() => readAll()}>
              <CheckCheck aria-hidden />
              {t("notices:readAll")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
