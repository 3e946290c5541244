import { createMailTransport, silentLogger } from "@maillotheque/backend";

import { isPublic } from "../pages/texts/operator.ts";
import type { Logger } from "./logger.ts";
import { type Env, misspeltSettings } from "./settings/env.ts";

/** Says what is probably wrong with the settings but stops no start, one line each. */
export function warnAtStart(
  variables: NodeJS.ProcessEnv,
  env: Env,
  log: Pick<Logger, "warn">,
): void {
  for (const line of misspeltSettings(variables)) log.warn(line);
  // A project sends the mails of accounts itself, and `npm run jobs` the others.
  if (env.SUPABASE_URL) return;
  if (env.SMTP_URL) void warnOfMailServer(env, log);
  else if (isPublic(env)) {
    log.warn(
      "SMTP_URL: not set, so mails are only written to DATA_DIR/outbox and nobody can confirm an account",
    );
  }
}

/** In the background: the site works without its mail server, and mails wait a day for it. */
async function warnOfMailServer(
  { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir }: Env,
  log: Pick<Logger, "warn">,
): Promise<void> {
  const transport = createMailTransport(
    { mail: { from, ...(smtpUrl && { smtpUrl }) }, dataDir },
    silentLogger,
  );
  try {
    await transport.check();
  } catch (error) {
    log.warn(
      `SMTP_URL: the mail server can't be used (${mailProblem(error)}); mails wait for a day`,
    );
  } finally {
    transport.close();
  }
}

/** Why a mail server can't be used, in one line without the name and password. */
export function mailProblem(error: unknown): string {
  const { message, response } = error as Error & { response?: string };
  return (response ?? message).replaceAll(/\s+/g, " ").slice(0, 300);
}
