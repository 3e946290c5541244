import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe } from "vitest";

const DIRECTORY = join(import.meta.dirname, "../../../../shared/fixtures/images");
const present = existsSync(DIRECTORY);

/** A photo that a camera took, or a file that only pretends to be one. */
export function fixture(name: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(join(DIRECTORY, name)) as Promise<Buffer<ArrayBuffer>>;
}

/** Tests on the collection of real images, which is kept outside the repository. */
export function describeWithFixtures(name: string, tests: () => void): void {
  if (present || process.env.CI === "true") return void describe(name, tests);
  describe.skip(`${name} (needs the images in ../shared/fixtures/images)`, tests);
}
