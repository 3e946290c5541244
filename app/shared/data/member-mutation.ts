import {
  type Mutation,
  MutationObserver,
  type MutationObserverOptions,
  type QueryKey,
  useMutation,
  type UseMutationResult,
} from "@tanstack/react-query";

import { dropSession } from "../session/drop-session.ts";
import { browserClient } from "./browser.ts";
import type { Client } from "./client.ts";
import { databaseProblem } from "./database-error.ts";
import { queryClient } from "./query-client.ts";
import { noteWrite } from "./writes.ts";

interface MemberMutation<Variables, Result> extends Omit<
  MutationObserverOptions<Result, Error, Variables>,
  "mutationFn" | "onSettled"
> {
  write: (client: Client, variables: Variables) => Promise<Result>;
  /** Of writes of a scope that wait for one, only the last is made: those between have been changed again. */
  joins?: boolean;
  /** Keys of the queries that the write invalidates; the same ones for all writes of a scope. */
  invalidates?: readonly QueryKey[];
  /**
   * Ends the session for the whole page if the write fails because it has expired: the guard of the
   * screen then asks for sign-in, and drafts stay.
   */
  endsExpiredSession?: boolean;
}

/**
 * A member's write. It is pending until the invalidated queries on screen have been read again,
 * also after a failure: another member may have changed the row.
 */
export function useMemberMutation<Variables = void, Result = void>(
  mutation: MemberMutation<Variables, Result>,
): UseMutationResult<Result, Error, Variables> {
  return useMutation(optionsOf(mutation), queryClient);
}

/** The same where no component stays for the write, such as a card's button before its scripts are loaded. */
export async function runMemberMutation(mutation: MemberMutation<void, void>): Promise<void> {
  return new MutationObserver(queryClient, optionsOf(mutation)).mutate();
}

/** Resolves to true if the write succeeded. `onError` shows a failure. */
export function isDone(writing: Promise<unknown>): Promise<boolean> {
  return writing.then(
    () => true,
    () => false,
  );
}

function optionsOf<Variables, Result>({
  write,
  joins = false,
  invalidates = [],
  endsExpiredSession = false,
  ...options
}: MemberMutation<Variables, Result>): MutationObserverOptions<Result, Error, Variables> {
  return {
    // Offline, a write fails at once, so that the member sees the error.
    networkMode: "always",
    ...options,
    mutationFn: async (variables) => {
      if (joins && !isLastWrite(options.scope)) return undefined as Result;
      const client = await browserClient();
      try {
        return await write(client, variables);
      } finally {
        // Of functions the client doesn't know which write.
        noteWrite();
      }
    },
    onSettled: async (_result, error) => {
      if (endsExpiredSession && error && databaseProblem(error).kind === "expired") {
        await dropSession(await browserClient());
      }
      // The last write of a scope does it: a read before would show the page without those that wait.
      if (!isLastWrite(options.scope)) return;
      const reading = invalidate(invalidates);
      // Offline, reading waits for the network.
      if (navigator.onLine) await reading;
    },
  };
}

/** Whether no write of the scope waits for the running one. */
export function isLastWrite(scope: { id: string } | undefined): boolean {
  const isOfScope = ({ options }: Mutation) => options.scope?.id === scope?.id;
  return !scope || queryClient.isMutating({ predicate: isOfScope }) <= 1;
}

/** Invalidates queries; resolves when those on screen have been read again. */
async function invalidate(keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
