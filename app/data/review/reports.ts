import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { adminReportKeys } from "./keys.ts";
import { memberPages } from "./member-pages.ts";

export const REPORT_STATES = ["open", "upheld", "dismissed"] as const;
export type ReportState = (typeof REPORT_STATES)[number];
export type ReportOutcome = Exclude<ReportState, "open">;

const JERSEY =
  "id, title, team, team_slug, kit_type, kit_type_slug, year, league, status, teams(colors, country, competition:competitions(slug))";
const COLUMNS =
  `id, target_type, target_id, reported_name, category, reason, status, resolution_note, resolved_at, created_at, reporter:profiles(username), visitor:visitor_reports(name, email), contests:report_contests(party, body, outcome, note, created_at), jersey:jerseys(${JERSEY}, images:jersey_images(path)), comment:comments(id, body, is_hidden, author:profiles(username), jersey:jerseys(${JERSEY}))` as const;

/** The first `length` reports in a state: open ones oldest first, resolved ones newest first. */
export function adminReportsQuery(state: ReportState, length: number) {
  return queryOptions({
    queryKey: adminReportKeys.list(state, length),
    queryFn: async () => fetchReports(await browserClient(), state, length),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

async function fetchReports(client: Client, state: ReportState, length: number) {
  const isOpen = state === "open";
  const { data: reports, count } = await client
    .from("reports")
    // Open reports are few, so their count is exact; an estimate is enough for resolved ones.
    .select(COLUMNS, { count: isOpen ? "exact" : "estimated" })
    .eq("status", state)
    .is("jersey.jersey_images.edit_id", null)
    .order(isOpen ? "created_at" : "resolved_at", { ascending: isOpen })
    .order("id")
    .order("position", { referencedTable: "jersey.jersey_images" })
    .limit(length)
    .throwOnError();
  const [names, members] = await Promise.all([
    isOpen ? new Map<string, string>() : resolvers(client, reports),
    memberPages(
      client,
      reports.flatMap((report) => (report.target_type === "profile" ? [report.target_id] : [])),
    ),
  ]);
  return {
    targets: grouped(
      reports.map((report) => ({ ...report, member: members.get(report.target_id) ?? null })),
    ),
    names,
    count: count ?? reports.length,
    shown: reports.length,
  };
}

type Report = Awaited<ReturnType<typeof fetchReports>>["targets"][number]["reports"][number];

/** Groups reports by jersey, comment or member, in the order of the list. */
function grouped<Row extends { target_type: string; target_id: string }>(reports: Row[]) {
  const groups = Map.groupBy(reports, (report) => `${report.target_type}:${report.target_id}`);
  return [...groups].map(([key, all]) => ({ key, target: all[0]!, reports: all }));
}

export interface ReportedTarget {
  key: string;
  target: Report;
  reports: Report[];
}

/** Another administrator has resolved the report. */
export class SettledMeanwhile extends Error {
  override name = "SettledMeanwhile";
  readonly first: { outcome: ReportOutcome; by: string | null; at: string } | undefined;

  constructor(first: SettledMeanwhile["first"]) {
    super("settled meanwhile");
    this.first = first;
  }
}

/**
 * Upholds or dismisses open reports.
 * @throws {SettledMeanwhile} if one of them is resolved already; the others are resolved now
 */
export async function settleReports(
  client: Client,
  ids: string[],
  outcome: ReportOutcome,
  note: string,
): Promise<void> {
  const { data: settled } = await client
    .from("reports")
    .update({ status: outcome, resolution_note: note || null })
    .in("id", ids)
    .eq("status", "open")
    .select("id")
    .throwOnError();
  const late = ids.find((id) => !settled.some((report) => report.id === id));
  if (late) throw new SettledMeanwhile(await whoSettled(client, late));
}

async function whoSettled(client: Client, id: string): Promise<SettledMeanwhile["first"]> {
  const { data } = await client
    .from("reports")
    .select("id, status, resolved_at")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  if (!data?.resolved_at || data.status === "open") return undefined;
  const names = await resolvers(client, [data]);
  return { outcome: data.status, by: names.get(id) ?? null, at: data.resolved_at };
}

/** The usernames of the administrators who resolved these reports, by the report's id. */
async function resolvers(client: Client, reports: { id: string }[]): Promise<Map<string, string>> {
  const { data } = await client
    .rpc("report_resolvers", { report_ids: reports.map(({ id }) => id) })
    .throwOnError();
  return new Map(data.flatMap((row) => (row.username ? [[row.report_id!, row.username]] : [])));
}

export async function hideComment(client: Client, id: string, hidden: boolean): Promise<void> {
  await client.from("comments").update({ is_hidden: hidden }).eq("id", id).throwOnError();
}

/** Rejects an approved jersey, whatever the earlier decision. */
export async function rejectReported(client: Client, id: string, note: string): Promise<void> {
  await client
    .rpc("moderate_jersey", { jersey_id: id, decision: "rejected", note, overrule: true })
    .throwOnError();
}
