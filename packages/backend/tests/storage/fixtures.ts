import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const DIRECTORY = join(import.meta.dirname, "../../../../../shared/fixtures/images");
/** Whether tests on real images must be skipped: the collection is kept outside the repository. */
export const noFixtures = process.env.CI !== "true" && !existsSync(DIRECTORY);
if (noFixtures) {
  console.warn("Tests on real images are skipped: ../shared/fixtures/images is missing.");
}

/** A photo that a camera took, or a file that only pretends to be one. */
export function readFixture(name: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(join(DIRECTORY, name)) as Promise<Buffer<ArrayBuffer>>;
}
