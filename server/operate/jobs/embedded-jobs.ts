import {
  createMailTransport,
  type MailTransportOptions,
  type Pool,
  startPeriodicJob,
} from "@maillotheque/backend";

import type { Logger } from "../logger.ts";
import { databaseQueue } from "../../mail/queue.ts";
import { type QueueName, SENDERS } from "../../mail/queues.ts";
import { databasePurges, purgeCaches, type PurgeTarget } from "./cache-purges.ts";
import { type Job, JOBS } from "./register.ts";
import { type JobTools, runJob } from "./run-job.ts";

interface Running {
  close(): Promise<void>;
}

const databaseCall =
  (pool: Pick<Pool, "query">): JobTools["call"] =>
  async (name) => {
    const { rows } = await pool.query<{ result: unknown }>(`select public.${name}() as result`);
    return rows[0]?.result;
  };

/**
 * Runs the jobs of the embedded mode while the server runs. Any number of servers may do so: the
 * database's functions take turns.
 * @param makeDump Makes the night's dump if it is due
 * @param target Where caches in front of the site learn what to drop, if there are any
 */
export function startEmbeddedJobs(
  pool: Pool,
  options: MailTransportOptions & { siteUrl: string },
  makeDump: (stop: AbortSignal) => Promise<void>,
  target: PurgeTarget | undefined,
  log: Logger,
): Running {
  const stopping = new AbortController();
  const transport = createMailTransport(options, log);
  const sending = { transport, siteUrl: options.siteUrl, log, stop: stopping.signal };
  const tools = {
    call: databaseCall(pool),
    sendMails: (name: QueueName) => SENDERS[name]((queue) => databaseQueue(queue, pool), sending),
    makeDump: () => makeDump(stopping.signal),
    purgeCaches: () => purgeCaches(databasePurges(pool), options.siteUrl, target, log),
  };
  const timers = startTimers(JOBS, tools, log);
  return {
    async close() {
      stopping.abort();
      await timers.close();
      transport.close();
    },
  };
}

/** Runs jobs at the intervals of the embedded mode. */
function startTimers(jobs: readonly Job[], tools: JobTools, log: Logger): Running {
  const running = jobs.flatMap((job) =>
    typeof job.embedded === "number"
      ? [startPeriodicJob(job.embedded, log, job.name, async () => void (await runJob(job, tools)))]
      : [],
  );
  return {
    async close() {
      await Promise.all(running.map((job) => job.close()));
    },
  };
}
