import { createRequire } from "node:module";

const project = createRequire(new URL("../../package.json", import.meta.url));

/** The HTTP adapter of the site: the benches' own packages contain an older one. */
export const { createAdaptorServer, getRequestListener } = project(
  "@hono/node-server",
) as typeof import("@hono/node-server");
