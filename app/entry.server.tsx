import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, RouterContextProvider, ServerRouter } from "react-router";

import { ScriptMark } from "./components/inline-script.tsx";
import { accessContext, type BackendAccess } from "./data/access.ts";
import { loadAllMessages } from "./i18n/messages.ts";

await loadAllMessages();

/** What loaders find in `context`; called by the HTTP server for each request. */
export function createLoadContext(access: BackendAccess): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(accessContext, access);
  return context;
}

/**
 * Renders a page whole before answering: an error in it still gets its status, and the answer
 * can be cached with its length and ETag.
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
    <ScriptMark value={nonce}>
      <ServerRouter
        context={withoutOtherRoutes(routerContext)}
        url={request.url}
        {...(nonce && { nonce })}
      />
    </ScriptMark>,
    {
      signal: request.signal,
      // Nothing is sent in parts: what is ready stands where it belongs, not behind its stand-in.
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

/** The router makes its table of routes anew for each page: of more than a hundred, a page needs its own. */
function withoutOtherRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]),
  );
  return { ...context, manifest: { ...manifest, routes } };
}
