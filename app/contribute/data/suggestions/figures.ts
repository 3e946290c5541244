import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { suggestionKeys } from "./keys.ts";

/** How much waits for reviewers, and how long a decision typically takes. */
export interface QueueFigures {
  waiting: number;
  /** Null while too little has been decided. */
  typicalHours: number | null;
  /** For reviewers: how much waits, reports included, and since when, how much of each kind, and what is public already and nobody has checked. */
  toDecide: number;
  oldest: string | null;
  byKind: Record<string, number>;
  toCheck: number;
}

/** The figures of the queue, which everyone may read. */
async function readQueueFigures(client: Client): Promise<QueueFigures> {
  const { data } = await client.rpc("queue_figures").throwOnError();
  const [figures] = data;
  const byKind = (figures?.by_kind ?? {}) as QueueFigures["byKind"];
  return {
    byKind,
    toDecide: Object.values(byKind).reduce((sum, count) => sum + count, 0),
    waiting: figures?.waiting ?? 0,
    typicalHours: figures?.typical_hours ?? null,
    oldest: figures?.oldest ?? null,
    toCheck: figures?.to_check ?? 0,
  };
}

/** The same in the browser. */
export function queueFigures() {
  return queryOptions({
    queryKey: suggestionKeys.figures,
    queryFn: async () => readQueueFigures(await browserClient()),
    staleTime: 60_000,
  });
}
