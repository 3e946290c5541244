import type { MailTransport } from "@maillotheque/backend";
import type { SupabaseClient } from "@supabase/supabase-js";

import type { Logger } from "../logger.ts";
import { projectQueue } from "../mail-queue/queue.ts";
import { type MailKind, sendDueMails } from "../mail-queue/send.ts";
import { NOTICE_MAILS } from "../notices/send.ts";
import { settleOrders, settleStandings, type StandingJob } from "../standings.ts";
import { REPORT_MAILS } from "../visitor-reports/report-mails.ts";
import { deleteQueuedFiles } from "./file-deletions.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export interface JobOptions {
  /** With the project's secret key. */
  client: SupabaseClient;
  transport: MailTransport;
  siteUrl: string;
  log: Logger;
  /** Stops after the current mail. */
  stop?: AbortSignal;
}

export interface ProjectJob {
  name: string;
  /** Between two rounds, where they are repeated. */
  seconds: number;
  /** Returns how much it did, if that can be counted. */
  work(): Promise<number | undefined>;
}

/**
 * What the embedded server does by timers, for a Supabase project. Each job may run several times
 * at once: the database's functions take turns.
 */
export function projectJobs({ client, transport, siteUrl, log, stop }: JobOptions): ProjectJob[] {
  const call =
    (...functions: string[]) =>
    async () => {
      for (const name of functions) await client.rpc(name).throwOnError();
      return undefined;
    };
  const mails =
    <Mail extends object>(kind: MailKind<Mail>) =>
    () =>
      sendDueMails(kind, {
        queue: projectQueue<Mail>(client, kind.functions),
        transport,
        siteUrl,
        log,
        ...(stop && { stop }),
      });
  const run = async (job: StandingJob): Promise<number> =>
    (await client.rpc(job).throwOnError()).data;

  return [
    { name: "mails about decisions", seconds: 5, work: mails(NOTICE_MAILS) },
    { name: "mails about visitors' reports", seconds: 5, work: mails(REPORT_MAILS) },
    // These mails are sent, so the form may be open: for an hour from now.
    {
      name: "opening of the visitors' form",
      seconds: 10 * MINUTE,
      work: call("offer_visitor_reports"),
    },
    { name: "carrying out of proposals", seconds: MINUTE, work: call("carry_out_proposals") },
    {
      name: "settling of votes",
      seconds: 5,
      work: async () => (await settleStandings(run)) + (await settleOrders(run)),
    },
    { name: "listing of leaderboards", seconds: 10 * MINUTE, work: call("refresh_leaderboards") },
    {
      name: "search for unused files",
      seconds: HOUR,
      work: async () => (await client.rpc("queue_unused_files").throwOnError()).data,
    },
    { name: "deletion of files", seconds: 30, work: () => deleteQueuedFiles(client, log) },
    {
      name: "sweeping",
      seconds: HOUR,
      work: call(
        "sweep_notices",
        "sweep_visitor_reports",
        "sweep_audit_log",
        "sweep_removed_copies",
        "sweep_imports",
        "sweep_proposals",
      ),
    },
  ];
}
