import type { SupabaseClient } from "@supabase/supabase-js";

import { projectQueue } from "../../mail/queue.ts";
import { type QueueName, SENDERS } from "../../mail/queues.ts";
import type { Sending } from "../../mail/send.ts";
import { projectPurges, purgeCaches, type PurgeTarget } from "./cache-purges.ts";
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
 * @param makeDump Makes the night's dump if it is due; absent without the address of the database
 */
export function projectJobs(
  client: SupabaseClient,
  sending: Sending,
  purging: { origin: string; target: PurgeTarget | undefined },
  makeDump?: () => Promise<void>,
): ProjectJob[] {
  const tools = {
    call: async (name: string) => (await client.rpc(name).throwOnError()).data as unknown,
    sendMails: (name: QueueName) => SENDERS[name]((queue) => projectQueue(queue, client), sending),
    purgeCaches: () =>
      purgeCaches(projectPurges(client), purging.origin, purging.target, sending.log),
    ...(makeDump && { makeDump }),
    deleteFiles: () => deleteQueuedFiles(client, sending.log),
  };
  return JOBS.flatMap((job) =>
    job.hosted ? [{ name: job.name, seconds: job.hosted, work: () => runJob(job, tools) }] : [],
  );
}
