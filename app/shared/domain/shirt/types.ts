/** The kind of garment: every league has its own cut. */
export const SPORTS = ["NBA", "NFL", "NHL", "SOCCER", "ESPORT"] as const;
export type Sport = (typeof SPORTS)[number];

/** What a shirt's cloth shows, in the order of lists. SQL's list is `private.patterns()`. */
export const PATTERNS = [
  "plain",
  "stripes",
  "pinstripes",
  "hoops",
  "band",
  "chest_band",
  "sash",
  "halves",
  "diagonal",
  "quarters",
  "chevron",
  "cross",
  "checks",
  "gradient",
  "graphic",
] as const;
export type Pattern = (typeof PATTERNS)[number];

export const COLLARS = ["crew", "v", "polo", "lace"] as const;
export type Collar = (typeof COLLARS)[number];

export interface ShirtDesign {
  sport: Sport;
  pattern: Pattern;
  /** Base, second and trim colour as `#rgb` or `#rrggbb`; missing or malformed ones are replaced. */
  colors: readonly string[];
  collar?: Collar;
  /** Up to three digits; anything else is left out. */
  number?: string;
  /** The name above the number, on the back; letters A to Z after accents are dropped. */
  name?: string;
  side?: "front" | "back";
  /** Colour of a studio backdrop; transparent if absent. */
  background?: string;
  /** Accessible name; without one the drawing is decorative. */
  label?: string;
  /** Makes the ids of several drawings on one page distinct. */
  idPrefix?: string;
}
