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

/** The kit types that every team has: an empty place of their column asks for a jersey. */
export const MAIN_KITS = ["home", "away", "third"] as const satisfies KitType[];
export type MainKit = (typeof MAIN_KITS)[number];

export function isMainKit(kit: KitType): kit is MainKit {
  return (MAIN_KITS as readonly KitType[]).includes(kit);
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
