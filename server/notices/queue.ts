import type { Pool } from "@maillotheque/backend";
import type { SupabaseClient } from "@supabase/supabase-js";

/** A claimed mail, as `claim_notice_mail()` returns it. */
export interface Claim {
  notice_id: string;
  email: string;
  /** As stored in the account; unknown values mean French. */
  lang: string | null;
  topic: "jersey" | "report";
  outcome: string;
  about: "jersey" | "comment";
  title: string;
  note: string | null;
  /** What an administrator corrected: field, before, after. */
  changes?: unknown;
  /** The jersey if its reader can open it. */
  jersey_id: string | null;
  team_slug: string | null;
  kit_type_slug: string | null;
  year: number | null;
}

/** Why a mail could not be sent, and whether a retry makes sense. */
export interface Problem {
  text: string;
  final: boolean;
}

/** The queue of mails. Its rules are in the database, so any number of senders can share it. */
export interface NoticeQueue {
  claim(): Promise<Claim | undefined>;
  settle(noticeId: string, problem?: Problem): Promise<void>;
  /** Deletes notices after their retention time. */
  sweep(): Promise<void>;
}

/** The queue on a connection with all rights: the embedded backend's own. */
export function databaseQueue(pool: Pick<Pool, "query">): NoticeQueue {
  return {
    async claim() {
      const { rows } = await pool.query<Claim>("select * from public.claim_notice_mail()");
      return rows[0];
    },
    async settle(noticeId, problem) {
      const values = [noticeId, problem?.text ?? null, problem?.final ?? false];
      await pool.query("select public.settle_notice_mail($1, $2, $3)", values);
    },
    async sweep() {
      await pool.query("select public.sweep_notices()");
    },
  };
}

/** The queue through a project's REST interface, with its secret key. */
export function projectQueue(client: SupabaseClient): NoticeQueue {
  return {
    async claim() {
      const { data } = await client.rpc("claim_notice_mail").throwOnError();
      return (data as Claim[])[0];
    },
    async settle(notice_id, problem) {
      const { text = null, final = false } = problem ?? {};
      await client.rpc("settle_notice_mail", { notice_id, problem: text, final }).throwOnError();
    },
    async sweep() {
      await client.rpc("sweep_notices").throwOnError();
    },
  };
}
