import type { Pool } from "@maillotheque/backend";

/** A claimed mail, as `claim_visitor_report_mail()` returns it. */
export interface ReportMail {
  id: string;
  email: string;
  /** As stored in the account; unknown values mean French. */
  lang: string | null;
  kind: "confirm" | "upheld" | "dismissed" | "removed";
  party: "notifier" | "author";
  target_type: "jersey" | "comment";
  /** The title of the jersey. */
  title: string;
  /** The reason of the decision. */
  note: string | null;
  /** What the notifier wrote; null in mails to the author. */
  reason: string | null;
  /** Confirms or contests; null where there is nothing to do. */
  token: string | null;
  /** The jersey if visitors can open it. */
  jersey_id: string | null;
  team_slug: string | null;
  kit_type_slug: string | null;
  year: number | null;
}

export type Database = Pick<Pool, "query">;

export async function claimMail(pool: Database): Promise<ReportMail | undefined> {
  const { rows } = await pool.query<ReportMail>("select * from public.claim_visitor_report_mail()");
  return rows[0];
}

/** Records that a mail has left, or why it has not. */
export async function settleMail(
  pool: Database,
  id: string,
  problem?: { text: string; final: boolean },
): Promise<void> {
  const values = [id, problem?.text ?? null, problem?.final ?? false];
  await pool.query("select public.settle_visitor_report_mail($1, $2, $3)", values);
}

/** Deletes reports after their retention time. */
export async function sweepReports(pool: Database): Promise<void> {
  await pool.query("select public.sweep_visitor_reports()");
}
