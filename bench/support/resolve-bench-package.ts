import { join } from "node:path";

/**
 * The path of a file in a package of `bench/package.json`; `scripts/bench.ts` installs these
 * packages.
 */
export function resolveBenchPackage(file: string): string {
  return join(import.meta.dirname, "../node_modules", file);
}
