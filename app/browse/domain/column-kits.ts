import { isMainKit, KIT_TYPES, type KitType } from "../../shared/domain/kit-types.ts";

/**
 * The columns of a table of jerseys: home, away and third, and the other kit types in use. Where none of the main three is in
 * use, as in the NBA since 2017, they would be empty columns beside the shirts: they are left out.
 */
export function columnKits(isUsed: (kit: KitType) => boolean): KitType[] {
  const used = KIT_TYPES.filter(isUsed);
  if (used.length > 0 && !used.some(isMainKit)) return used;
  return KIT_TYPES.filter((kit) => isMainKit(kit) || used.includes(kit));
}
