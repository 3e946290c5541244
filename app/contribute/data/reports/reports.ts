import type { Client } from "../../../shared/data/client.ts";
import type { ReportTarget } from "../../../shared/domain/reported-content.ts";
import type { Database } from "../../../shared/data/database.types.ts";

type Row = Database["public"]["Tables"]["reports"]["Row"];

export type ReportCategory = NonNullable<Row["category"]>;

/** The categories of a report (docs/product/contribute.md 9.1). */
export const REPORT_CATEGORIES = [
  "wrong_information",
  "wrong_image",
  "duplicate",
  "offensive",
  "name",
  "rights",
  "other",
] as const satisfies ReportCategory[];

/** The categories that the dialog offers for a target. What is wrong with a jersey's facts is mended by a suggestion. */
export const categoriesFor = ({ type }: ReportTarget): readonly ReportCategory[] =>
  type === "jersey" ? ["offensive", "rights", "other"] : ["offensive", "name", "rights", "other"];

export interface NewReport {
  target: ReportTarget;
  category: ReportCategory | null;
  reason: string;
}

/**
 * @throws a database error: 23505 if the member has an open report on it, PT429 above the rate
 * limit
 */
export async function sendReport(
  client: Client,
  reporterId: string,
  { target, category, reason }: NewReport,
): Promise<void> {
  await client
    .from("reports")
    .insert({
      reporter_id: reporterId,
      target_type: target.type,
      target_id: target.id,
      category,
      reason: reason || null,
    })
    .throwOnError();
}

/** Reported members as others see them now, by id, and whether they have a page (docs/product/account.md 19.6). */
export async function memberPages(client: Client, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const { data } = await client
    .from("profiles")
    .select("id, username, display_name, jerseys(id)")
    .in("id", [...new Set(ids)])
    .eq("jerseys.status", "approved")
    .eq("jerseys.is_active", true)
    .limit(1, { referencedTable: "jerseys" })
    .throwOnError();
  return new Map(
    data.map(({ jerseys, ...member }) => [member.id, { ...member, hasPage: jerseys.length > 0 }]),
  );
}
