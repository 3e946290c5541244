import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { reportKeys } from "./keys.ts";
import { memberPages } from "./reports.ts";

const COLUMNS =
  "id, target_type, target_id, reported_name, category, reason, status, done, resolution_note, resolved_at, created_at, jersey:jerseys(id, title, team_slug, kit_type_slug, year), comment:comments(body, jersey:jerseys(id, title, team_slug, kit_type_slug, year))";

/** The member's newest `length` reports with their outcomes. */
export function myReports(userId: string, length: number) {
  return queryOptions({
    queryKey: reportKeys.mineOf(userId, length),
    queryFn: async () => fetchReports(await browserClient(), userId, length),
    placeholderData: keepPreviousData,
  });
}

async function fetchReports(client: Client, userId: string, length: number) {
  const { data } = await client
    .from("reports")
    .select(COLUMNS)
    // Administrators can read everyone's.
    .eq("reporter_id", userId)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(length)
    .throwOnError();
  const pages = await memberPages(
    client,
    data.flatMap((report) => (report.target_type === "profile" ? [report.target_id] : [])),
  );
  return data.map((report) => ({ ...report, member: pages.get(report.target_id) ?? null }));
}

export type MyReport = Awaited<ReturnType<typeof fetchReports>>[number];
