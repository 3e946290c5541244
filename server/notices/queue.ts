import type { Pool } from "@maillotheque/backend";
import type { SupabaseClient } from "@supabase/supabase-js";

import * as mailQueue from "../mail-queue/queue.ts";
import type { MailQueue, QueueFunctions } from "../mail-queue/queue.ts";

/** A claimed mail, as `claim_notice_mail()` returns it. */
export interface Claim {
  notice_id: string;
  email: string;
  /** As stored in the account; unknown values mean French. */
  lang: string | null;
  topic: "jersey" | "report" | "suggestion";
  outcome: string;
  about: "jersey" | "comment" | "profile" | "team" | "competition";
  title: string;
  note: string | null;
  /** What was corrected or undone: field, before, after; of a suggestion also accepted, reason, note. */
  changes?: unknown;
  /** The jersey if its reader can open it. */
  jersey_id: string | null;
  team_slug: string | null;
  kit_type_slug: string | null;
  year: number | null;
}

export type NoticeQueue = MailQueue<Claim>;

export const NOTICE_FUNCTIONS: QueueFunctions = {
  claim: "claim_notice_mail",
  settle: "finish_notice_mail",
  id: "notice_id",
  sweep: "sweep_notices",
};

/** The queue on a connection with all rights: the embedded backend's own. */
export const databaseQueue = (pool: Pick<Pool, "query">): NoticeQueue =>
  mailQueue.databaseQueue(pool, NOTICE_FUNCTIONS);

/** The queue through a project's REST interface, with its secret key. */
export const projectQueue = (client: SupabaseClient): NoticeQueue =>
  mailQueue.projectQueue(client, NOTICE_FUNCTIONS);
