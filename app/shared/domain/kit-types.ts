/** The kinds of kits: what a jersey was worn for. */
export const KIT_TYPES = ["home", "away", "third", "training", "other"] as const;

export type KitType = (typeof KIT_TYPES)[number];

export function isKitType(value: unknown): value is KitType {
  return KIT_TYPES.includes(value as KitType);
}

const placeOf = (kit: KitType | null) => (kit ? KIT_TYPES.indexOf(kit) : KIT_TYPES.length);

/** Jerseys in the order of the kit types; those without one last. */
export function inKitOrder<T extends { kit_type: KitType | null }>(jerseys: readonly T[]): T[] {
  return jerseys.toSorted((a, b) => placeOf(a.kit_type) - placeOf(b.kit_type));
}
