import { createAdaptorServer } from "@hono/node-server";
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Env } from "./env.ts";
import { StartFailure } from "./failure.ts";
import { createHttp, type Site } from "./http.ts";
import { PageCache } from "./http/page-cache.ts";
import type { SiteBuild } from "./http/pages.ts";
import { reportingFetch } from "./http/unavailable.ts";
import type { Logger } from "./logger.ts";

const BUILD = join(import.meta.dirname, "../build");

/** What stands behind the pages: the embedded backend or a hosted one. */
export interface Source {
  backend?: { fetch(request: Request): Promise<Response> };
  /** The backend's address for the browser; empty where it is the site's own origin. */
  url: string;
  anonKey: string;
  ready(): Promise<void>;
}

/**
 * Listens at once, so that a taken port is known before anything else is touched, and answers
 * "in a moment" until the database is up. Resolves when the site can be read.
 */
export async function startServer(
  env: Env,
  log: Logger,
  running: AsyncDisposableStack,
): Promise<void> {
  let site: Site | undefined;
  let app: Awaited<ReturnType<typeof createHttp>> | undefined;
  const server = createAdaptorServer({
    fetch: (request, bindings) =>
      app?.fetch(request, bindings) ?? new Response(null, { status: 503 }),
  }) as Server;
  const siteUrl = env.SITE_URL ?? `http://${await listen(server, env)}`;
  running.defer(() => drain(server));

  const cache = new PageCache();
  const publicDir = join(BUILD, "client");
  if (!existsSync(publicDir)) throw new StartFailure("the site is not built: run npm run build");
  app = await createHttp({
    siteUrl,
    trustProxy: env.TRUST_PROXY,
    log,
    cache,
    publicDir,
    site: () => site,
  });

  const [source, build] = await Promise.all([openSource(env, siteUrl, log, running), loadBuild()]);
  const { backend, url, anonKey } = source;
  const fetch = reportingFetch(backend ? (request) => backend.fetch(request) : globalThis.fetch);
  site = {
    ...(backend && { backend }),
    ready: source.ready,
    pages: {
      build,
      mode: "production",
      access: { url, anonKey, siteUrl, fetch },
      policy: { origins: [url, siteUrl].filter(Boolean).map((address) => new URL(address).origin) },
    },
  };
  log.info({ url: siteUrl }, `Maillothèque is ready on ${siteUrl}`);
}

async function openSource(
  env: Env,
  siteUrl: string,
  log: Logger,
  running: AsyncDisposableStack,
): Promise<Source> {
  if (env.SUPABASE_URL) {
    const { hostedSource } = await import("./hosted.ts");
    return hostedSource(env.SUPABASE_URL, env.SUPABASE_ANON_KEY ?? "");
  }
  const { embeddedSource } = await import("./embedded.ts");
  return embeddedSource(env, siteUrl, log, running);
}

async function loadBuild(): Promise<SiteBuild> {
  return import(pathToFileURL(join(BUILD, "server/index.js")).href);
}

/** @returns the address others reach it by */
function listen(server: Server, { HOST, PORT }: Env): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenFailed(error, HOST, PORT)));
    server.listen(PORT, HOST, () => {
      const { port } = server.address() as AddressInfo;
      const anywhere = HOST === "0.0.0.0" || HOST === "::";
      const name = anywhere ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
      resolve(`${name}:${port}`);
    });
  });
}

function listenFailed(error: NodeJS.ErrnoException, host: string, port: number): StartFailure {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} is taken by another program: stop it, or set PORT to another one`,
    EACCES: `this user may not listen on port ${port}: set PORT to one above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set HOST to one that is`,
    ENOTFOUND: `the name ${host} is not known: set HOST to an address of this machine`,
  };
  return new StartFailure(reasons[error.code ?? ""] ?? `can't listen: ${error.message}`);
}

/** Takes no new requests, lets those under way finish. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const impatient = setTimeout(() => server.closeAllConnections(), 5_000);
  server.closeIdleConnections();
  await closed;
  clearTimeout(impatient);
}
