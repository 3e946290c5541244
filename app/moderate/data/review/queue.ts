import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";

import type { ReviewFilter } from "../../domain/review.ts";
import type { TargetType } from "../../../shared/domain/suggestion.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import { readTargets } from "../../../contribute/data/suggestions/targets.ts";
import { reviewKeys } from "./keys.ts";
import { type QueueRow, queueRows } from "./queue-rows.ts";

const PAGE = 20;
const HALF_A_MINUTE = 30_000;

/** What waits, oldest first. Others decide too, so it is read again every now and then. */
export function reviewQueue(filter: ReviewFilter) {
  return infiniteQueryOptions({
    queryKey: reviewKeys.queue(filter),
    queryFn: async ({ pageParam }) => fetchPage(await browserClient(), filter, pageParam),
    initialPageParam: undefined as Pick<QueueRow, "since" | "id"> | undefined,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return page.length < PAGE || !last ? undefined : { since: last.since, id: last.id };
    },
    staleTime: 0,
    refetchInterval: HALF_A_MINUTE,
    refetchOnWindowFocus: "always",
  });
}

async function fetchPage(
  client: Client,
  filter: ReviewFilter,
  after: Pick<QueueRow, "since" | "id"> | undefined,
) {
  const { data } = await client
    .rpc("queue", { filter: { ...filter }, page_size: PAGE, ...(after && { after: { ...after } }) })
    .throwOnError();
  const rows = parseAnswer(queueRows, data);
  const targets = await readTargets(client, rows.flatMap(targetsOf));
  return rows.map((row) => ({
    ...row,
    /** What it is about, if the reviewer can see it; of a comment its jersey. */
    target: targets.get(jerseyOf(row) ?? row.target_id) ?? null,
    /** Of a merge: the jersey that is to stay. */
    into: targets.get(intoOf(row) ?? "") ?? null,
  }));
}

export type Waiting = Awaited<ReturnType<typeof fetchPage>>[number];
export type WaitingSubmission = Extract<Waiting, { kind: "new" }>;
export type WaitingSuggestion = Extract<
  Waiting,
  { target_type: TargetType; kind: "edit" | "photos" | "merge" | "removal" }
>;
export type WaitingComment = Extract<Waiting, { kind: "comment" }>;
export type WaitingReport = Extract<Waiting, { kind: "report" }>;

const jerseyOf = (row: QueueRow) =>
  row.kind === "report" || row.kind === "comment" ? row.detail.jersey_id : undefined;

/** The jersey into which a suggestion wants to merge another one. */
export const intoOf = (row: QueueRow) =>
  row.kind === "merge" ? (row.detail.changes.merge_into as string) : undefined;

function targetsOf(row: QueueRow) {
  const jerseys = [jerseyOf(row), intoOf(row)].flatMap((id) => id ?? []);
  const own =
    row.target_type === "comment" || row.target_type === "profile" || row.target_type === "list"
      ? []
      : [{ type: row.target_type, id: row.target_id }];
  return [...own, ...jerseys.map((id) => ({ type: "jersey" as const, id }))];
}

/** Takes what was decided out of the lists on screen, then reads them again. */
export function leaveQueue(ids: string[]): void {
  queryClient.setQueriesData<InfiniteData<Waiting[]>>(
    { queryKey: reviewKeys.queues },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => page.filter(({ id }) => !ids.includes(id))),
      },
  );
  readAgain();
}

/** Reads the lists on screen and the figures again. */
export function readAgain(): void {
  for (const queryKey of [reviewKeys.all, ...reviewKeys.counts]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
