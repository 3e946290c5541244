import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";

import type { League } from "../../../shared/domain/leagues.ts";
import type { ReviewFilter } from "../../../contribute/domain/review.ts";
import type { JerseyFields } from "../../../shared/domain/facts/jersey.ts";
import type { Licence } from "../../../shared/domain/rules/image-rules.ts";
import type { PhotoKind, TargetType, Verdicts } from "../../../shared/domain/suggestion.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Json } from "../../../shared/data/database.types.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import type { ReportCategory } from "../../../contribute/data/reports/reports.ts";
import { suggestionKeys } from "../../../contribute/data/suggestions/keys.ts";
import { readTargets } from "../../../contribute/data/suggestions/targets.ts";
import { reviewKeys } from "./keys.ts";

const PAGE = 20;
const HALF_A_MINUTE = 30_000;

/** What all that waits has in common. */
interface Row {
  id: string;
  target_id: string;
  title: string;
  league: League | null;
  /** Waits since. */
  since: string;
  /** The version on the screen, for the decision. */
  seen: Json;
  /** Somebody else decides: it is the caller's, or was decided by them and contested. */
  is_mine: boolean;
  username: string | null;
  display_name: string | null;
  joined_at: string | null;
  /** How many suggestions and jerseys of theirs were accepted. */
  accepted: number;
}

export interface ReviewPhoto {
  id: string;
  path: string | null;
  alt: string | null;
  kind: PhotoKind | null;
  licence: Licence;
  rights_stated: boolean;
  /** Another file may stand under the same name. */
  version: string;
  /** True if the jersey has a similar one. */
  is_known?: boolean;
  /** True of a public photo that is to go. */
  is_removal?: boolean;
}

/** A jersey that waits for its first decision, or another one after a refusal. */
export interface SubmissionRow extends Row {
  kind: "new";
  target_type: "jersey";
  detail: {
    jersey: JerseyFields & { id: string; team_slug: string; kit_type_slug: string };
    images: ReviewPhoto[];
    /** Of the refusal before. */
    moderation_note: string | null;
  };
}

interface SuggestionRow extends Row {
  kind: "edit" | "photos" | "merge" | "removal";
  target_type: TargetType;
  detail: {
    /** The wanted values by column. */
    changes: Record<string, Json>;
    /** Before and after by column, in words; what the page says now. */
    words: Record<string, { before: unknown; after: unknown }>;
    current_words: Record<string, unknown>;
    /** Columns whose value isn't the one that the member saw. */
    conflicts: string[];
    /** The keys of the verdicts that are to be taken. */
    pending: string[];
    /** What was decided before it was contested. */
    verdicts: Verdicts;
    /** Null: its author's own edit. */
    source: string | null;
    contest: string | null;
    /** True if the caller decided what was contested. */
    is_second: boolean;
    photos: ReviewPhoto[];
  };
}

export interface ReportRow extends Row {
  kind: "report";
  target_type: "jersey" | "comment" | "profile" | "list";
  detail: {
    category: ReportCategory | null;
    reason: string | null;
    /** The name that was seen beside it. */
    reported_name: string | null;
    comment: string | null;
    /** The words of a list, as long as it isn't private. */
    list: {
      title: string;
      description: string | null;
      is_hidden: boolean;
      notes: string[];
    } | null;
    /** The jersey, also of a comment. */
    jersey_id: string | null;
    /** True if somebody without an account reported it too: the reason of the decision goes to them by mail. */
    needs_note: boolean;
  };
}

type AnyRow = SubmissionRow | SuggestionRow | ReportRow;

/** What waits, oldest first. Others decide too, so it is read again every now and then. */
export function reviewQueue(filter: ReviewFilter) {
  return infiniteQueryOptions({
    queryKey: reviewKeys.queue(filter),
    queryFn: async ({ pageParam }) => fetchPage(await browserClient(), filter, pageParam),
    initialPageParam: undefined as Pick<Row, "since" | "id"> | undefined,
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
  after: Pick<Row, "since" | "id"> | undefined,
) {
  const { data } = await client
    .rpc("queue", { filter: { ...filter }, page_size: PAGE, ...(after && { after: { ...after } }) })
    .throwOnError();
  // The schema doesn't declare a function's columns as not null.
  const rows = data as unknown as AnyRow[];
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
export type WaitingReport = Extract<Waiting, { kind: "report" }>;

const jerseyOf = (row: AnyRow) => (row.kind === "report" ? row.detail.jersey_id : undefined);

/** The jersey into which a suggestion wants to merge another one. */
export const intoOf = (row: AnyRow) =>
  row.kind === "merge" ? (row.detail.changes.merge_into as string) : undefined;

function targetsOf(row: AnyRow) {
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
  void queryClient.invalidateQueries({ queryKey: reviewKeys.all });
  void queryClient.invalidateQueries({ queryKey: suggestionKeys.figures });
}
