import type { Color } from "../../../shared/domain/colors.ts";
import type { LocalName } from "../../../shared/domain/jersey.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import type { SportOfShirt } from "../../../shared/domain/leagues.ts";

/**
 * What a collection is sorted, filtered and counted by, of a jersey in the catalogue or of one that was
 * deleted (`copyFacts` in app/collect/i18n/copy-facts.ts). All is null if the jersey is hidden from its owner.
 */
export interface CopyFacts {
  title: string | null;
  team: LocalName | null;
  league: SportOfShirt | null;
  /** In the reader's language. */
  competition: string | null;
  /** The season's code: `2025-26`. */
  season: string | null;
  year: number | null;
  kitType: KitType | null;
  brand: string | null;
  colors: readonly Color[];
  /** What else it is found by: the other names of its team, the name of its kit. */
  also?: string;
}

/** The year in which a season began, by its code. */
export function seasonStart(season: string | null): number | null {
  const began = Number(season?.slice(0, 4));
  return Number.isInteger(began) && began > 0 ? began : null;
}
