import { useEffect, useMemo } from "react";

import type { Copy } from "../../domain/copies/copy.ts";
import { useMemberPages } from "../../../shared/data/member-query.ts";
import { copyPages } from "./copies.ts";

export interface AllCopies {
  /** Those that have been read; undefined before the first answer. */
  copies: Copy[] | undefined;
  /** True when all have been read. */
  isComplete: boolean;
  /** True if a page could not be read. */
  isFailed: boolean;
  retry: () => void;
}

/** All copies of a member: the first page at once, the others behind it. */
export function useAllCopies(userId: string): AllCopies {
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useMemberPages(
    copyPages(userId),
  );
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const copies = useMemo(() => data?.pages.flat(), [data]);
  return {
    copies,
    isComplete: copies !== undefined && !hasNextPage,
    isFailed: isError,
    retry: () => void (data ? fetchNextPage() : refetch()),
  };
}
