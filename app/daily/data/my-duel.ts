import { browserClient } from "../../shared/data/browser.ts";
import type { Day } from "../../shared/domain/day.ts";
import type { Choice, DuelShare } from "../domain/duel-choices.ts";
import { claimGames, movingPlayer, readingPlayer } from "./player.ts";

/** What the caller knows of a duel: `my_duel()`. */
export interface MyDuel {
  choice: Choice | null;
  /** Whether the caller's answer is counted. */
  counts: boolean;
  /** Null before the answer, and of fewer than three answers. */
  share: DuelShare | null;
}

export async function readMyDuel(day: Day): Promise<MyDuel> {
  await claimGames();
  const client = await browserClient();
  const { data } = await client.rpc("my_duel", { day, ...readingPlayer() }).throwOnError();
  return data as unknown as MyDuel;
}

export async function answerDuel(day: Day, choice: Choice): Promise<MyDuel> {
  await claimGames();
  const client = await browserClient();
  const { data } = await client
    .rpc("answer_duel", { day, choice, ...movingPlayer() })
    .throwOnError();
  return data as unknown as MyDuel;
}
