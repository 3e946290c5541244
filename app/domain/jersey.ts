import type { KitType } from "./kit-types.ts";
import type { League } from "./leagues.ts";

export interface JerseyPhoto {
  /**
   * Name of the file in bucket `jerseys`; null for an image stored elsewhere, which is not shown.
   */
  path: string | null;
  /** Lists leave it out, because the title is beside the photo. */
  alt?: string | null;
}

/** A jersey on a card. */
export interface JerseySummary {
  id: string;
  title: string;
  team: string;
  team_slug: string;
  kit_type: KitType | null;
  kit_type_slug: string;
  year: number | null;
  league: League;
  score: number;
  upvotes: number;
  downvotes: number;
  /** The cover first. */
  images: JerseyPhoto[];
  /** The team's row with its colours as `#rrggbb`; not every jersey has one. */
  teams?: { colors: string[] } | null;
  competitions?: { slug: string } | null;
}

/** The address segment for an unknown year (docs/product.md 2.6). */
export const UNKNOWN_YEAR = "annee-inconnue";

/** The parameters of a jersey's canonical address. */
export function jerseyParams(
  jersey: Pick<JerseySummary, "id" | "team_slug" | "kit_type_slug" | "year">,
) {
  return {
    teamSlug: jersey.team_slug,
    kitType: jersey.kit_type_slug,
    year: jersey.year === null ? UNKNOWN_YEAR : String(jersey.year),
    id: jersey.id,
  };
}
