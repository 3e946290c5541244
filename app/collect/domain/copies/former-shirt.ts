import { slug } from "../../../shared/domain/slug.ts";
import type { FormerJersey } from "./copy.ts";

/** Grey: the colours of a jersey without a page are not known, and a drawing must not make them up. */
const UNKNOWN_COLORS = ["#c9ccd3", "#8d93a1"];

/** How the jersey of a copy without a page in the catalogue is drawn. */
export function formerShirt(former: FormerJersey | null) {
  return {
    league: former?.league ?? "SOCCER",
    kitType: former?.kit_type ?? null,
    seed: slug(former?.team ?? ""),
    year: former?.year ?? null,
    colors: UNKNOWN_COLORS,
  };
}
