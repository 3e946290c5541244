import type { RequestListener } from "node:http";

import type { Logger } from "../../operate/logger.ts";
import type { Metrics } from "../../operate/metrics/metrics.ts";
import { type Encoding, negotiate } from "../../http/compression.ts";
import type { PageCache } from "./page-cache.ts";
import type { PageAnswer } from "../page.ts";
import { elapsed, formOf, requestIdOf } from "../../http/request-log.ts";
import { headersOfPath } from "../../http/security-headers.ts";

export interface CachedPagesOptions {
  cache: PageCache;
  log: Logger;
  counts?: Metrics;
  /** Sent with every answer. */
  headers: [name: string, value: string][];
}

/** A host with an optional port. The later checks handle any other value. */
const HOST = /^[\w.:[\]-]+$/;

/** The number of cached Accept-Encoding values; browsers send only a few different ones. */
const MOST_KNOWN = 100;

/**
 * Sends a page that the cache can send as it is, before any other code sees the request, with the
 * same headers as the full path. Most visits are such look-ups, and this keeps them cheap. All
 * other requests, and the first one for a page, go to `next`.
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

  /** The headers of one page, therefore of one path. */
  function rawHeadersOf(answer: PageAnswer, path: string): string[] {
    const known = rawHeaders.get(answer);
    if (known) return known;
    const made = [...answer.headers, ...headers, ...headersOfPath(path)].flat();
    rawHeaders.set(answer, made);
    return made;
  }

  return (next: RequestListener): RequestListener =>
    (request, response) => {
      const { method, url = "", headers: requestHeaders } = request;
      // Only pages are cached under a path with its query. Conditional requests may get a 304 from
      // `next`.
      const plain =
        method === "GET" &&
        !requestHeaders["if-none-match"] &&
        HOST.test(requestHeaders.host ?? "");
      const page = plain ? cache.atHand(url) : undefined;
      const encoding = encodingFor(requestHeaders["accept-encoding"] ?? "");
      const answer = page?.status === 200 ? page.answerAtHand(encoding) : undefined;
      if (!answer) return next(request, response);
      const started = performance.now();
      const requestId = requestIdOf(requestHeaders["x-request-id"]?.toString());
      const [path = ""] = url.split("?", 1);
      response.writeHead(200, [...rawHeadersOf(answer, path), "x-request-id", requestId]);
      response.end(answer.body);
      counts?.page("hit");
      counts?.request(path, 200, (performance.now() - started) / 1000);
      log.info(
        { requestId, method, path: formOf(path), status: 200, ms: elapsed(started) },
        "request",
      );
    };
}
