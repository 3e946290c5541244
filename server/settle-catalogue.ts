import type { Pool } from "@maillotheque/backend";

/** How many notes of votes one call settles at most. */
export const SETTLED_AT_ONCE = 1_000;

/**
 * Brings the standings into the orders of the catalogue, which leaderboards read.
 * @returns how many notes of votes it has settled; as many as {@link SETTLED_AT_ONCE}: more may wait
 */
export async function settleCatalogue(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ settled: number }>(
    `select private.apply_pending_standings(${SETTLED_AT_ONCE}) as settled`,
  );
  return rows[0]?.settled ?? 0;
}
