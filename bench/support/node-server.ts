import { createRequire } from "node:module";

const project = createRequire(new URL("../../package.json", import.meta.url));

/** The HTTP adapter that the site runs on: the benches' own packages bring an older one along. */
export const { createAdaptorServer, getRequestListener } = project(
  "@hono/node-server",
) as typeof import("@hono/node-server");
