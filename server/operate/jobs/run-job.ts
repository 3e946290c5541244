import type { QueueName } from "../../mail/queues.ts";
import { CACHE_PURGES, DUMP, type Job } from "./register.ts";

/** How jobs reach the database and the mails: by our own connection, or through a project. */
export interface JobTools {
  /** Calls a function of the database and returns its result. */
  call(name: string): Promise<unknown>;
  /** Sends the mails of a queue that are due; returns how many. */
  sendMails(queue: QueueName): Promise<number>;
  /** Deletes queued files; returns how many. The backend does this itself. */
  deleteFiles?(): Promise<number>;
  /** Makes the night's dump if it is due. A project without the address of its database has none. */
  makeDump?(): Promise<void>;
  /** Has caches in front of the site drop what left public view; returns how many files. */
  purgeCaches(): Promise<number>;
}

/** One round of a job. Returns how much it did, if that can be counted. */
export async function runJob(job: Job, tools: JobTools): Promise<number | undefined> {
  if (job.mails) return tools.sendMails(job.mails);
  if (job.code === CACHE_PURGES) return tools.purgeCaches();
  if (job.code === DUMP) {
    await tools.makeDump?.();
    return undefined;
  }
  if (!job.calls) return tools.deleteFiles?.();
  const changed = await callAll(job.calls, tools.call, job.batch);
  return job.isCounted ? changed : undefined;
}

/** Calls functions in turn, each until it changes less than a batch. Returns how much they changed. */
async function callAll(
  names: readonly string[],
  call: JobTools["call"],
  batch = Infinity,
): Promise<number> {
  let all = 0;
  for (const name of names) {
    let changed: number;
    do {
      changed = Number(await call(name));
      all += changed;
    } while (changed >= batch);
  }
  return all;
}
