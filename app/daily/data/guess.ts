import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { browserClient } from "../../shared/data/browser.ts";
import type { Client } from "../../shared/data/client.ts";
import { parseAnswer } from "../../shared/data/parse-answer.ts";
import { COLORS } from "../../shared/domain/colors.ts";
import type { Day } from "../../shared/domain/day.ts";
import { KIT_TYPES } from "../../shared/domain/kit-types.ts";
import { LEAGUES } from "../../shared/domain/leagues.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { type ShownDay, type StoredDay, withJerseys } from "./days.ts";
import { claimGames, movingPlayer, readingPlayer } from "./player.ts";

/** How a try compares with the jersey; null where the catalogue doesn't know. */
const guessTry = z.object({
  team_id: z.string(),
  decade: z.number(),
  team: z.boolean(),
  sport: z.boolean(),
  competition: z.boolean(),
  country: z.boolean().nullable(),
  color: z.boolean().nullable(),
  when: z.enum(["right", "earlier", "later"]),
  name: z.object({
    name: z.string().nullable(),
    country: z.string().nullable(),
    competition: z.string().nullable(),
  }),
});

export type GuessTry = z.infer<typeof guessTry>;

const guessFigures = z.object({
  played: z.number(),
  won: z.number(),
  streak: z.number(),
  longest: z.number(),
  /** How many games were won in one try, two tries …, six. */
  tries: z.array(z.number()),
});

export type GuessFigures = z.infer<typeof guessFigures>;

const guessStep = z.enum(["pattern", "detail", "whole"]);
export type GuessStep = z.infer<typeof guessStep>;

/** What `guess_game()` answers. */
const game = z.object({
  day: z.string(),
  /** The day of the database's clock. */
  today: z.string(),
  next_at: z.string(),
  state: z.enum(["open", "won", "lost"]),
  /** Whether it counts for the streak, or will if it ends now. */
  counts: z.boolean(),
  tries: z.array(guessTry),
  /** The tokens of the steps reached. */
  pictures: z.partialRecord(guessStep, z.string()),
  clues: z.object({
    palette: z.array(z.enum(COLORS)),
    kit_type: z.enum(KIT_TYPES).nullish(),
    league: z.enum(LEAGUES),
    brand: z.string().nullish(),
    country: z.string().nullish(),
    season: z.string().optional(),
    competition: z.object({ slug: z.string(), name: z.string() }).optional(),
  }),
  figures: guessFigures,
  answer: z.object({ day: z.string(), jersey_id: z.string(), facts: z.unknown() }).nullable(),
});

export type GuessGame = z.infer<typeof game>;

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
      return parseAnswer(game, data);
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
  return parseAnswer(game, data);
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
