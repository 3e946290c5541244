import { CheckCheck } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberPages } from "../../shared/data/member-query.ts";
import { reviewQueue, type Waiting } from "../data/review/queue.ts";
import { filterOf, type ReviewFilter } from "../../contribute/domain/review.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { Opened } from "./opened.tsx";
import type { FromScreen, OpenedKeys } from "./parts.tsx";
import { ReviewBar } from "./review-bar.tsx";
import { ReviewList } from "./review-list.tsx";
import { useUndo } from "./use-undo.ts";

/** All that waits for reviewers, with what the address filters. */
export default function ReviewQueue(props: FromScreen) {
  const [params] = useSearchParams();
  const filter = filterOf(params);
  const [isHelp, setHelp] = useState(false);
  const onHelp = () => setHelp(true);
  return (
    <div className="grid grid-cols-1 gap-6">
      <ReviewBar filter={filter} onHelp={onHelp} />
      <Queue key={JSON.stringify(filter)} filter={filter} onHelp={onHelp} {...props} />
      {isHelp && <KeysDialog onClose={() => setHelp(false)} />}
    </div>
  );
}

/** The oldest first; one thing is open at a time. */
function Queue({
  filter,
  onHelp,
  ...props
}: FromScreen & { filter: ReviewFilter; onHelp: () => void }) {
  const { t } = useTranslation("review");
  const list = useMemberPages(reviewQueue(filter));
  const rows = withoutRepeated(list.data?.pages.flat() ?? []);
  const [chosen, setChosen] = useState({ id: "", place: 0 });
  const keys = useRef<OpenedKeys>(null);
  const root = useRef<HTMLDivElement>(null);
  const article = useRef<HTMLElement>(null);
  const decided = useRef(new Set<string>());
  const undo = useUndo({ onBack: (id) => setChosen({ id, place: 0 }) });

  // After a decision, the next one has the same place.
  const found = rows.findIndex(({ id }) => id === chosen.id);
  const place = found === -1 ? Math.min(chosen.place, rows.length - 1) : found;
  const row = rows[place];
  useArrival(row, rows, (former) => {
    const isIdle = document.activeElement === document.body;
    if (!former) return isIdle && article.current?.focus({ preventScroll: true });
    if (!decided.current.has(former.id)) toast.info(t("left", { title: former.title }));
    if (isIdle) focusOn(article.current ?? root.current);
  });

  function open(next: number) {
    const id = rows[next]?.id;
    if (id) setChosen({ id, place: next });
    if (next >= rows.length - 1 && list.hasNextPage) void list.fetchNextPage();
    requestAnimationFrame(() => focusOn(article.current));
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, target, currentTarget } = event;
    // The events of dialogs come here too.
    if (!currentTarget.contains(target as Node) || event.repeat || !isFree(event)) return;
    if (key === "j") open(place + 1);
    else if (key === "k") open(place - 1);
    else if (key === "u") undo.last?.();
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
      className="grid grid-cols-1 gap-6 outline-none"
    >
      {list.isPending && <Skeleton className="h-96 rounded-2xl" />}
      {list.isError && !list.data && (
        <EmptyState
          title={t("loadFailed")}
          action={<Button onClick={() => void list.refetch()}>{t("retry")}</Button>}
        />
      )}
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
            articleRef={article}
            isCheck={filter.to_check ?? false}
            keysRef={keys}
            onDecided={(ids, message, batchId) => {
              for (const id of ids) decided.current.add(id);
              if (message) undo.offer(message, batchId ?? null, row.id);
            }}
            {...props}
          />
        </div>
      )}
    </div>
  );
}

/** Reports about the same thing are settled together: the oldest stands for all. */
function withoutRepeated(rows: Waiting[]): Waiting[] {
  const thing = (row: Waiting) => (row.kind === "report" ? row.target_id : row.id);
  return [...new Map(rows.toReversed().map((row) => [thing(row), row])).values()].reverse();
}

/** Calls back when the first row opens, and when another one opens because the former has left. */
function useArrival(
  row: Waiting | undefined,
  rows: Waiting[],
  onArrival: (former: Waiting | undefined) => void,
): void {
  const shown = useRef<Waiting>(undefined);
  useEffect(() => {
    const former = shown.current;
    shown.current = row;
    const hasLeft = former && !rows.some(({ id }) => id === former.id);
    if (former ? hasLeft : row) onArrival(former);
  });
}

/** The bar of the site covers as much at the top. */
const HEADER_PX = 80;

/** On a phone the list is above, and after a long one the next begins out of view. */
function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  const { top } = element.getBoundingClientRect();
  if (top < HEADER_PX || top > innerHeight / 2) element.scrollIntoView({ block: "start" });
}

/** True for a letter that nothing else takes. */
function isFree({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return !(
    target instanceof Element &&
    target.closest("textarea, select, input:not([type=radio], [type=checkbox])")
  );
}
