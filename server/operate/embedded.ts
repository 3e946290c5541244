import {
  type AuthOptions,
  type Backend,
  type BackendOptions,
  createBackend,
  prepareFolder,
} from "@maillotheque/backend";
import { createClient } from "@supabase/supabase-js";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { commonKind } from "../../app/shared/domain/common-passwords.ts";
import type { WorkerState } from "./metrics/metrics.ts";
import { SITE_OPTIONS } from "./backend-options.ts";
import { openDatabase } from "./database.ts";
import { assertOneSite, connectionName } from "./one-site.ts";
import { s3Options } from "./s3-options.ts";
import { followOutdatedPages } from "../pages/cache/outdated-pages.ts";
import type { Env } from "./settings/env.ts";
import type { PageCache } from "../pages/cache/page-cache.ts";
import type { Logger } from "./logger.ts";
import { purgeTarget } from "./jobs/cache-purges.ts";
import { startEmbeddedJobs } from "./jobs/embedded-jobs.ts";
import { type DumpOptions, makeDump } from "../open/make-dump.ts";
import { seedOnce } from "./seed-once.ts";
import type { Source } from "./start.ts";
import { guessPictures } from "../pages/guess-pictures.ts";
import { visitorReports } from "../pages/visitor-reports/visitor-reports.ts";

const READY_LIMIT = 2_000;

/** The embedded backend with its database, schema and first content. */
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

  await assertOneSite(database.directUrl, siteUrl);
  const options = backendOptions(env, database.url, siteUrl);
  const backend = await createBackend(options, log);
  running.defer(() => backend.close());
  await writeFile(join(env.DATA_DIR, "anon-key"), `${backend.apiKeys.anon}\n`);
  await seedOnce(database, env);
  const changes = followOutdatedPages(
    database.directUrl,
    backend,
    cache,
    log,
    connectionName(siteUrl),
  );
  running.defer(() => changes.close());
  const dump = dumpOptions(env, database.directUrl, backend, siteUrl);
  const jobs = startEmbeddedJobs(
    backend.pool,
    options,
    async (stop) => void (await makeDump({ ...dump, stop })),
    purgeTarget(env),
    log,
  );
  running.defer(() => jobs.close());

  return {
    backend,
    changes,
    pools: backend.pools,
    async workerState() {
      const { rows } = await backend.pool.query<WorkerState>(
        "select waiting::integer, failed::integer, lag_seconds from public.worker_state()",
      );
      return rows[0];
    },
    guessPicture: guessPictures(backend.pool),
    visitorReports: visitorReports(backend.pool, options.auth.captcha, log),
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

export function backendOptions(env: Env, databaseUrl: string, siteUrl: string) {
  const s3 = s3Options(env);
  return {
    ...SITE_OPTIONS,
    databaseUrl,
    ...(databaseUrl === env.DATABASE_URL &&
      env.DATABASE_DIRECT_URL && { directUrl: env.DATABASE_DIRECT_URL }),
    ...(env.DATABASE_ROLE_PREFIX && { rolePrefix: env.DATABASE_ROLE_PREFIX }),
    ...(env.DATABASE_READ_URL && {
      replicas: { urls: env.DATABASE_READ_URL, longestLagSeconds: env.DATABASE_READ_LAG },
    }),
    migrate: env.MIGRATE,
    dataDir: env.DATA_DIR,
    siteUrl,
    mail: {
      ...SITE_OPTIONS.mail,
      from: env.MAIL_FROM,
      ...(env.SMTP_URL && { smtpUrl: env.SMTP_URL }),
    },
    autoconfirm: env.AUTH_AUTOCONFIRM,
    auth: authOptions(env),
    ...(s3 && { s3 }),
  } satisfies BackendOptions;
}

/** How dumps are made of a database of our own. */
export function dumpOptions(
  env: Env,
  databaseUrl: string,
  backend: Pick<Backend, "fetch" | "apiKeys">,
  siteUrl: string,
): DumpOptions {
  const fetch = (input: RequestInfo | URL, init?: RequestInit) =>
    backend.fetch(new Request(input, init));
  const { storage } = createClient(siteUrl, backend.apiKeys.service, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch },
  });
  return {
    ...{ databaseUrl, siteUrl, storageUrl: siteUrl, storage, dataDir: env.DATA_DIR },
    replicaUrl: env.DATABASE_READ_URL?.[0],
    ...(env.DATABASE_ROLE_PREFIX && { rolePrefix: env.DATABASE_ROLE_PREFIX }),
  };
}

const HOUR = 60 * 60;

function authOptions(env: Env): AuthOptions {
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
    disableSignUp: !env.AUTH_SIGN_UP,
    disableManualLinking: !env.AUTH_MANUAL_LINKING,
    ...(env.AUTH_PASSWORD_REFUSE_COMMON && {
      isCommonPassword: (password) => commonKind(password) !== undefined,
    }),
    ...((env.AUTH_PHONE || url) && {
      phone: {
        autoconfirm: env.AUTH_PHONE_AUTOCONFIRM,
        ...(url && key && { webhook: { url, secret: key } }),
      },
    }),
    ...(provider && secret && { captcha: { provider, secret } }),
    sessions: {
      ...(timeBox && { timeBox: timeBox * HOUR }),
      ...(inactivity && { inactivity: inactivity * HOUR }),
    },
  };
}
