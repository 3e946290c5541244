import { UNKNOWN_YEAR } from "../domain/jersey.ts";
import { isKitType, type KitType } from "../domain/kit-types.ts";
import { slug } from "../domain/slug.ts";

/** The address segment for any kit type (docs/product/site.md 2.8). */
const ANY_KIT = "maillot";

/** The jerseys at an address `/jersey/{team}/{kit}/{year}`. */
export interface Variation {
  teamSlug: string;
  kitType?: KitType;
  year?: number;
}

/** Undefined if the address can't match a jersey: unknown kit type, invalid year or no name. */
export function variationOf(params: {
  teamSlug: string;
  kitType: string;
  year: string;
}): Variation | undefined {
  const teamSlug = slug(params.teamSlug);
  const kit = slug(params.kitType);
  const year = params.year === UNKNOWN_YEAR ? undefined : Number(params.year);
  const knownKit = kit === ANY_KIT || isKitType(kit);
  const knownYear = year === undefined || /^(1[89]|20)\d\d$/.test(params.year);
  if (!teamSlug || !knownKit || !knownYear) return undefined;
  return {
    teamSlug,
    ...(isKitType(kit) && { kitType: kit }),
    ...(year !== undefined && { year }),
  };
}

/** The parameters of a variation's address. */
export function variationParams({ teamSlug, kitType, year }: Variation) {
  return {
    teamSlug,
    kitType: kitType ?? ANY_KIT,
    year: year === undefined ? UNKNOWN_YEAR : String(year),
  };
}
