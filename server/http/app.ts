import type { Backend } from "@maillotheque/backend";
import { Hono } from "hono";

import { backendMount } from "./backend-mount.ts";
import type { HttpEnv } from "./context.ts";
import { limitFiltering } from "./filter-rate.ts";
import { limitGames } from "./game-rate.ts";
import type { PageCache } from "../pages/cache/page-cache.ts";
import { pages, type PagesOptions } from "../pages/pages.ts";
import { collapseSlashes, refuseOddHosts } from "./paths.ts";
import { metricsRoute } from "./metrics-route.ts";
import { requestLog } from "./request-log.ts";
import { securityHeaders } from "./security-headers.ts";
import { limitConcurrency, limitConcurrencyPerAddress, LIMITS } from "./load-shedding.ts";
import { staticFiles } from "./static-files.ts";
import { unsubscribeRoute } from "../mail/unsubscribe.ts";
import { unavailablePage } from "../pages/unavailable.ts";
import type { Logger } from "../operate/logger.ts";
import type { Metrics } from "../operate/metrics/metrics.ts";

/** Everything that the server needs once it has started. */
export interface Site {
  /** The embedded backend; absent with a hosted one. */
  backend?: Pick<Backend, "fetch" | "isVisitor">;
  /** Synchronises the page cache with an embedded backend. */
  changes?: { afterWrite(): Promise<void> };
  /** Resolves if a page could be read now; rejects otherwise. */
  ready(): Promise<void>;
  pages: Omit<PagesOptions, "cache" | "trustProxy">;
}

export interface HttpOptions {
  siteUrl: string;
  trustProxy: boolean;
  log: Logger;
  cache: PageCache;
  /** Metrics, readable with the token. */
  metrics?: { counts: Metrics; token: string };
  /** The folder of static files. */
  publicDir?: string;
  /** Undefined while the server is starting. */
  site(): Site | undefined;
  /** True from the moment the server is told to stop. */
  isStopping(): boolean;
}

/** Paths of a Supabase project; the embedded backend says which of them it doesn't have. */
const SERVICES = ["auth", "rest", "storage", "realtime", "functions"].map(
  (name) => `/${name}/v1/*`,
);

/** The routes and middleware of a request, in order. */
export function createHttp(options: HttpOptions): Hono<HttpEnv> {
  const { log, site } = options;
  const app = new Hono<HttpEnv>();

  app.use(requestLog(log, options.metrics?.counts));
  app.use(securityHeaders(options.siteUrl, () => site()?.pages.mode === "development"));
  app.use(refuseOddHosts());

  // For monitoring and balancers: is this server to get requests, can all of them be answered?
  app.on("GET", ["/healthz", "/readyz"], (c, next) =>
    options.isStopping() ? Promise.resolve(c.text("stopping\n", 503)) : next(),
  );
  app.get("/healthz", (c) => (site() ? c.text("ok\n") : c.text("starting\n", 503)));
  app.get("/readyz", async (c) => {
    const ready = await site()
      ?.ready()
      .then(
        () => true,
        () => false,
      );
    return ready ? c.text("ready\n") : c.text("not ready\n", 503, { "Retry-After": "1" });
  });

  if (options.metrics) app.get("/metrics", metricsRoute(options.metrics));

  app.use(collapseSlashes());
  if (options.publicDir) app.route("/", staticFiles(options.publicDir));

  app.use(limitConcurrencyPerAddress(LIMITS.caller, options.trustProxy));
  // Without a backend of its own a site has no moves to limit.
  const isVisitor = async (request: Request) => (await site()?.backend?.isVisitor(request)) ?? true;
  const mount = backendMount({
    fetch: (request) => mustHave(site()?.backend).fetch(request),
    isVisitor,
    trustProxy: options.trustProxy,
    onWrite: async () => site()?.changes?.afterWrite(),
  });
  app.use("/rest/v1/rpc/*", limitGames(options.trustProxy, isVisitor));
  for (const service of SERVICES) {
    app.use(service, limitConcurrency(LIMITS.service, options.trustProxy), async (c, next) => {
      if (!site())
        return c.json({ message: "The server is starting" }, 503, { "Retry-After": "1" });
      return site()?.backend ? mount(c, next) : next();
    });
  }

  app.route(
    "/",
    unsubscribeRoute(() => site()?.pages.access),
  );

  app.use(limitFiltering(options.trustProxy));

  let answer: ReturnType<typeof pages> | undefined;
  app.all("*", (c) => {
    const running = site();
    if (!running) {
      const { headers, body } = unavailablePage(c.req.path);
      return new Response(body, { status: 503, headers });
    }
    answer ??= pages({
      ...running.pages,
      cache: options.cache,
      trustProxy: options.trustProxy,
    });
    return answer(c);
  });

  app.onError((error, c) => {
    (c.get("log") ?? log).error({ err: error }, "request failed");
    return c.text("Internal Server Error", 500);
  });
  return app;
}

function mustHave<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the backend is not running");
  return value;
}
