import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { AuthSettings, BackendSettings } from "../packages/backend/src/context.ts";
import { prepareFolder } from "../packages/backend/src/database/embedded/start.ts";
import { createBackend } from "../packages/backend/src/create-backend.ts";
import { openDatabase } from "./database.ts";
import { followChanges } from "./changes.ts";
import type { Env } from "./env.ts";
import type { PageCache } from "./http/page-cache.ts";
import type { Logger } from "./logger.ts";
import { startNoticeMails } from "./notices/job.ts";
import { seedOnce } from "./seed-once.ts";
import type { Source } from "./start.ts";

/** The product's schema and catalogue. */
export const SUPABASE_DIR = join(import.meta.dirname, "../supabase");

const READY_LIMIT = 2_000;

/** The embedded backend with everything it needs: database, schema, first content. */
export async function embeddedSource(
  env: Env,
  siteUrl: string,
  log: Logger,
  cache: PageCache,
  running: AsyncDisposableStack,
): Promise<Source> {
  await prepareFolder(env.DATA_DIR);
  const database = await openDatabase(env, log);
  running.defer(() => database.stop());

  const settings = backendSettings(env, database.url, siteUrl);
  const backend = await createBackend(settings, log);
  running.defer(() => backend.close());
  await writeFile(join(env.DATA_DIR, "anon-key"), `${backend.apiKeys.anon}\n`);
  await seedOnce(backend.pool, env, database.url);
  const notices = startNoticeMails(backend.pool, settings, log);
  running.defer(() => notices.close());
  const changes = followChanges(database.url, backend.pool, cache, log);
  running.defer(() => changes.close());

  return {
    backend,
    changes,
    pools: backend.pools,
    url: "",
    anonKey: backend.apiKeys.anon,
    async ready() {
      const late = AbortSignal.timeout(READY_LIMIT);
      const given = new Promise<never>((_, reject) => {
        late.addEventListener("abort", () => reject(new Error("the database doesn't answer")));
      });
      await Promise.race([backend.pool.query("select 1"), given]);
    },
  };
}

export function backendSettings(env: Env, databaseUrl: string, siteUrl: string): BackendSettings {
  const { STORAGE_S3_BUCKET, STORAGE_S3_ACCESS_KEY_ID, STORAGE_S3_SECRET_ACCESS_KEY } = env;
  return {
    databaseUrl,
    dataDir: env.DATA_DIR,
    supabaseDir: SUPABASE_DIR,
    siteUrl,
    mail: { from: env.MAIL_FROM, ...(env.SMTP_URL && { smtpUrl: env.SMTP_URL }) },
    autoconfirm: env.AUTH_AUTOCONFIRM,
    auth: authSettings(env),
    trustProxy: env.TRUST_PROXY,
    ...(STORAGE_S3_BUCKET &&
      STORAGE_S3_ACCESS_KEY_ID &&
      STORAGE_S3_SECRET_ACCESS_KEY && {
        s3: {
          bucket: STORAGE_S3_BUCKET,
          region: env.STORAGE_S3_REGION,
          accessKeyId: STORAGE_S3_ACCESS_KEY_ID,
          secretAccessKey: STORAGE_S3_SECRET_ACCESS_KEY,
          ...(env.STORAGE_S3_ENDPOINT && { endpoint: env.STORAGE_S3_ENDPOINT }),
        },
      }),
  };
}

const HOUR = 60 * 60;

function authSettings(env: Env): AuthSettings {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SECRET: secret } = env;
  const { SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: key } = env;
  const { AUTH_SESSION_HOURS: timeBox, AUTH_SESSION_IDLE_HOURS: inactivity } = env;
  return {
    anonymous: env.AUTH_ANONYMOUS,
    providers: env.providers,
    saml: env.saml,
    ...(env.AUTH_BREACHED_PASSWORDS_URL && {
      breachedPasswordsUrl: env.AUTH_BREACHED_PASSWORDS_URL,
    }),
    web3: env.AUTH_WEB3,
    ...((env.AUTH_PHONE || url) && {
      phone: { ...(url && key && { webhook: { url, secret: key } }) },
    }),
    ...(provider && secret && { captcha: { provider, secret } }),
    sessions: {
      ...(timeBox && { timeBox: timeBox * HOUR }),
      ...(inactivity && { inactivity: inactivity * HOUR }),
    },
  };
}
