import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { StaleRowError } from "../../../shared/data/database-error.ts";
import type { Json } from "../../../shared/data/database.types.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";
import { memberPages, type ReportCategory } from "../../../contribute/data/reports/reports.ts";
import type { Reason } from "../../../shared/domain/suggestion.ts";
import { undoDecision } from "./decide.ts";
import { reviewKeys } from "./keys.ts";
import type { WaitingComment } from "./queue.ts";
import type { ReportRow } from "./queue-rows.ts";

const COLUMNS =
  "id, category, reason, created_at, reporter:profiles(username, display_name), visitor:visitor_reports(name, email), contests:report_contests(party, body, outcome, note, created_at), comment:comments(is_hidden, author:profiles(username, display_name))";

/** All open reports about the same thing, which are settled together, and its present state. */
export function reportsAbout({ target_type: type, target_id: id }: ReportRow) {
  return queryOptions({
    queryKey: reviewKeys.reports(id),
    queryFn: async () => {
      const client = await browserClient();
      const [{ data: reports }, members] = await Promise.all([
        client
          .from("reports")
          .select(COLUMNS)
          .eq("target_type", type)
          .eq("target_id", id)
          .eq("status", "open")
          .order("created_at")
          .throwOnError(),
        memberPages(client, type === "profile" ? [id] : []),
      ]);
      return { reports, comment: reports[0]?.comment ?? null, member: members.get(id) ?? null };
    },
    staleTime: 0,
  });
}

type Reports = Awaited<ReturnType<NonNullable<ReturnType<typeof reportsAbout>["queryFn"]>>>;
export type OpenReport = Reports["reports"][number];

/** The reason for a decision that fits what was reported; the reviewer may choose another one. */
export const REPORTED_REASON: Partial<Record<ReportCategory, Reason>> = {
  wrong_information: "wrong",
  wrong_image: "wrong",
  duplicate: "duplicate",
  offensive: "offensive",
  rights: "rights",
};

/** What is done about reports; without `done` there is nothing to do. */
export interface Settlement {
  ids: string[];
  done?: "corrected" | "merged" | "removed" | "hidden" | "other";
  note?: string;
  /** Of a correction. */
  changes?: Record<string, Json>;
  /** Of a merge: the jersey that stays. */
  intoId?: string;
  /** Of a removal. */
  urgency?: "offensive" | undefined;
}

const settled = z.object({ settled: z.array(z.string()), batch_id: z.string().nullable() });

export type Settled = z.infer<typeof settled>;

/** Settles open reports about one thing, in one step with what is done about it. */
export async function settleReports(
  client: Client,
  { ids, done, note, changes, intoId, urgency }: Settlement,
): Promise<Settled> {
  const { data } = await client
    .rpc("settle_reports", {
      report_ids: ids,
      ...(done && { done }),
      ...(note && { note }),
      ...(changes && { changes }),
      ...(intoId && { into_id: intoId }),
      ...(urgency && { urgency }),
    })
    .throwOnError();
  return parseAnswer(settled, data);
}

/** Takes back what was just done about reports, and opens them again. Returns false if that wasn't possible. */
export async function undoSettled(
  client: Client,
  { settled: ids, batch_id: batch }: Settled,
): Promise<boolean> {
  if (batch !== null && !(await undoDecision(client, [], batch))) return false;
  return undoDecision(client, ids, null);
}

/** Hides a list, for a reason that its member reads, or shows it again. */
export async function hideList(
  client: Client,
  id: string,
  reason: string,
  hidden: boolean,
): Promise<void> {
  await client.rpc("hide_list", { list_id: id, reason, hidden }).throwOnError();
}

/**
 * Decides on a comment that waits, as the reviewer has read it: shows it, or hides it for a reason.
 * @throws StaleRowError if its author has edited it since
 */
export async function decideOnComment(
  client: Client,
  { id, detail: { edited_at } }: WaitingComment,
  reason: string | null,
): Promise<void> {
  const { data } = await client
    .from("comments")
    .update({ is_hidden: reason !== null, hidden_reason: reason })
    .eq("id", id)
    .filter("edited_at", edited_at === null ? "is" : "eq", edited_at)
    .select("id")
    .throwOnError();
  if (data.length === 0) throw new StaleRowError();
}

/** Undoes a decision on a comment: it waits again. */
export async function returnToQueue(client: Client, id: string): Promise<void> {
  await client
    .from("comments")
    .update({ is_hidden: true, hidden_reason: null })
    .eq("id", id)
    .throwOnError();
}

/** Shows a hidden comment again. */
export async function showComment(client: Client, id: string): Promise<void> {
  await client
    .from("comments")
    .update({ is_hidden: false, hidden_reason: null })
    .eq("id", id)
    .throwOnError();
}

/** Shows again the comments that are still hidden by a reviewer: one that its author has changed meanwhile waits to be read. */
export async function showHidden(client: Client, ids: string[]): Promise<void> {
  await client
    .from("comments")
    .update({ is_hidden: false, hidden_reason: null })
    .in("id", ids)
    .not("hidden_reason", "is", null)
    .throwOnError();
}
