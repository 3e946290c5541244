import { CheckCheck } from "lucide-react";
import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberPages } from "../../shared/data/member-query.ts";
import { reviewQueue } from "../data/review/queue.ts";
import { filterOf, type ReviewFilter } from "../domain/review.ts";
import { GoneList } from "../merging/gone-list.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { Opened } from "./opened.tsx";
import type { FromScreen, OpenedKeys } from "./parts.tsx";
import { ReviewBar } from "./review-bar.tsx";
import { ReviewList } from "./review-list.tsx";
import { focusOn, useFocusInside } from "./use-focus-inside.ts";
import { useOpened } from "./use-opened.ts";
import { useTitle } from "./use-title.ts";
import { useUndoLastDecision } from "./use-undo-last-decision.ts";

/** All that waits for reviewers, with what the address filters. */
export default function ReviewQueue(props: FromScreen) {
  const [params] = useSearchParams();
  const filter = filterOf(params);
  const [isHelp, setHelp] = useState(false);
  const onHelp = () => setHelp(true);
  const article = useRef<HTMLElement>(null);
  return (
    <div className="grid grid-cols-1 gap-6">
      <ReviewBar filter={filter} onHelp={onHelp} />
      <Queue
        key={JSON.stringify(filter)}
        filter={filter}
        article={article}
        onHelp={onHelp}
        {...props}
      />
      <GoneList />
      {isHelp && (
        <KeysDialog onClose={() => setHelp(false)} onClosed={() => focusOn(article.current)} />
      )}
    </div>
  );
}

/** The oldest first; one thing is open at a time. */
function Queue({
  filter,
  article,
  onHelp,
  onMergeOrRemove,
  ...props
}: FromScreen & {
  filter: ReviewFilter;
  article: RefObject<HTMLElement | null>;
  onHelp: () => void;
}) {
  const { t } = useTranslation("review");
  const titleOf = useTitle();
  const list = useMemberPages(reviewQueue(filter));
  const rows = list.data?.pages.flat() ?? [];
  const { row, place, isGone, choose, leave } = useOpened(rows);
  const keys = useRef<OpenedKeys>(null);
  const root = useRef<HTMLDivElement>(null);
  const { keep, ...focus } = useFocusInside(
    root,
    () => article.current ?? (list.data && root.current),
  );
  const undo = useUndoLastDecision({
    onBack: (id) => {
      choose(id, place);
      keep();
    },
  });

  function open(next: number) {
    const id = rows[next]?.id;
    if (id) choose(id, next);
    if (next >= rows.length - 1 && list.hasNextPage) void list.fetchNextPage();
    requestAnimationFrame(() => focusOn(article.current));
  }
  // What has left has no place any more: the one after it is there.
  const openNext = () => open(isGone ? place : place + 1);

  function onKeyDown(event: KeyboardEvent) {
    const { key, target, currentTarget } = event;
    // The events of dialogs come here too.
    if (!currentTarget.contains(target as Node) || event.repeat || !isFree(event)) return;
    if (key === "j") openNext();
    else if (key === "k") open(place - 1);
    else if (key === "u") undo.last();
    else if (key === "?") onHelp();
    else if (key === "a" || key === "r" || key === "e") keys.current?.[key]?.();
    else return;
    event.preventDefault();
  }

  const isFiltered = Object.keys(filter).length > 0;
  return (
    // Letters decide only while the focus is in here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts of the buttons inside
    <div
      ref={root}
      role="group"
      aria-label={t("list")}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      {...focus}
      className="grid grid-cols-1 gap-6 outline-none"
    >
      {list.isPending && <Skeleton className="h-96 rounded-2xl" />}
      {list.isError && !list.data && <LoadFailed title={t("loadFailed")} onRetry={list.refetch} />}
      {list.data && !row && (
        <EmptyState
          icon={<CheckCheck aria-hidden />}
          title={t(isFiltered ? "emptyFiltered" : "empty")}
        />
      )}
      {row && (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <ReviewList
            rows={rows}
            openId={row.id}
            hasMore={list.hasNextPage}
            isBusy={list.isFetchingNextPage}
            onOpen={open}
            onMore={() => void list.fetchNextPage()}
          />
          <Opened
            key={row.id}
            row={row}
            others={rows.filter(({ id, target_id: of }) => id !== row.id && of === row.target_id)}
            onOpen={({ id }) => open(rows.findIndex((other) => other.id === id))}
            articleRef={article}
            isCheck={filter.to_check ?? false}
            keysRef={keys}
            isGone={isGone}
            onNext={openNext}
            onDecided={(ids, message, takeBack) => {
              leave(ids);
              // Its dialog took the focus.
              keep();
              if (message) undo.offer(message, takeBack, row.id, titleOf(row));
            }}
            {...props}
            {...(onMergeOrRemove && {
              onMergeOrRemove: (leaving) =>
                onMergeOrRemove(leaving, () => {
                  leave([row.id]);
                  keep();
                }),
            })}
          />
        </div>
      )}
    </div>
  );
}

/** True for a letter that nothing else takes. */
function isFree({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return !(
    target instanceof Element &&
    target.closest("textarea, select, input:not([type=radio], [type=checkbox])")
  );
}
