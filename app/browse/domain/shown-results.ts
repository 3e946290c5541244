/** Parameter for the number of jerseys: `?q=…&show=48`. */
export const SHOW_PARAM = "show";

/**
 * Jerseys per step, and the maximum. A longer list is of no use; another word narrows it
 * (docs/product/browse.md 4.6).
 */
export const STEP = 24;
export const MOST = 96;

/** How many jerseys an address asks for. */
export function jerseysShown(params: URLSearchParams): number {
  const requested = Number(params.get(SHOW_PARAM));
  if (!Number.isInteger(requested) || requested <= STEP) return STEP;
  return Math.min(Math.ceil(requested / STEP) * STEP, MOST);
}
