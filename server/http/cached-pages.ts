import type { RequestListener } from "node:http";

import type { Logger } from "../logger.ts";
import type { Metrics } from "../metrics.ts";
import { type Encoding, negotiate } from "./compression.ts";
import type { PageCache } from "./page-cache.ts";
import type { PageAnswer } from "./page.ts";
import { elapsed, requestIdOf } from "./request-log.ts";
import { resourcePolicy } from "./security-headers.ts";

export interface CachedPagesOptions {
  cache: PageCache;
  log: Logger;
  counts?: Metrics;
  /** Sent with everything. */
  headers: [name: string, value: string][];
}

/** Anything else than a host and a port is for what looks closer. */
const HOST = /^[\w.:[\]-]+$/;

/** What browsers accept are a few texts, again and again. */
const MOST_KNOWN = 100;

/**
 * Sends a page of the cache that needs no other before anything else looks at the request, as it would be sent
 * after all of it: most visits need no more than a look-up, and this way they cost no more. All
 * other requests, and the first for a page, go on to `next`.
 */
export function cachedPages({ cache, log, counts, headers }: CachedPagesOptions) {
  const encodings = new Map<string, Encoding | undefined>();
  const rawHeaders = new WeakMap<PageAnswer, string[]>();

  function encodingFor(accepted: string): Encoding | undefined {
    if (encodings.has(accepted)) return encodings.get(accepted);
    const encoding = negotiate(accepted);
    if (encodings.size < MOST_KNOWN) encodings.set(accepted, encoding);
    return encoding;
  }

  /** Of one page, therefore of one path. */
  function rawHeadersOf(answer: PageAnswer, path: string): string[] {
    const known = rawHeaders.get(answer);
    if (known) return known;
    const made = [...answer.headers, ...headers, resourcePolicy(path)].flat();
    rawHeaders.set(answer, made);
    return made;
  }

  return (next: RequestListener): RequestListener =>
    (request, response) => {
      const { method, url = "", headers: asked } = request;
      // Only pages are kept under a path with its query; who has a copy may be told to keep it.
      const plain = method === "GET" && !asked["if-none-match"] && HOST.test(asked.host ?? "");
      const page = plain ? cache.atHand(url) : undefined;
      const encoding = encodingFor(asked["accept-encoding"] ?? "");
      const answer = page?.status === 200 ? page.answerAtHand(encoding) : undefined;
      if (!answer) return next(request, response);
      const started = performance.now();
      const requestId = requestIdOf(asked["x-request-id"]?.toString());
      const [path = ""] = url.split("?", 1);
      response.writeHead(200, [...rawHeadersOf(answer, path), "x-request-id", requestId]);
      response.end(answer.body);
      counts?.page("hit");
      counts?.request(path, 200, (performance.now() - started) / 1000);
      log.info({ requestId, method, path, status: 200, ms: elapsed(started) }, "request");
    };
}
