import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { suggestionKeys } from "./keys.ts";

/** How much waits for reviewers, and how long a decision typically takes. */
export interface QueueFigures {
  waiting: number;
  /** Null while too little has been decided. */
  typicalHours: number | null;
}

/** The figures of the queue, which everyone may read. */
export async function readQueueFigures(client: Client): Promise<QueueFigures> {
  const { data } = await client.rpc("queue_figures").throwOnError();
  const [figures] = data;
  return { waiting: figures?.waiting ?? 0, typicalHours: figures?.typical_hours ?? null };
}

/** The same in the browser. */
export function queueFigures() {
  return queryOptions({
    queryKey: suggestionKeys.figures,
    queryFn: async () => readQueueFigures(await browserClient()),
    staleTime: 60_000,
  });
}
