import type { CopySort } from "../domain/copies/sort.ts";

/** The keys of what the orders of a collection are called. */
export const SORT_LABELS = {
  added: "copies:sort.added",
  score: "common:score",
  title: "facts:title",
  team: "facts:team",
  year: "facts:year",
  bought: "copies:fields.bought_on",
  condition: "copies:fields.condition",
  price: "copies:sort.price",
} as const satisfies Record<CopySort, string>;
