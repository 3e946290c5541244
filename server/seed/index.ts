import type { SeedOptions } from "../seed-once.ts";

/** Fills an empty database: `catalogue` with what is known, `demo` with jerseys as well. */
export async function seed({ kind, log }: SeedOptions): Promise<void> {
  log.info({ kind }, "nothing to seed yet");
}
