import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type { League } from "../../domain/leagues.ts";
import type { Licence } from "../../domain/rules/image-rules.ts";
import type { PhotoKind, TargetType, Verdicts } from "../../domain/suggestion.ts";
import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { suggestionKeys } from "./keys.ts";
import { readTargets } from "./targets.ts";

/** What the queue shows; without a value all. */
export interface QueueFilter {
  league?: League;
  target_type?: TargetType;
  new_members?: true;
  competition_id?: string;
  /** At least so many days old. */
  days?: QueueAge;
  /** What was public at once and nobody has looked at since, in place of what waits. */
  afterwards?: true;
}

export const QUEUE_AGES = [1, 3, 7] as const;

export type QueueAge = (typeof QUEUE_AGES)[number];

const PAGE = 20;

/** The last suggestion of the page before. */
interface Cursor {
  created_at: string;
  id: string;
}

/** The open suggestions, the oldest first, with what they are about. */
export function suggestionQueue(filter: QueueFilter) {
  return infiniteQueryOptions({
    queryKey: suggestionKeys.queue(filter),
    queryFn: async ({ pageParam }) => fetchQueue(await browserClient(), filter, pageParam),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: ({ suggestions }): Cursor | undefined => {
      const last = suggestions.at(-1);
      if (!last || suggestions.length < PAGE) return undefined;
      return { created_at: last.created_at, id: last.id };
    },
    staleTime: 0,
  });
}

/** A suggestion as the queue shows it. */
interface QueueRow {
  id: string;
  target_type: TargetType;
  target_id: string;
  title: string;
  /** The wanted values by column. */
  changes: Record<string, unknown>;
  /** Before and after by column, in words; what the page says now. */
  words: Record<string, { before: unknown; after: unknown }>;
  current_words: Record<string, unknown>;
  /** Columns whose value isn't the one that the member saw. */
  conflicts: string[];
  /** The keys of the verdicts that are to be taken. */
  pending: string[];
  /** What was decided before it was contested. */
  verdicts: Verdicts;
  source: string;
  photos: QueuedPhoto[];
  created_at: string;
  edited_at: string;
  contest: string | null;
  username: string | null;
  display_name: string | null;
  joined_at: string | null;
  accepted: number;
  /** The name of who looks at it. */
  claimed_by: string | null;
  is_mine: boolean;
}

export interface QueuedPhoto {
  id: string;
  path: string | null;
  alt: string | null;
  kind: PhotoKind;
  licence: Licence;
  /** True if the jersey has a similar one. */
  is_known: boolean;
}

async function fetchQueue(client: Client, filter: QueueFilter, after: Cursor | undefined) {
  const { data } = await client
    .rpc("suggestion_queue", {
      filter: { ...filter },
      ...(after && { after: { ...after } }),
      page_size: PAGE,
    })
    .throwOnError();
  // The schema doesn't declare a function's columns as not null.
  const rows = data as unknown as QueueRow[];
  const targets = await readTargets(
    client,
    rows.map(({ target_type: type, target_id: id }) => ({ type, id })),
  );
  return {
    suggestions: rows.map((row) => ({ ...row, target: targets.get(row.target_id) ?? null })),
  };
}

/** The competitions of which suggestions wait. */
export function queueCompetitions() {
  return queryOptions({
    queryKey: suggestionKeys.competitions,
    queryFn: async () => {
      const { data } = await (await browserClient()).rpc("queue_competitions").throwOnError();
      // The schema doesn't declare a function's columns as not null.
      return data as { id: string; name: string; league: League; waiting: number }[];
    },
    staleTime: 0,
  });
}

export type QueuedSuggestion = Awaited<ReturnType<typeof fetchQueue>>["suggestions"][number];
