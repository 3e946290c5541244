import { orderedSearch } from "../../shared/address/ordered-search.ts";

/** What the trends on the home page show (docs/product/browse.md 24). */
export const TREND_CHOICES = ["best", "rising"] as const;

export type TrendChoice = (typeof TREND_CHOICES)[number];

/** The choice in an address (`?trends=rising`); the best rated for any other value. */
export function trendOf(params: URLSearchParams): TrendChoice {
  return params.get("trends") === "rising" ? "rising" : "best";
}

/** The query string for a choice; the other parameters stay. */
export function trendSearch(params: URLSearchParams, choice: TrendChoice): string {
  const next = new URLSearchParams(params);
  if (choice === "best") next.delete("trends");
  else next.set("trends", choice);
  return orderedSearch(next);
}
