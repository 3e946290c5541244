import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";
import type { Client } from "../../shared/data/client.ts";
import type { Color } from "../../shared/domain/colors.ts";
import type { Day } from "../../shared/domain/day.ts";
import type { KitType } from "../../shared/domain/kit-types.ts";
import type { League } from "../../shared/domain/leagues.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { type ShownDay, type StoredDay, withJerseys } from "./days.ts";
import { claimGames, movingPlayer, readingPlayer } from "./player.ts";

/** How a try compares with the jersey; null where the catalogue doesn't know. */
export interface GuessTry {
  team_id: string;
  decade: number;
  team: boolean;
  sport: boolean;
  competition: boolean;
  country: boolean | null;
  color: boolean | null;
  when: "right" | "earlier" | "later";
  name: { name: string | null; country: string | null; competition: string | null };
}

export interface GuessFigures {
  played: number;
  won: number;
  streak: number;
  longest: number;
  /** How many games were won in one try, two tries …, six. */
  tries: number[];
}

export type GuessStep = "pattern" | "detail" | "whole";

/** What `guess_game()` answers. */
export interface GuessGame {
  day: Day;
  /** The day of the database's clock. */
  today: Day;
  next_at: string;
  state: "open" | "won" | "lost";
  /** Whether it counts for the streak, or will if it ends now. */
  counts: boolean;
  tries: GuessTry[];
  /** The tokens of the steps reached. */
  pictures: Partial<Record<GuessStep, string>>;
  clues: {
    palette: Color[];
    kit_type?: KitType | null;
    league?: League;
    brand?: string | null;
    country?: string | null;
    season?: string;
    competition?: { slug: string; name: string };
  };
  figures: GuessFigures;
  answer: StoredDay | null;
}

export const MOST_TRIES = 6;

export const guessKeys = {
  game: (day: Day, memberId: string | undefined) => ["guess", day, memberId ?? "visitor"] as const,
  answer: (day: Day, lang: Language) => ["guess-answer", day, lang] as const,
};

/** The game of a day: the member's, or the visitor's of this browser. */
export function guessGame(day: Day, memberId: string | undefined) {
  return queryOptions({
    queryKey: guessKeys.game(day, memberId),
    queryFn: async () => {
      // What can't be brought along now stays in the browser for the next visit.
      if (memberId) await claimGames().catch(() => {});
      const client = await browserClient();
      const { data } = await client.rpc("guess_game", { day, ...readingPlayer() }).throwOnError();
      return data as unknown as GuessGame;
    },
    staleTime: Infinity,
  });
}

/** One try. */
export async function tryGuess(
  client: Client,
  { day, teamId, decade }: { day: Day; teamId: string; decade: number },
): Promise<GuessGame> {
  const { data } = await client
    .rpc("try_guess", { day, team_id: teamId, decade, ...movingPlayer() })
    .throwOnError();
  return data as unknown as GuessGame;
}

/** The jersey of a game that has ended: as it was drawn, and what became of it. */
export function guessAnswer(answer: StoredDay, lang: Language) {
  return queryOptions({
    queryKey: guessKeys.answer(answer.day, lang),
    queryFn: async (): Promise<ShownDay> => {
      const [shown] = await withJerseys(await browserClient(), [answer], lang);
      return shown!;
    },
    staleTime: Infinity,
  });
}

/** The name of a step's pattern: what the drawing shows, in words. */
export function guessPattern(token: string | undefined) {
  return queryOptions({
    queryKey: ["guess-pattern", token ?? ""] as const,
    enabled: token !== undefined,
    queryFn: async () => {
      const answer = await fetch(`/daily/${token}.json`);
      return answer.ok ? ((await answer.json()) as { pattern: string }).pattern : null;
    },
    staleTime: Infinity,
  });
}
