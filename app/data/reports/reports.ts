import type { Client } from "../client.ts";
import type { Database } from "../database.types.ts";

type Row = Database["public"]["Tables"]["reports"]["Row"];

export type ReportCategory = NonNullable<Row["category"]>;

/** The categories of a report (docs/product.md 9.1). */
export const REPORT_CATEGORIES = [
  "wrong_information",
  "wrong_image",
  "duplicate",
  "offensive",
  "rights",
  "other",
] as const satisfies ReportCategory[];

/** What can be reported. */
export interface ReportTarget {
  type: Row["target_type"];
  id: string;
}

export interface NewReport {
  target: ReportTarget;
  category: ReportCategory | null;
  reason: string;
}

/** @throws a database error: 23505 where the member's report is open already, PT429 after many */
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
