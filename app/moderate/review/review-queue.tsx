import { CheckCheck } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberPages, useMemberQuery } from "../../shared/data/member-query.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { queueFigures } from "../../contribute/data/suggestions/figures.ts";
import { reviewQueue } from "../data/review/queue.ts";
import { offensiveFirst } from "../domain/offensive-first.ts";
import { filterOf, type ReviewFilter, TO_CHECK } from "../domain/review.ts";
import { GoneList } from "../merging/gone-list.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { LastDecision } from "./last-decision.tsx";
import { MyDecisions } from "./my-decisions.tsx";
import { Opened } from "./opened.tsx";
import type { FromScreen, OpenedKeys } from "./parts.tsx";
import { ReviewBar } from "./review-bar.tsx";
import { ReviewList } from "./review-list.tsx";
import { useLetters } from "./use-letters.ts";
import { useOpened } from "./use-opened.ts";
import { useTitle } from "./use-title.ts";
import { useUndoLastDecision } from "./use-undo-last-decision.ts";

/** All that waits for reviewers, with what the address filters. */
export default function ReviewQueue(props: FromScreen) {
  const [params] = useSearchParams();
  const filter = filterOf(params);
  const [isHelp, setHelp] = useState(false);
  /** What a letter does with the queue on the screen. */
  const press = useRef<(key: string) => boolean>(null);
  const letters = useLetters((key) => {
    if (key !== "?") return press.current?.(key) ?? false;
    setHelp(true);
    return true;
  });
  return (
    <div className="grid grid-cols-1 gap-3 md:gap-4">
      <ReviewBar filter={filter} onHelp={() => setHelp(true)} />
      <Queue key={JSON.stringify(filter)} filter={filter} pressRef={press} {...props} />
      <GoneList />
      <MyDecisions />
      {isHelp && (
        <KeysDialog
          isOn={letters.isOn}
          onSwitch={letters.switchTo}
          onClose={() => setHelp(false)}
        />
      )}
    </div>
  );
}

/** The oldest first; one thing is open at a time. */
function Queue({
  filter,
  pressRef,
  ...props
}: FromScreen & {
  filter: ReviewFilter;
  pressRef: RefObject<((key: string) => boolean) | null>;
}) {
  const { t } = useTranslation("review");
  const titleOf = useTitle();
  const list = useMemberPages(reviewQueue(filter));
  const rows = offensiveFirst(list.data?.pages.flat() ?? []);
  const { row, place, isGone, choose, leave } = useOpened(rows);
  const keys = useRef<OpenedKeys>(null);
  const article = useRef<HTMLElement>(null);
  const decision = useUndoLastDecision({ onBack: (id) => choose(id, place) });
  const rowId = row?.id;

  // What had the focus is gone with the thing before: the next one takes it, once the dialog of the decision is gone, too.
  const isAwaiting = useRef(false);
  useEffect(() => {
    isAwaiting.current = rowId !== undefined;
  }, [rowId]);
  useEffect(() => {
    // A press beside everything focuses what is around it.
    if (!isAwaiting.current || !document.activeElement?.contains(article.current)) return;
    isAwaiting.current = false;
    focusOn(article.current);
  });

  function open(next: number) {
    const id = rows[next]?.id;
    if (id) choose(id, next);
    if (next >= rows.length - 1 && list.hasNextPage) void list.fetchNextPage();
    requestAnimationFrame(() => focusOn(article.current));
  }
  // What has left has no place any more: the one after it is there.
  const openNext = () => open(isGone ? place : place + 1);

  useEffect(() => {
    pressRef.current = (key) => {
      if (key === "j") openNext();
      else if (key === "k") open(place - 1);
      else if (key === "u") decision.undo();
      else if (key === "a" || key === "r" || key === "e") keys.current?.[key]?.();
      else return false;
      return true;
    };
    return () => {
      pressRef.current = null;
    };
  });

  const { last } = decision;
  const notice = (
    <LastDecision message={last?.message} onUndo={last?.undo && (() => decision.undo())} />
  );
  const isFiltered = Object.keys(filter).length > 0;
  const lang = useLanguage();
  const { data: figures } = useMemberQuery(queueFigures());
  // What was public at once is looked at when nothing waits.
  const toCheck = isFiltered ? 0 : (figures?.toCheck ?? 0);
  return (
    <div role="group" aria-label={t("list")} className="grid grid-cols-1 gap-6">
      {list.isPending && <Skeleton className="h-96 rounded-2xl" />}
      {list.isError && !list.data && <LoadFailed onRetry={list.refetch} />}
      {list.data && !row && (
        <>
          <EmptyState
            icon={<CheckCheck aria-hidden />}
            title={t(isFiltered ? "emptyFiltered" : "empty")}
            action={
              toCheck > 0 && (
                <Link
                  to={{ search: `?kind=${TO_CHECK}` }}
                  preventScrollReset
                  className={button({ variant: "outline" })}
                >
                  {`${t("filters.toCheck")} (${formatNumber(toCheck, lang)})`}
                </Link>
              )
            }
          />
          {notice}
        </>
      )}
      {row && (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <Opened
            key={row.id}
            row={row}
            others={rows.filter(({ id, target_id: of }) => id !== row.id && of === row.target_id)}
            onOpen={({ id }) => open(rows.findIndex((other) => other.id === id))}
            articleRef={article}
            isCheck={filter.to_check ?? false}
            keysRef={keys}
            isGone={isGone}
            notice={notice}
            onNext={openNext}
            onDecided={(ids, message, undo) => {
              leave(ids);
              if (message) decision.offer({ message, undo, rowId: row.id, title: titleOf(row) });
            }}
            {...props}
          />
          <ReviewList
            rows={rows}
            openId={row.id}
            hasMore={list.hasNextPage}
            isBusy={list.isFetchingNextPage}
            onOpen={open}
            onMore={() => void list.fetchNextPage()}
          />
        </div>
      )}
    </div>
  );
}

/** The bar of the site covers as much at the top. */
const HEADER_PX = 80;

/** The next thing begins in view, also after a long one. */
function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  const { top } = element.getBoundingClientRect();
  if (top < HEADER_PX || top > innerHeight / 2) element.scrollIntoView({ block: "start" });
}
