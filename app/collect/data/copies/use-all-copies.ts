import { useEffect, useMemo } from "react";

import type { Copy } from "../../domain/copies/copy.ts";
import { useMemberPages } from "../../../shared/data/member-query.ts";
import { copyPages } from "./copies.ts";

export interface AllCopies {
  /** Those that have been read; undefined before the first answer. */
  copies: Copy[] | undefined;
  /** When they were read, in milliseconds since 1970. */
  readAt: number;
  /** True when all have been read. */
  isComplete: boolean;
  /** True if a page could not be read, and the others behind it wait for `retry`. */
  isFailed: boolean;
  /** True if nothing is stored, and nothing can be read at the moment. */
  isMissing: boolean;
  retry: () => void;
}

/** All copies of a member: the first page at once, the others behind it. */
export function useAllCopies(userId: string): AllCopies {
  const { data, dataUpdatedAt, isPending, isError, refetch, ...pages } = useMemberPages(
    copyPages(userId),
  );
  const { hasNextPage, isFetching, isPaused, isFetchNextPageError, fetchNextPage } = pages;
  const mayGoOn = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (mayGoOn) void fetchNextPage();
  }, [mayGoOn, fetchNextPage]);
  const copies = useMemo(() => data?.pages.flat(), [data]);
  return {
    copies,
    readAt: dataUpdatedAt,
    isComplete: copies !== undefined && !hasNextPage,
    isFailed: copies ? isFetchNextPageError : isError,
    isMissing: isPending && isPaused,
    retry: () => void (data ? fetchNextPage() : refetch()),
  };
}
