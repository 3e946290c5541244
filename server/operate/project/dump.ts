import type { Env } from "../settings/env.ts";
import type { DumpOptions } from "../../open/make-dump.ts";
import type { Project } from "./setup.ts";

/** How dumps are made of a Supabase project: its interface offers no snapshot of a moment. */
export function projectDump(
  { SITE_URL, DATA_DIR: dataDir }: Env,
  { url, databaseUrl, client }: Pick<Project, "url" | "databaseUrl" | "client">,
): DumpOptions {
  return {
    ...{ databaseUrl, dataDir, storage: client.storage, storageUrl: url },
    siteUrl: SITE_URL ?? url,
  };
}
