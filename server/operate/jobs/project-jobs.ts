import type { SupabaseClient } from "@supabase/supabase-js";

import { projectQueue } from "../../mail/queue.ts";
import { NOTICE_QUEUE, VISITOR_REPORT_QUEUE } from "../../mail/queues.ts";
import { sendDueMails, type Sending } from "../../mail/send.ts";
import { JOBS } from "./register.ts";
import { runJob } from "./run-job.ts";
import { deleteQueuedFiles } from "../project/file-deletions.ts";

export interface ProjectJob {
  name: string;
  /** Between two rounds, where they are repeated. */
  seconds: number;
  /** Returns how much it did, if that can be counted. */
  work(): Promise<number | undefined>;
}

/**
 * The jobs of a Supabase project. Each may run several times at once: the database's functions take
 * turns.
 * @param client With the project's secret key
 */
export function projectJobs(client: SupabaseClient, sending: Sending): ProjectJob[] {
  const mails = {
    notices: () => sendDueMails(NOTICE_QUEUE, projectQueue(NOTICE_QUEUE, client), sending),
    visitorReports: () =>
      sendDueMails(VISITOR_REPORT_QUEUE, projectQueue(VISITOR_REPORT_QUEUE, client), sending),
  };
  const tools = {
    call: async (name: string) => (await client.rpc(name).throwOnError()).data as unknown,
    sendMails: (queue: keyof typeof mails) => mails[queue](),
    deleteFiles: () => deleteQueuedFiles(client, sending.log),
  };
  return JOBS.flatMap((job) =>
    job.hosted ? [{ name: job.name, seconds: job.hosted, work: () => runJob(job, tools) }] : [],
  );
}
