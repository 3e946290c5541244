import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import { type Comment, type CommentCursor, type CommentPage, commentPage } from "./comments.ts";
import { commentKeys } from "./keys.ts";

/** The comments that this viewer sees, starting with those of the rendered page. */
export function liveComments(jerseyId: string, viewerId: string | undefined, first: CommentPage) {
  return infiniteQueryOptions({
    queryKey: commentKeys.list(jerseyId, viewerId),
    queryFn: async ({ pageParam }) => commentPage(await browserClient(), jerseyId, pageParam),
    initialPageParam: undefined as CommentCursor | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    initialData: { pages: [first], pageParams: [undefined] },
    // The rendered page may come from a cache and lack the viewer's own newer comment.
    initialDataUpdatedAt: 0,
  });
}

type Key = ReturnType<typeof liveComments>["queryKey"];
type Held = InfiniteData<CommentPage, CommentCursor | undefined>;

/** Changes the shown list without a request to the database. */
function change(key: Key, edit: (comments: Comment[]) => Comment[], counted = 0): void {
  queryClient.setQueryData<Held>(
    key,
    (held) =>
      held && {
        ...held,
        pages: held.pages.map((page) => ({
          ...page,
          comments: edit(page.comments),
          count: page.count + counted,
        })),
      },
  );
}

export function showNew(key: Key, comment: Comment): void {
  let isFirst = true;
  const prepend = (comments: Comment[]) => {
    const shown = isFirst ? [comment, ...comments] : comments;
    isFirst = false;
    return shown;
  };
  change(key, prepend, 1);
}

/**
 * Replaces the comment with `id` by `comment`: a new version, or the stored comment after a
 * temporary one.
 */
export function showChanged(key: Key, id: string, comment: Comment): void {
  change(key, (comments) => comments.map((other) => (other.id === id ? comment : other)));
}

export function showGone(key: Key, id: string): void {
  change(key, (comments) => comments.filter((other) => other.id !== id), -1);
}
