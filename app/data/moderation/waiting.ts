import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { moderationKeys } from "./keys.ts";
import { QUEUE_FILTER } from "./queue-filter.ts";

const EVERY_MINUTE = 60_000;

/** How much waits for reviewers: jerseys in the queue, suggestions and open reports. */
export function waiting() {
  return queryOptions({
    queryKey: moderationKeys.waiting,
    queryFn: async () => fetchWaiting(await browserClient()),
    refetchInterval: EVERY_MINUTE,
  });
}

async function fetchWaiting(client: Client) {
  const counted = { count: "exact", head: true } as const;
  const [jerseys, suggestions, reports] = await Promise.all([
    client.from("jerseys").select("id", counted).or(QUEUE_FILTER).throwOnError(),
    client.from("suggestions").select("id", counted).eq("status", "open").throwOnError(),
    client.from("reports").select("id", counted).eq("status", "open").throwOnError(),
  ]);
  return {
    moderation: jerseys.count ?? 0,
    suggestions: suggestions.count ?? 0,
    reports: reports.count ?? 0,
  };
}
