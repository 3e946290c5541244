import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import { queryClient } from "../query-client.ts";
import { type Comment, type CommentCursor, type CommentPage, commentPage } from "./comments.ts";
import { commentKeys } from "./keys.ts";

/** The comments as this viewer sees them, beginning with what the page was rendered with. */
export function liveComments(jerseyId: string, viewerId: string | undefined, first: CommentPage) {
  return infiniteQueryOptions({
    queryKey: commentKeys.list(jerseyId, viewerId),
    queryFn: async ({ pageParam }) => commentPage(await browserClient(), jerseyId, pageParam),
    initialPageParam: undefined as CommentCursor | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    initialData: { pages: [first], pageParams: [undefined] },
    // The rendered page may come from a cache that is older than the viewer's own comment.
    initialDataUpdatedAt: 0,
  });
}

type Key = ReturnType<typeof liveComments>["queryKey"];
type Held = InfiniteData<CommentPage, CommentCursor | undefined>;

/** Changes the list as it is shown, without asking the database. */
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

/** Shows `comment` where the one with `id` stands: its other version, or the one it became. */
export function showChanged(key: Key, id: string, comment: Comment): void {
  change(key, (comments) => comments.map((other) => (other.id === id ? comment : other)));
}

export function showGone(key: Key, id: string): void {
  change(key, (comments) => comments.filter((other) => other.id !== id), -1);
}
