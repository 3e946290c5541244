import type { ShirtFacts } from "../domain/shirt/index.ts";

/** What decides how a shirt is drawn. */
export type DrawnShirt = Pick<ShirtFacts, "league" | "kitType" | "seed" | "year" | "colors"> & {
  /** Up to three digits of its own, on a shirt that is seen from behind. */
  back?: string;
};

/** Where every drawing is. */
const PATH = "/shirt.svg";

/**
 * The address of a drawn shirt. A picture instead of a drawing in the page: the page stays short,
 * the renderer on the server, and the same shirt is fetched once.
 */
export function shirtUrl({ league, kitType, seed, year, colors, back }: DrawnShirt): string {
  const query = new URLSearchParams();
  if (league) query.set("league", league);
  if (kitType) query.set("kit", kitType);
  if (seed) query.set("team", seed);
  if (year) query.set("year", String(year));
  if (colors?.length) query.set("colors", colors.map((color) => color.replace("#", "")).join("-"));
  if (back) query.set("back", back);
  return query.size > 0 ? `${PATH}?${query}` : PATH;
}

/** The other way round. Whatever is asked for, the renderer draws a shirt. */
export function drawnShirt(query: URLSearchParams): DrawnShirt {
  const year = Number(query.get("year"));
  const back = query.get("back");
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
  };
}
