import type { BackendAccess, VisitorReports } from "../../app/shared/data/backend-access.ts";
import { getRequestListener } from "@hono/node-server";
import type { Backend } from "@maillotheque/backend";
import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

import type { OutdatedPages } from "../pages/cache/outdated-pages.ts";
import type { Env } from "./settings/env.ts";
import { builtRenderer, type SiteRenderer } from "../pages/site-renderer.ts";
import { createHttp, type Site } from "../http/app.ts";
import { cachedPages } from "../pages/cache/cached-pages.ts";
import { PageCache } from "../pages/cache/page-cache.ts";
import { fetchForPages } from "../pages/rendering.ts";
import { commonHeaders } from "../http/security-headers.ts";
import { newestDump } from "../open/newest-dump.ts";
import { answerUnparsed } from "../http/unparsed-requests.ts";
import { afterBody } from "../http/unread-bodies.ts";
import { drain, listen } from "./listen.ts";
import type { Logger } from "./logger.ts";
import type { PoolState, WorkerState } from "./metrics/metrics.ts";
import { createTextPages } from "../pages/texts/text-pages.ts";

const SETTINGS = {
  // Milliseconds: the longest time a slow sender can hold a connection.
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  // Longer than load balancers' timeouts: the balancer must close a connection first.
  keepAliveTimeout: 65_000,
  // Nearly all requests have no body and need no stream for it.
  optimizeEmptyRequests: true,
};

/**
 * How long a connection may be without a byte in either direction, in milliseconds: who doesn't read
 * an answer is cut off after twice this time at most. Longer than any request takes until it is
 * answered.
 */
const LONGEST_STILL_MS = 60_000;

/** The backend behind the pages: embedded or hosted. */
export interface Source {
  backend?: Pick<Backend, "fetch" | "isVisitor">;
  changes?: OutdatedPages;
  /** Connection pools of the database, for metrics. */
  pools?: Record<string, PoolState>;
  /** What the worker has yet to do, for metrics. */
  workerState?: () => Promise<WorkerState | undefined>;
  /** The forms of people without an account. */
  visitorReports: VisitorReports;
  /** Only a database of our own says what the guess's pictures show. */
  guessPicture?: BackendAccess["guessPicture"];
  /** The backend's address for the browser; empty if it is the site's own origin. */
  url: string;
  anonKey: string;
  ready(): Promise<void>;
}

/**
 * Listens at once, so that a taken port is reported first, and answers "in a moment" until the
 * database is up. Resolves when the site can be read.
 */
export async function startServer(
  env: Env,
  log: Logger,
  running: AsyncDisposableStack,
): Promise<void> {
  let site: Site | undefined;
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer(SETTINGS, (request, response) => answer(request, response));
  server.timeout = LONGEST_STILL_MS;
  answerUnparsed(server);
  const address = await listen(server, env);
  const siteUrl = env.SITE_URL ?? `http://${address}`;
  running.defer(() => drain(server));

  const renderer = await openRenderer(env, server, running);
  const counts = env.METRICS_TOKEN
    ? (await import("./metrics/metrics.ts")).createMetrics()
    : undefined;
  let source: Source | undefined;
  let stopping = false;
  const cache = new PageCache({
    // A hosted project publishes no changes.
    isFollowing: () => source?.changes?.isFollowing() ?? false,
    ...(counts && { onAnswer: (answer) => counts.page(answer) }),
  });
  const app = createHttp({
    siteUrl,
    trustProxy: env.TRUST_PROXY,
    log,
    cache,
    ...(counts && env.METRICS_TOKEN && { metrics: { counts, token: env.METRICS_TOKEN } }),
    ...(renderer.publicDir && { publicDir: renderer.publicDir }),
    site: () => site,
    isStopping: () => stopping,
  });
  const cached = cachedPages({
    cache,
    log,
    headers: commonHeaders(siteUrl),
    ...(counts && { counts }),
  });
  // Checks of balancers in HTTP/1.0 name no host.
  const { hostname } = new URL(siteUrl);
  answer = renderer.before(cached(getRequestListener(afterBody(app.fetch), { hostname })));

  const [opened, build] = await Promise.all([
    openSource(env, siteUrl, log, cache, running),
    renderer.loadBuild(),
  ]);
  source = opened;
  const { backend, changes, url, anonKey, visitorReports, guessPicture } = opened;
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey } = env;
  if (opened.pools) counts?.watchPools(opened.pools);
  if (opened.workerState) counts?.watchWorker(opened.workerState);
  const textPages = createTextPages(env, siteUrl, { url, anonKey }, log);
  const read = backend?.fetch ?? ((request: Request) => fetch(request));
  counts?.watchDump(() => newestDump(read, { url: url || siteUrl, anonKey }));
  site = {
    ...(backend && { backend }),
    ...(changes && { changes }),
    ready: opened.ready,
    pages: {
      build,
      mode: renderer.mode,
      access: {
        url,
        anonKey,
        siteUrl,
        fetch: fetchForPages(read),
        textPages,
        visitorReports,
        ...(guessPicture && { guessPicture }),
        ...(env.OPERATOR_EMAIL && { contact: env.OPERATOR_EMAIL }),
        ...(env.HOME_RATING && { homeRating: env.HOME_RATING }),
        ...(provider && siteKey && { captcha: { provider, siteKey } }),
      },
      policy: {
        origins: [url, siteUrl].filter(Boolean).map((address) => new URL(address).origin),
        ...(provider && { captcha: provider }),
      },
    },
  };
  // Registered again, to run before the new resources close: running requests need the database
  // until they end.
  running.defer(async () => {
    stopping = true;
    await sleep(env.STOP_DELAY * 1_000);
    await drain(server);
  });
  log.info({ url: siteUrl }, `Maillothèque is ready on ${siteUrl}`);
}

async function openRenderer(
  { NODE_ENV }: Env,
  server: Server,
  running: AsyncDisposableStack,
): Promise<SiteRenderer> {
  if (NODE_ENV !== "development") return builtRenderer();
  const { devRenderer } = await import("../pages/dev-renderer.ts");
  return devRenderer(server, running);
}

async function openSource(
  env: Env,
  siteUrl: string,
  log: Logger,
  cache: PageCache,
  running: AsyncDisposableStack,
): Promise<Source> {
  if (env.SUPABASE_URL) {
    const { hostedSource } = await import("./hosted.ts");
    return hostedSource(env.SUPABASE_URL, env.SUPABASE_ANON_KEY ?? "");
  }
  const { embeddedSource } = await import("./embedded.ts");
  return embeddedSource(env, siteUrl, log, cache, running);
}
