import {
  type InfiniteData,
  type QueryKey,
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

/** The same for a list that is read in pages. */
export function useMemberPages<Page, Key extends QueryKey, Cursor>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, Cursor>,
): UseInfiniteQueryResult<InfiniteData<Page>> {
  return useInfiniteQuery(options, queryClient);
}
