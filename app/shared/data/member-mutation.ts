import {
  type QueryKey,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from "@tanstack/react-query";

import { browserClient } from "./browser.ts";
import type { Client } from "./client.ts";
import { queryClient } from "./query-client.ts";

interface MemberMutation<Variables, Result> extends Omit<
  UseMutationOptions<Result, Error, Variables>,
  "mutationFn" | "onSettled"
> {
  write: (client: Client, variables: Variables) => Promise<Result>;
  /** Keys of the queries that the write invalidates. */
  invalidates?: readonly QueryKey[];
}

/**
 * A member's write. It is pending until the invalidated queries on screen have been read again,
 * also after a failure: another member may have changed the row.
 */
export function useMemberMutation<Variables = void, Result = void>({
  write,
  invalidates = [],
  ...options
}: MemberMutation<Variables, Result>): UseMutationResult<Result, Error, Variables> {
  return useMutation(
    {
      // Offline, a write fails at once, so that the member sees the error.
      networkMode: "always",
      ...options,
      mutationFn: async (variables) => write(await browserClient(), variables),
      onSettled: () => invalidate(invalidates),
    },
    queryClient,
  );
}

/** Invalidates queries; resolves when those on screen have been read again. */
async function invalidate(keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
