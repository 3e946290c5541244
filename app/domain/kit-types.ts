/** The kinds of kits: what a jersey was worn for. */
export const KIT_TYPES = ["home", "away", "third", "training", "other"] as const;

export type KitType = (typeof KIT_TYPES)[number];

export function isKitType(value: unknown): value is KitType {
  return KIT_TYPES.includes(value as KitType);
}
