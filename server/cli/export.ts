import { createBackend } from "@maillotheque/backend";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";

import {
  catalogueCsv,
  catalogueJson,
  type CatalogueJersey,
} from "../../app/curate/domain/import/catalogue-file.ts";
import { ImageFiles } from "../catalogue/exchange/image-files.ts";
import { backendOptions } from "../operate/embedded.ts";
import { createLogger } from "../operate/logger.ts";
import { StartError } from "../operate/start-error.ts";
import { command, withClient, withDatabase } from "./command.ts";

const USAGE = "usage: npm run export -- <file.csv | file.json> [--images <folder>]";
const PAGE = 500;

function options(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { images: { type: "string" } },
    });
    const [file, ...others] = positionals;
    if (!file || others.length > 0 || !/\.(csv|json)$/i.test(file)) throw new StartError(USAGE);
    return { file, images: values.images };
  } catch {
    throw new StartError(USAGE);
  }
}

await command(async ({ env, args, say }) => {
  const { file, images } = options(args);
  const jerseys = await withClient(env, readJerseys);
  // A file that is half written has another name.
  await writeFile(
    `${file}.part`,
    /\.json$/i.test(file) ? catalogueJson(jerseys) : catalogueCsv(jerseys),
  );
  await rename(`${file}.part`, file);
  say(`${jerseys.length} jerseys exported`);
  if (!images) return;
  const log = await createLogger(env.LOG_LEVEL);
  await withDatabase(env, async (databaseUrl) => {
    const siteUrl = env.SITE_URL ?? `http://${env.HOST}:${env.PORT}`;
    const backend = await createBackend(backendOptions(env, databaseUrl, siteUrl), log);
    try {
      const files = new ImageFiles(backend, "", undefined);
      let missing = 0;
      for (const { path } of jerseys.flatMap((jersey) => jersey.images)) {
        const content = await files.download(path);
        if (!content) {
          missing += 1;
          continue;
        }
        // Paths are checked names: no `..`, no leading slash.
        const target = join(images, path);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, content);
      }
      if (missing > 0) say(`${missing} image files are missing in storage`);
    } finally {
      await backend.close();
    }
  });
});

async function readJerseys(client: pg.Client): Promise<CatalogueJersey[]> {
  const jerseys: CatalogueJersey[] = [];
  for (;;) {
    const last = jerseys.at(-1);
    const { rows } = await client.query<{ lines: CatalogueJersey[] }>(
      "select private.jersey_lines($1, $2, $3) as lines",
      [last?.created_at ?? null, last?.id ?? null, PAGE],
    );
    const lines = rows[0]?.lines ?? [];
    jerseys.push(...lines);
    if (lines.length < PAGE) return jerseys;
  }
}
