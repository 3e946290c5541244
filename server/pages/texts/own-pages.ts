import { open } from "node:fs/promises";
import { join } from "node:path";

/** The folder of the operator's own pages, in the data folder: `pages/<language>/<page>.md`. */
const FOLDER = "pages";

/** In bytes; far more than a person reads. */
const MOST_BYTES = 500_000;

/**
 * Reads the operator's own Markdown instead of a page of the site. Undefined if there is none.
 * @throws if there is one that can't be read
 */
export async function readOwnPage(
  dataDir: string,
  lang: string,
  page: string,
): Promise<string | undefined> {
  const path = join(dataDir, FOLDER, lang, `${page}.md`);
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    if (size > MOST_BYTES) throw new Error(`${path} is longer than ${MOST_BYTES} bytes`);
    const text = await file.readFile("utf8");
    // An empty file is one that is being written.
    return text.trim() ? text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n") : undefined;
  } finally {
    await file.close();
  }
}
