import {
  type InfiniteData,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";

import { queryClient } from "./query-client.ts";

/** A query on the member's cache, without a provider around every page. */
export function useMemberQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): UseQueryResult<Data> {
  return useQuery(options, queryClient);
}

/**
 * The same for public pages, which load the library for members only: calls back at once and after each change. Returns a
 * function that ends it.
 */
export function watchMemberQuery<Data, Key extends QueryKey>(
  options: QueryObserverOptions<Data, Error, Data, Data, Key>,
  show: (result: QueryObserverResult<Data>) => void,
): () => void {
  const observer = new QueryObserver(queryClient, options);
  const end = observer.subscribe(show);
  show(observer.getCurrentResult());
  return end;
}

/** The same for a list that is read in pages. */
export function useMemberPages<Page, Key extends QueryKey, Cursor>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, Cursor>,
): UseInfiniteQueryResult<InfiniteData<Page>> {
  return useInfiniteQuery(options, queryClient);
}
