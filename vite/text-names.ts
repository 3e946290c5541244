import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const APP = join(import.meta.dirname, "../app");

/**
 * Names the files of texts after their language and one hash for all of them, so that browsers can
 * compute their addresses (`app/shared/i18n/messages.ts`).
 */
export const textNames: Plugin = {
  name: "text-names",
  // For the server too: it names the same files in the heads of pages.
  config: () => {
    const build = { rolldownOptions: { output: { assetFileNames } } };
    return { environments: { client: { build }, ssr: { build } } };
  },
};

const NAME = /app\/\w+\/messages\/(\w+)\/(\w+)\.json$/;

function assetFileNames({ originalFileNames }: { originalFileNames: string[] }): string {
  const [, lang, namespace] = NAME.exec(originalFileNames[0] ?? "") ?? [];
  return lang
    ? `assets/texts-${version()}/${lang}/${namespace}.json`
    : "assets/[name]-[hash][extname]";
}

let known: string | undefined;

/** Changes whenever a text changes, because browsers keep these files for ever. */
function version(): string {
  if (known) return known;
  const hash = createHash("sha256");
  for (const file of globSync("*/messages/*/*.json", { cwd: APP }).sort()) {
    hash.update(file).update(readFileSync(join(APP, file)));
  }
  known = hash.digest("hex").slice(0, 8);
  return known;
}
