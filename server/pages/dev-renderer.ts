import type { Server } from "node:http";
import { join } from "node:path";
import { createServer } from "vite";

import type { SiteRenderer } from "./site-renderer.ts";
import type { SiteBuild } from "./pages.ts";

const SERVER_BUILD = "virtual:react-router/server-build";

/** Renders the site from its sources; changes show without a reload, or after one. */
export async function devRenderer(
  server: Server,
  running: AsyncDisposableStack,
): Promise<SiteRenderer> {
  const vite = await createServer({
    root: join(import.meta.dirname, "../.."),
    appType: "custom",
    server: { middlewareMode: true, ws: { server } },
  });
  running.defer(() => vite.close());
  const load = async () => (await vite.ssrLoadModule(SERVER_BUILD)) as SiteBuild;
  return {
    mode: "development",
    loadBuild: async () => load,
    before: (next) => (request, response) =>
      vite.middlewares(request, response, () => next(request, response)),
  };
}
