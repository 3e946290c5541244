/** The kinds of kits, in the order of lists: what a jersey was worn for. SQL's list is `private.kit_types()`. */
export const KIT_TYPES = [
  "home",
  "away",
  "third",
  "fourth",
  "goalkeeper",
  "prematch",
  "training",
  "anniversary",
  "other",
] as const;

export type KitType = (typeof KIT_TYPES)[number];

export function isKitType(value: unknown): value is KitType {
  return KIT_TYPES.includes(value as KitType);
}

const MAIN_KITS = new Set<KitType>(["home", "away", "third"]);

/** True of a kit type that every team has: an empty place of its column asks for a jersey. */
export function isMainKit(kit: KitType): boolean {
  return MAIN_KITS.has(kit);
}

/**
 * The columns of a table of jerseys: home, away and third, and the other kit types in use. Where none of the main three is in
 * use, as in the NBA since 2017, they would be empty columns beside the shirts: they are left out.
 */
export function columnKits(isUsed: (kit: KitType) => boolean): KitType[] {
  const used = KIT_TYPES.filter(isUsed);
  if (used.length > 0 && !used.some(isMainKit)) return used;
  return KIT_TYPES.filter((kit) => isMainKit(kit) || used.includes(kit));
}

/** What a collector may like beside a team's set, which is complete without it. */
const EXTRA_KITS = new Set<KitType | null>([
  "fourth",
  "goalkeeper",
  "prematch",
  "training",
  "anniversary",
]);

/** True if a team's set lacks something without a jersey of this kit type; one without a kit type counts. */
export function isInSet(kit: KitType | null): boolean {
  return !EXTRA_KITS.has(kit);
}

const placeOf = (kit: KitType | null) => (kit ? KIT_TYPES.indexOf(kit) : KIT_TYPES.length);

/** Jerseys in the order of the kit types; those without one last. */
export function inKitOrder<T extends { kit_type: KitType | null }>(jerseys: readonly T[]): T[] {
  return jerseys.toSorted((a, b) => placeOf(a.kit_type) - placeOf(b.kit_type));
}
