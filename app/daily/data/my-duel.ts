import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { browserClient } from "../../shared/data/browser.ts";
import { runMemberMutation } from "../../shared/data/member-mutation.ts";
import { watchMemberQuery } from "../../shared/data/member-query.ts";
import { parseAnswer } from "../../shared/data/parse-answer.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import type { Day } from "../../shared/domain/day.ts";
import { type Choice, CHOICES } from "../domain/duel-choices.ts";
import { claimGames, movingPlayer, readingPlayer } from "./player.ts";

// Loaded late: most visitors don't play (`use-my-duel.ts`).

const duel = z.object({
  choice: z.enum(CHOICES).nullable(),
  /** Null before the answer. */
  share: z.record(z.enum(CHOICES), z.number()).nullable(),
});

/** What the caller knows of a duel: `my_duel()`. */
export type MyDuel = z.infer<typeof duel>;

const myDuel = (day: Day, memberId: string | undefined) =>
  queryOptions({
    queryKey: ["duel", day, memberId ?? "visitor"] as const,
    queryFn: async () => {
      await claimGames();
      const client = await browserClient();
      const { data } = await client.rpc("my_duel", { day, ...readingPlayer() }).throwOnError();
      return parseAnswer(duel, data);
    },
    // Without a network, a player is told; it is read again as soon as there is one.
    networkMode: "always",
    refetchOnReconnect: true,
    retry: false,
    staleTime: Infinity,
  });

/**
 * Calls back with a player's answer at once, if it is known, and after each change. Visitors who haven't played have
 * none to read. Returns a function that ends it.
 */
export function watchDuel(
  day: Day,
  memberId: string | undefined,
  show: (state: { data: MyDuel | undefined; isError: boolean }) => void,
): () => void {
  const enabled = memberId !== undefined || readingPlayer().player !== undefined;
  return watchMemberQuery({ ...myDuel(day, memberId), enabled }, show);
}

/** Stores an answer; of those that wait for another one, the last. */
export function answerDuel(day: Day, memberId: string | undefined, choice: Choice): Promise<void> {
  const { queryKey } = myDuel(day, memberId);
  return runMemberMutation({
    scope: { id: `duel ${day}` },
    joins: true,
    write: async (client) => {
      await claimGames();
      const { data } = await client
        .rpc("answer_duel", { day, choice, ...movingPlayer() })
        .throwOnError();
      // What was asked before the answer knows less.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, parseAnswer(duel, data));
    },
  });
}
