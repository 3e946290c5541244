import type { ShirtFacts } from "../domain/shirt/index.ts";
import { type Pattern, PATTERNS } from "../domain/shirt/types.ts";

/** The facts that decide how a shirt is drawn. */
export type DrawnShirt = Pick<ShirtFacts, "league" | "kitType" | "seed" | "year" | "colors"> & {
  /** The number on the shirt, up to three digits; the shirt is then drawn from behind. */
  back?: string;
  /** The number in front; empty for a shirt without one. Otherwise one is made up. */
  number?: string;
  /** Instead of the one that the team's shirts have. */
  pattern?: Pattern;
};

/** The path of every drawing. */
const PATH = "/shirt.svg";

/**
 * The address of a shirt drawing. An image keeps the page short and the renderer on the server, and
 * browsers load the same shirt once.
 */
export function shirtUrl({
  league,
  kitType,
  seed,
  year,
  colors,
  back,
  number,
  pattern,
}: DrawnShirt): string {
  const query = new URLSearchParams();
  if (league) query.set("league", league);
  if (kitType) query.set("kit", kitType);
  if (seed) query.set("team", seed);
  if (year) query.set("year", String(year));
  if (colors?.length) query.set("colors", colors.map((color) => color.replace("#", "")).join("-"));
  if (back) query.set("back", back);
  if (number !== undefined) query.set("number", number);
  if (pattern) query.set("pattern", pattern);
  return query.size > 0 ? `${PATH}?${query}` : PATH;
}

/** The inverse of `shirtUrl`. Any query gives a shirt. */
export function drawnShirt(query: URLSearchParams): DrawnShirt {
  const year = Number(query.get("year"));
  const back = query.get("back");
  const number = query.get("number");
  const pattern = PATTERNS.find((known) => known === query.get("pattern"));
  return {
    league: query.get("league"),
    kitType: query.get("kit"),
    seed: query.get("team") ?? "",
    year: Number.isInteger(year) && year > 0 ? year : null,
    colors: (query.get("colors") ?? "")
      .split("-")
      .filter(Boolean)
      .map((color) => `#${color}`),
    ...(back && { back }),
    ...(number !== null && { number }),
    ...(pattern && { pattern }),
  };
}
