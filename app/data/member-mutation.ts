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
  /** Keys of the queries that the write outdates. */
  invalidates?: readonly QueryKey[];
}

/**
 * A member's write. It is pending until the outdated queries on screen have been read again, after
 * a failure too: another member may have been faster.
 */
export function useMemberMutation<Variables = void, Result = void>({
  write,
  invalidates = [],
  ...options
}: MemberMutation<Variables, Result>): UseMutationResult<Result, Error, Variables> {
  return useMutation(
    {
      // Offline, a write fails at once, so that the member learns of it.
      networkMode: "always",
      ...options,
      mutationFn: async (variables) => write(await browserClient(), variables),
      onSettled: () => invalidate(invalidates),
    },
    queryClient,
  );
}

/** Marks queries as outdated; resolves when those on screen have been read again. */
export async function invalidate(keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
