import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { StartError } from "../operate/start-error.ts";
import type { PagesOptions } from "./pages.ts";

const BUILD = join(import.meta.dirname, "../../build");

/** The source of the rendered site: its build, or its sources in development. */
export interface SiteRenderer {
  mode: PagesOptions["mode"];
  /** Folder of static files; absent if `before` serves them. */
  publicDir?: string;
  loadBuild(): Promise<PagesOptions["build"]>;
  /** A listener that runs before `next`. */
  before(next: RequestListener): RequestListener;
}

/** The site as built by `npm run build`. */
export function builtRenderer(): SiteRenderer {
  const publicDir = join(BUILD, "client");
  if (!existsSync(publicDir)) throw new StartError("the site is not built: run npm run build");
  return {
    mode: "production",
    publicDir,
    loadBuild: () => import(pathToFileURL(join(BUILD, "server/index.js")).href),
    before: (next) => next,
  };
}
