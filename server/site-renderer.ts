import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { StartError } from "./start-error.ts";
import type { PagesOptions } from "./http/pages.ts";

const BUILD = join(import.meta.dirname, "../build");

/** Where the site itself comes from: its build, or its sources while it is worked on. */
export interface SiteRenderer {
  mode: PagesOptions["mode"];
  /** Files sent as they are; absent where `before` sends them. */
  publicDir?: string;
  loadBuild(): Promise<PagesOptions["build"]>;
  /** What sees a request before `next` does. */
  before(next: RequestListener): RequestListener;
}

/** The site as `npm run build` left it. */
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
