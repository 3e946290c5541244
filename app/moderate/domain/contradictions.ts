/** What contradicts itself in a submission or correction, for a reviewer to look at. */
export type Contradiction = "year" | "shop";

interface Contradictory {
  year?: number | null | undefined;
  /** As `2011-2012`, `2011-12` or `2012`. */
  season?: string | null | undefined;
  link?: string | null | undefined;
}

/** Whole words of an address. Few: what they miss, a reviewer sees. */
const SHOP =
  /\b(shop|store|boutique|tienda|loja|amazon|ebay|vinted|etsy|aliexpress|alibaba|dhgate|temu|wish)\b/i;

export function contradictionsOf({ year, season, link }: Contradictory): Contradiction[] {
  return [
    ...(isAnotherYear(year, season) ? (["year"] as const) : []),
    ...(link && SHOP.test(link) ? (["shop"] as const) : []),
  ];
}

function isAnotherYear(year: Contradictory["year"], season: Contradictory["season"]): boolean {
  const [, first, last] = /^(\d{4})(?:\D(\d{2,4}))?$/.exec(season ?? "") ?? [];
  if (!first || typeof year !== "number") return false;
  const end = last ? Number(first.slice(0, 4 - last.length) + last) : Number(first);
  return year < Number(first) || year > Math.max(end, Number(first) + (last ? 1 : 0));
}
