import { teamSlug } from "../../../shared/domain/slug.ts";
import type { Copy } from "./copy.ts";

/** Grey: a drawing must not make up the colours of a team that the catalogue doesn't have. */
export const UNKNOWN_COLORS = ["#c9ccd3", "#8d93a1"];

/** How a copy without a page in the catalogue is drawn: with its own number, or with none. */
export function formerShirt({
  former_jersey: former,
  printed_number: number,
}: Pick<Copy, "former_jersey" | "printed_number">) {
  return {
    league: former?.league ?? "SOCCER",
    kitType: former?.kit_type ?? null,
    seed: teamSlug(former?.team ?? ""),
    year: former?.year ?? null,
    colors: former?.teams?.colors ?? UNKNOWN_COLORS,
    number: number ?? "",
  };
}
