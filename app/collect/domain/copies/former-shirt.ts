import { teamSlug } from "../../../shared/domain/slug.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import type { League } from "../../../shared/domain/leagues.ts";

/** What is drawn of a shirt: a copy's, or one that its member shows. */
interface Described {
  team: string;
  league: League;
  kit_type?: KitType | null;
  year?: number | null;
  teams?: { colors: string[] } | null;
}

/** Grey: a drawing must not make up the colours of a team that the catalogue doesn't have. */
const UNKNOWN_COLORS = ["#c9ccd3", "#8d93a1"];

/** How a copy without a page in the catalogue is drawn: with its own number, or with none. */
export function formerShirt({
  former_jersey: former,
  printed_number: number,
}: {
  former_jersey: Described | null;
  printed_number: string | null;
}) {
  return {
    league: former?.league ?? "SOCCER",
    kitType: former?.kit_type ?? null,
    seed: teamSlug(former?.team ?? ""),
    year: former?.year ?? null,
    colors: former?.teams?.colors ?? UNKNOWN_COLORS,
    number: number ?? "",
  };
}
