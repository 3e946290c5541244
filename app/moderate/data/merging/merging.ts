import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { readMemberState } from "../../../shared/data/member-state.ts";
import { suggest } from "../../../contribute/data/suggestions/suggest.ts";
import type { Reason } from "../../../shared/domain/suggestion.ts";
import { type Settled, settleReports } from "../review/reports.ts";
import { mergingKeys } from "./keys.ts";

/** A jersey to merge or remove, and what is chosen already. */
export interface Leaving {
  jerseyId: string;
  kind?: "merge" | "removal";
  /** The jersey that stays. */
  intoId?: string | undefined;
  /** The versions of a submission's images on the screen: they become public with the merge. */
  seen?: string[];
  /** Open reports about it, which this settles. */
  reports?: string[];
  /** Of the reports: the reason that is chosen at first. */
  preset?: Reason | undefined;
}

/** A merge into another jersey, or without one a removal. */
export interface Departure extends Leaving {
  reason: string;
  /** Of a removal for this reason: the jersey's address then names nothing. */
  urgency: "offensive" | undefined;
}

/** Whether the member merges or removes this jersey: reviewers none of their own. For display only: the database decides. */
export function mayMerge(jerseyId: string, userId: string) {
  return queryOptions({
    queryKey: mergingKeys.may(jerseyId, userId),
    queryFn: async () => {
      const client = await browserClient();
      const [member, jersey] = await Promise.all([
        readMemberState(userId, "is_reviewer", "is_admin"),
        client.from("jerseys").select("author_id").eq("id", jerseyId).maybeSingle().throwOnError(),
      ]);
      return member.is_admin || (member.is_reviewer && jersey.data?.author_id !== userId);
    },
    staleTime: 60_000,
  });
}

/** Merges or removes a jersey. Returns the batch by which it is undone, and the reports that are settled with it. */
export async function mergeOrRemove(
  client: Client,
  { jerseyId, intoId, reason, urgency, seen, reports }: Departure,
): Promise<Settled> {
  if (reports) {
    const done = intoId ? "merged" : "removed";
    return settleReports(client, {
      ...{ ids: reports, done, note: reason, urgency },
      ...(intoId && { intoId }),
    });
  }
  const { data } = intoId
    ? await client
        .rpc("merge_jerseys", { from_id: jerseyId, into_id: intoId, reason, ...(seen && { seen }) })
        .throwOnError()
    : await client
        .rpc("remove_jersey", { jersey_id: jerseyId, reason, ...(urgency && { urgency }) })
        .throwOnError();
  return { settled: [], batch_id: data };
}

/** Suggests it to reviewers, with the reason as the source. */
export async function suggestDeparture(
  client: Client,
  { jerseyId, intoId, reason, urgency }: Departure,
): Promise<void> {
  await suggest(client, {
    target: { type: "jersey", id: jerseyId },
    changes: intoId ? { merge_into: intoId } : { removal: urgency ?? null },
    source: reason,
    photos: [],
  });
}

/** How much a merge or removal of a jersey would touch, for reviewers; null if few have it in their collection. */
export function mergeEffects(jerseyId: string) {
  return queryOptions({
    queryKey: mergingKeys.effects(jerseyId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .rpc("merge_effects", { jersey_id: jerseyId })
        .single()
        .throwOnError();
      return data;
    },
  });
}

/** By what a jersey can come back, for reviewers; null if it can't any more. */
export function goneJersey(jerseyId: string) {
  return queryOptions({
    queryKey: mergingKeys.gone(jerseyId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("gone_jerseys")
        .select("batch_id, urgency")
        .eq("jersey_id", jerseyId)
        .gt("undo_until", new Date().toISOString())
        .maybeSingle()
        .throwOnError();
      return data;
    },
    staleTime: 0,
  });
}
