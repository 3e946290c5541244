import { type RefObject, useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";

import type { Comment } from "../data/comments/comments.ts";
import { reportedContent } from "../../shared/domain/reported-content.ts";
import { commentAnchor } from "./comment-item.tsx";

/** A link to an older comment than these pages hold only leads to the list: it may be gone. */
const MOST_PAGES = 20;

/** Id of the comment that the fragment of the address names: after hydration, as servers don't know it. */
export function useLinkedComment(): string | undefined {
  const { hash } = useLocation();
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const named = isHydrated ? reportedContent(hash) : undefined;
  return named?.type === "comment" ? named.id : undefined;
}

/** Loads pages until the linked comment is there, then scrolls to it. */
export function useReadOnToLinked({
  list,
  pages,
  isMore,
  readOn,
}: {
  list: RefObject<HTMLElement | null>;
  pages: readonly { comments: readonly Comment[] }[];
  /** True if another page can be requested now. */
  isMore: boolean;
  readOn: () => void;
}): void {
  const linked = useLinkedComment();
  const page = pages.findIndex(({ comments }) => comments.some(({ id }) => id === linked));
  const isMissing = linked !== undefined && page < 0;
  const loads = isMissing && isMore && pages.length < MOST_PAGES;
  useEffect(() => {
    if (loads) readOn();
  }, [loads, readOn]);

  // The browser itself scrolls to a comment of the first page.
  const isLate = page > 0;
  useEffect(() => {
    if (!isLate) return;
    const comment = list.current?.querySelector(`#${commentAnchor(linked!)}`);
    comment?.scrollIntoView();
    comment?.closest("li")?.focus({ preventScroll: true });
  }, [isLate, linked, list]);
}
