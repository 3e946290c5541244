import { join } from "node:path";

/** A file of a package of `bench/package.json`; `scripts/bench.ts` installs them where this is used. */
export function resolveBenchPackage(file: string): string {
  return join(import.meta.dirname, "../node_modules", file);
}
