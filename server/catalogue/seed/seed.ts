import { asOwner, type Logger } from "@maillotheque/backend";
import { join } from "node:path";

import type { ImageWidth } from "../../../app/shared/address/image-url.ts";
import { readCatalogue } from "./catalogue.ts";
import { storeCatalogue } from "./insert-catalogue.ts";
import { progressLog } from "./progress.ts";
import type { SeedTarget } from "./target.ts";

const CATALOGUE = join(import.meta.dirname, "../../../supabase/seed");

/** Of the widths that pages request, the second: with 1200 a newcomer waits a third longer at the first start. */
const PICTURE_SIZE = 960 satisfies ImageWidth;

export interface SeedOptions {
  backend: SeedTarget;
  kind: "catalogue" | "demo";
  log: Logger;
  /** Pixels per side of the demo's pictures. */
  pictureSize?: number;
}

/**
 * Fills a database: `catalogue` with the catalogue, `demo` with jerseys as well. Adds only missing
 * rows, so it can be repeated at any time.
 * @throws {StartError} with the bad rows of the catalogue's files; nothing is stored then
 */
export async function seed(options: SeedOptions, directory = CATALOGUE): Promise<void> {
  const { backend, kind, log, pictureSize = PICTURE_SIZE } = options;
  const catalogue = await readCatalogue(directory);
  const report = progressLog(log, "loading the catalogue");
  const added = await asOwner(backend.pool, (client) => storeCatalogue(client, catalogue, report));
  log.info({ added }, "catalogue loaded");
  if (kind !== "demo") return;
  const { loadDemo } = await import("./demo/load.ts");
  await loadDemo({ backend, catalogue, log, pictureSize });
}
