import { UNKNOWN_YEAR } from "../../shared/domain/jersey.ts";
import { slug } from "../../shared/domain/slug.ts";

/** The address segment for any kit type (docs/product/site.md 2.8). */
const ANY_KIT = "maillot";

/** The jerseys at an address `/jersey/{team}/{kit}/{year}`. */
export interface Variation {
  teamSlug: string;
  /** The slug of a kit type, known or not. */
  kitType?: string;
  year?: number;
}

/** Undefined if the address can't match a jersey: invalid year or no name. */
export function variationOf(params: {
  teamSlug: string;
  kitType: string;
  year: string;
}): Variation | undefined {
  const teamSlug = slug(params.teamSlug);
  const kit = slug(params.kitType);
  const year = params.year === UNKNOWN_YEAR ? undefined : Number(params.year);
  const knownYear = year === undefined || /^(1[89]|20)\d\d$/.test(params.year);
  if (!teamSlug || !kit || !knownYear) return undefined;
  return {
    teamSlug,
    ...(kit !== ANY_KIT && { kitType: kit }),
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
