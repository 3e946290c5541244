import { useEffect, useMemo } from "react";

import { copyPages } from "../data/copies/copies.ts";
import { useMemberPages } from "../../shared/data/member-query.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** A member's whole collection. The first screen comes at once, and the rest by itself. */
export function useCopies(userId: string) {
  const lang = useLanguage();
  const { data, isPending, isError, refetch, dataUpdatedAt, ...pages } = useMemberPages(
    copyPages(userId),
  );
  const { hasNextPage, isFetching, isPaused, isFetchNextPageError, fetchNextPage } = pages;
  const mayGoOn = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (mayGoOn) void fetchNextPage();
  }, [mayGoOn, fetchNextPage]);
  const entries = useMemo(
    () =>
      data?.pages.flat().map((copy): CopyEntry => ({ copy, facts: copyFacts(copy, lang) })) ?? [],
    [data, lang],
  );
  return {
    entries,
    /** True if nothing is stored, and nothing can be read at the moment. */
    isMissing: isPending && isPaused,
    isPending,
    readAt: dataUpdatedAt,
    isFailed: isError && !data,
    retry: () => void (data ? fetchNextPage() : refetch()),
    /** True while more is on its way. */
    isReading: hasNextPage,
    isCut: isFetchNextPageError,
  };
}
