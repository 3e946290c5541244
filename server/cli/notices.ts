import { createMailTransport } from "@maillotheque/backend";
import { createClient } from "@supabase/supabase-js";

import { StartError } from "../start-error.ts";
import { createLogger } from "../logger.ts";
import { projectQueue } from "../notices/queue.ts";
import { sendDueNotices } from "../notices/send.ts";
import { settleStandings } from "../standings.ts";
import { command } from "./command.ts";

/**
 * Sends the due mails of a Supabase project once, deletes old notices and entries of the audit log,
 * and lets votes start or stop counting for rankings: for a scheduler. This is the only part of the site that needs the project's secret key; the web server never sees it.
 */
await command(async ({ env, say }) => {
  const { SUPABASE_URL, SITE_URL, SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir } = env;
  const key = process.env.SUPABASE_SERVICE_KEY;
  if (!SUPABASE_URL || !SITE_URL || !key) {
    throw new StartError(
      "needs SUPABASE_URL, SUPABASE_SERVICE_KEY and SITE_URL; with our own database the server sends these mails by itself",
    );
  }
  const log = await createLogger(env.LOG_LEVEL);
  const transport = createMailTransport(
    { mail: { from, ...(smtpUrl && { smtpUrl }) }, dataDir },
    log,
  );
  const client = createClient(SUPABASE_URL, key, { auth: { persistSession: false } });
  const queue = projectQueue(client);
  try {
    say(`mails sent: ${await sendDueNotices({ queue, transport, siteUrl: SITE_URL, log })}`);
    await queue.sweep();
    await client.rpc("sweep_audit_log").throwOnError();
    await client.rpc("sweep_removed_copies").throwOnError();
    await client.rpc("sweep_imports").throwOnError();
    await settleStandings(async (job) => (await client.rpc(job).throwOnError()).data);
    await client.rpc("refresh_leaderboards").throwOnError();
  } catch (error) {
    throw operatorsProblem(error, SUPABASE_URL);
  } finally {
    transport.close();
  }
});

/** An error that names the wrong setting, if a setting is the cause; other errors unchanged. */
function operatorsProblem(error: unknown, projectUrl: string): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "42501" || code?.startsWith("PGRST30")) {
    return new StartError("SUPABASE_SERVICE_KEY: not the secret key of this project");
  }
  return message?.includes("fetch failed")
    ? new StartError(`SUPABASE_URL: no answer from ${projectUrl}`)
    : error;
}
