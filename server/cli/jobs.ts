import { createMailTransport, startPeriodicJob } from "@maillotheque/backend";
import { once } from "node:events";

import { createLogger } from "../operate/logger.ts";
import { operatorsProblem, projectClient } from "../operate/project/client.ts";
import { purgeTarget } from "../operate/jobs/cache-purges.ts";
import { projectJobs } from "../operate/jobs/project-jobs.ts";
import { projectDump } from "../operate/project/dump.ts";
import { readProjectSettings } from "../operate/settings/env.ts";
import { StartError } from "../operate/start-error.ts";
import { makeDump } from "../open/make-dump.ts";
import { command } from "./command.ts";

/**
 * What the embedded server does by timers, for a Supabase project: once for a scheduler, or with
 * `--loop` until it is stopped. This is the only running part of the site that needs the project's
 * secret key; the web server never sees it.
 */
await command(async ({ env, args: [mode, ...rest], say }) => {
  if ((mode && mode !== "--loop") || rest.length > 0) {
    throw new StartError("usage: npm run jobs [-- --loop]");
  }
  const { SUPABASE_URL, SITE_URL, SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir } = env;
  const { SUPABASE_SERVICE_KEY: key, SUPABASE_DB_URL: databaseUrl } = readProjectSettings(
    process.env,
  );
  if (!SUPABASE_URL || !SITE_URL || !key) {
    throw new StartError(
      "needs SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_SERVICE_KEY and SITE_URL; with our own database the server does these jobs by itself",
    );
  }
  const log = await createLogger(env.LOG_LEVEL);
  const client = projectClient(SUPABASE_URL, key);
  const mail = { from, ...(smtpUrl && { smtpUrl }) };
  const transport = createMailTransport({ mail, dataDir }, log);
  const stopping = new AbortController();
  const sending = { transport, siteUrl: SITE_URL, log, stop: stopping.signal };
  const dump = databaseUrl
    ? projectDump(env, { url: SUPABASE_URL, databaseUrl, client })
    : undefined;
  const jobs = projectJobs(
    client,
    sending,
    { origin: SUPABASE_URL, target: purgeTarget(env) },
    dump && (async () => void (await makeDump({ ...dump, stop: stopping.signal }))),
  );
  try {
    // The first round of a loop too: a wrong key ends it at once.
    for (const { name, work } of jobs) {
      const done = await work();
      say(done === undefined ? name : `${name}: ${done}`);
    }
    if (mode) await repeat(stopping);
  } catch (error) {
    throw operatorsProblem(error, SUPABASE_URL);
  } finally {
    transport.close();
  }

  /** Runs the jobs at their intervals until a signal stops them; a failed round is tried again. */
  async function repeat(stop: AbortController): Promise<void> {
    const running = jobs.map(({ name, seconds, work }) =>
      startPeriodicJob(seconds, log, name, async () => void (await work())),
    );
    // The jobs' timers alone don't keep the process.
    const awake = setInterval(() => {}, 60_000);
    await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    clearInterval(awake);
    stop.abort();
    await Promise.all(running.map((job) => job.close()));
  }
});
