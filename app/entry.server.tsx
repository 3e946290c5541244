import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, RouterContextProvider, ServerRouter } from "react-router";

import type { BackendAccess } from "./shared/data/backend-access.ts";
import { ScriptNonce } from "./shared/components/inline-script.tsx";
import { accessContext } from "./shared/data/access.ts";
import { loadAllMessages } from "./shared/i18n/messages.ts";

await loadAllMessages();

/** The loaders' `context`; the HTTP server calls this for each request. */
export function createLoadContext(access: BackendAccess): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(accessContext, access);
  return context;
}

/**
 * Renders a whole page before the answer starts: an error still sets the status, and the answer can
 * be cached with its length and ETag.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(accessContext);
  let failure: unknown;
  const body = await renderToReadableStream(
    <ScriptNonce value={nonce}>
      <ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />
    </ScriptNonce>,
    {
      signal: request.signal,
      // No streaming in parts: finished content is in its place, not behind a fallback.
      progressiveChunkSize: Infinity,
      ...(nonce && { nonce }),
      onError: (error) => void (failure ??= error),
    },
  );
  await body.allReady;
  if (failure) throw failure;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(body, { status, headers });
}
