import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { memberPages } from "../../../contribute/data/reports/reports.ts";
import { reviewKeys } from "./keys.ts";
import type { ReportRow } from "./queue-rows.ts";

export type ReportOutcome = "upheld" | "dismissed";

const COLUMNS =
  "id, category, reason, created_at, reporter:profiles(username), visitor:visitor_reports(name, email), contests:report_contests(party, body, outcome, note, created_at), comment:comments(is_hidden, author:profiles(username))";

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

/** Somebody else has settled the report. */
export class SettledMeanwhile extends Error {
  override name = "SettledMeanwhile";
  readonly by: string | null;

  constructor(by: string | null) {
    super("settled meanwhile");
    this.by = by;
  }
}

/**
 * Upholds or dismisses open reports. Returns the ids of those that are settled now.
 * @throws {SettledMeanwhile} if one of them is settled already; the others are settled now
 */
export async function settleReports(
  client: Client,
  ids: string[],
  outcome: ReportOutcome,
  note: string,
): Promise<string[]> {
  const { data: settled } = await client
    .from("reports")
    .update({ status: outcome, resolution_note: note || null })
    .in("id", ids)
    .eq("status", "open")
    .select("id")
    .throwOnError();
  const left = ids.filter((id) => !settled.some((report) => report.id === id));
  const done = settled.map(({ id }) => id);
  if (left.length === 0) return done;
  // A reviewer's own report stays open: somebody else decides on it.
  const open = client.from("reports").select("id").in("id", left).eq("status", "open");
  const { data: waiting } = await open.throwOnError();
  const late = left.find((id) => !waiting.some((report) => report.id === id));
  if (!late && settled.length > 0) return done;
  const { data } = await client.rpc("report_resolvers", { report_ids: left }).throwOnError();
  throw new SettledMeanwhile(data[0]?.username ?? null);
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

/** Hides a comment, for a reason that its author reads, or shows it again. */
export async function hideComment(
  client: Client,
  id: string,
  hidden: boolean,
  reason = "",
): Promise<void> {
  await client
    .from("comments")
    .update({ is_hidden: hidden, hidden_reason: reason || null })
    .eq("id", id)
    .throwOnError();
}
