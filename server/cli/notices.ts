import { createMailTransport } from "@maillotheque/backend";
import { createClient } from "@supabase/supabase-js";

import { StartError } from "../start-error.ts";
import { createLogger } from "../logger.ts";
import { projectQueue } from "../notices/queue.ts";
import { projectQueue as anyProjectQueue } from "../mail-queue/queue.ts";
import { sendDueMails } from "../mail-queue/send.ts";
import { sendDueNotices } from "../notices/send.ts";
import { REPORT_MAILS } from "../visitor-reports/report-mails.ts";
import { settleOrders, settleStandings, type StandingJob } from "../standings.ts";
import type { ReportMail } from "../visitor-reports/report-mail.ts";
import { command } from "./command.ts";

/**
 * Sends the due mails of a Supabase project once (notices, reports without an account), deletes old
 * ones and old entries of the audit log, carries out proposals, and brings votes into rankings and into the orders of the
 * catalogue: for a scheduler. This is the only part of the site that needs the project's secret key;
 * the web server never sees it.
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
  const reports = anyProjectQueue<ReportMail>(client, REPORT_MAILS.functions);
  const sending = { transport, siteUrl: SITE_URL, log };
  try {
    const notices = await sendDueNotices({ queue, ...sending });
    const answers = await sendDueMails(REPORT_MAILS, { queue: reports, ...sending });
    say(`mails sent: ${notices + answers}`);
    await queue.sweep();
    await reports.sweep();
    // This job sends the mails of reports without an account, so the form may be open.
    await client.rpc("offer_visitor_reports").throwOnError();
    await client.rpc("sweep_audit_log").throwOnError();
    await client.rpc("sweep_removed_copies").throwOnError();
    await client.rpc("sweep_imports").throwOnError();
    await client.rpc("carry_out_proposals").throwOnError();
    await client.rpc("sweep_proposals").throwOnError();
    const run = async (job: StandingJob): Promise<number> =>
      (await client.rpc(job).throwOnError()).data;
    await settleStandings(run);
    await settleOrders(run);
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
