import { NoRoom, Share } from "@maillotheque/backend";
import type { Context } from "hono";
import { randomBytes } from "node:crypto";
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";

import type { BackendAccess } from "../../app/shared/data/backend-access.ts";
import { type Bytes, negotiate } from "../http/compression.ts";
import { callerKey, clientAddress } from "../http/client-address.ts";
import type { HttpEnv } from "../http/context.ts";
import { originDigest, readForm, takesForms } from "./forms.ts";
import { allowMarkedScripts } from "./inline-scripts.ts";
import type { PageCache } from "./cache/page-cache.ts";
import { Page } from "./page.ts";
import { isWellFormed, languagePrefix } from "../http/paths.ts";
import { LIMITS } from "../http/load-shedding.ts";
import { rendered } from "./rendering.ts";
import { shareOf } from "./cache/stored-pages.ts";
import { isStreamed, isStreamedAsData, streamed } from "./streaming.ts";
import { type ContentPolicy, contentSecurityPolicy } from "../http/security-headers.ts";
import { unavailablePage } from "./unavailable.ts";

/** The built site: `app/entry.server.tsx` adds the access to its data to React Router's entry. */
export interface SiteBuild extends ServerBuild {
  entry: ServerBuild["entry"] & {
    module: { createLoadContext(access: BackendAccess): RouterContextProvider };
  };
}

export interface PagesOptions {
  build: SiteBuild | (() => Promise<SiteBuild>);
  mode: "production" | "development";
  access: Omit<BackendAccess, "nonce">;
  cache: PageCache;
  policy: ContentPolicy;
  trustProxy: boolean;
}

type Handler = (c: Context<HttpEnv>) => Promise<Response>;

/** Answers every request that is neither a file nor the backend's: the pages of the site. */
export function pages(options: PagesOptions): Handler {
  const { mode, cache } = options;
  const access = { ...options.access, nonce: randomBytes(16).toString("base64url") };
  const build = options.build;
  const limiter = new Share(LIMITS.renderings);
  const handle = createRequestHandler(build, mode);

  /** @param origin of a form's sender */
  async function ask(path: string, init: RequestInit, origin?: string): Promise<Response> {
    // The visitor's Host header isn't trusted: addresses in pages use the site's own origin.
    const request = new Request(new URL(path, access.siteUrl), init);
    const { entry } = typeof build === "function" ? await build() : build;
    // The same object for all pages: their client is stored by it (`app/shared/data/access.ts`).
    const context = entry.module.createLoadContext(origin ? { ...access, origin } : access);
    return handle(request, context);
  }

  async function render(path: string, init: RequestInit, origin?: string): Promise<Page> {
    const answer = await rendered(async () => {
      const response = await ask(path, init, origin);
      return { response, body: Buffer.from(await response.arrayBuffer()) };
    });
    if (!answer) return unavailable(path);
    const { response, body } = answer.result;
    if (init.method === "POST") response.headers.set("cache-control", "no-store");
    return finish(response.status, response.headers, body, answer.ids);
  }

  function unavailable(path: string): Page {
    const { headers, body } = unavailablePage(path);
    return finish(503, headers, Buffer.from(body));
  }

  /** The page from the cache if it may be stored, or rendered; under too much load only from the cache. */
  function find(path: string, headers: Headers, caller: string): Promise<Page> {
    const rendered = () => limiter.run(caller, () => render(path, { headers }));
    const share = shareOf(path);
    return share ? cache.get(path, rendered, share) : cache.pass(rendered);
  }

  /** Waits only until the answer begins: a slow client must not block the limit. */
  async function begin(path: string, headers: Headers, caller: string) {
    const begun = await limiter.run(caller, () => rendered(() => ask(path, { headers })));
    return begun?.result;
  }

  function finish(status: number, headers: Headers, body: Bytes, ids?: ReadonlySet<string>): Page {
    const isDocument = headers.get("content-type")?.startsWith("text/html") ?? false;
    // What other sites embed has a policy of its own.
    if (!isDocument || headers.has("content-security-policy") || mode === "development") {
      return new Page(status, headers, body, ids);
    }
    const { html, hashes } = allowMarkedScripts(body.toString(), access.nonce);
    headers.set("content-security-policy", contentSecurityPolicy(options.policy, hashes));
    return new Page(status, headers, Buffer.from(html), ids);
  }

  function callerOf(c: Context<HttpEnv>): string {
    return callerKey(c.req.raw.headers, c.env, options.trustProxy);
  }

  /** Renders the answer to a form that the site's server takes itself. */
  async function post(c: Context<HttpEnv>): Promise<Response> {
    const sent = await readForm(c.req.raw);
    if (sent instanceof Response) return sent;
    const { pathname, search } = new URL(c.req.url);
    const origin = originDigest(clientAddress(c.req.raw.headers, c.env, options.trustProxy));
    const form = { method: "POST", ...sent };
    return send(c, await limiter.run(callerOf(c), () => render(pathname + search, form, origin)));
  }

  return async (c) => {
    if (c.req.method === "POST" && takesForms(c.req.path)) {
      return post(c).catch((error: unknown) => {
        if (error instanceof NoRoom) return send(c, unavailable(c.req.path));
        throw error;
      });
    }
    if (c.req.method !== "GET" && c.req.method !== "HEAD") {
      return c.text("Method Not Allowed", 405, { Allow: "GET, HEAD" });
    }
    const { pathname, search } = new URL(c.req.url);
    const isOne = isWellFormed(pathname) && !isStreamedAsData(pathname);
    const path = isOne ? pathname + search : `${languagePrefix(pathname)}/404`;
    // Only the headers that a page may depend on: none that differ between visitors.
    const headers = new Headers({ accept: c.req.header("accept") ?? "*/*" });
    try {
      if (isStreamed(path)) {
        const begun = await begin(path, headers, callerOf(c));
        return begun ? stream(c, begun) : await send(c, unavailable(path));
      }
      const page = await (mode === "development"
        ? render(path, { headers, signal: c.req.raw.signal })
        : find(path, headers, callerOf(c)));
      return await send(c, page);
    } catch (error) {
      if (error instanceof NoRoom) return send(c, unavailable(path));
      throw error;
    }
  };
}

function stream(c: Context<HttpEnv>, begun: Response): Response {
  const acceptEncoding = c.req.header("accept-encoding");
  return streamed(begun, { acceptEncoding, bodyless: c.req.method === "HEAD" });
}

async function send(c: Context<HttpEnv>, page: Page): Promise<Response> {
  const answer = await page.answer(negotiate(c.req.header("accept-encoding")));
  const headers = new Headers(answer.headers);
  if (page.status === 200 && matches(c.req.header("if-none-match"), page.etag)) {
    for (const name of ["content-type", "content-length", "content-encoding"]) headers.delete(name);
    return new Response(null, { status: 304, headers });
  }
  const empty = page.status === 204 || page.status === 304 || c.req.method === "HEAD";
  return new Response(empty ? null : answer.body, { status: page.status, headers });
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const opaque = etag.replace(/^W\//, "");
  const known = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(opaque) || known.includes("*");
}
