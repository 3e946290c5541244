import type { Day } from "../../shared/domain/day.ts";
import { fingerprint } from "../../shared/domain/import/fingerprint.ts";

/**
 * Whether a player sees the second shirt of a day on the left: for half of them, and the same after
 * a reload (docs/product/daily.md 28.35).
 * @param seed what stays the same of a player
 */
export function isSecondLeft(day: Day, seed: string): boolean {
  // The last digit of a number in base 36 is odd when the number is.
  return Number.parseInt(fingerprint(`${day} ${seed}`).at(-1) ?? "0", 36) % 2 === 1;
}
