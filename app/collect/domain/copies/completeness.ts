import { type KitType, inKitOrder } from "../../../shared/domain/kit-types.ts";

/** A public jersey of a team, and whether the member has it. */
interface Collectible {
  season: { code: string } | null;
  kit_type: KitType | null;
  isHeld: boolean;
}

/** What a member has and misses of a team's season. */
export interface SeasonCompleteness<Jersey> {
  /** The season's code; null for jerseys without one. */
  season: string | null;
  total: number;
  held: number;
  /** In the order of the kit types. */
  missing: Jersey[];
}

/** A team's jerseys by season, the newest first. */
export function bySeason<Jersey extends Collectible>(
  jerseys: readonly Jersey[],
): SeasonCompleteness<Jersey>[] {
  const seasons = Map.groupBy(jerseys, ({ season }) => season?.code ?? null);
  return [...seasons]
    .map(([season, ofSeason]) => {
      const missing = inKitOrder(ofSeason.filter(({ isHeld }) => !isHeld));
      return { season, total: ofSeason.length, held: ofSeason.length - missing.length, missing };
    })
    .sort((one, other) => ((one.season ?? "") < (other.season ?? "") ? 1 : -1));
}
