import { fieldOf } from "../domain/facts/fact.ts";
import type { Messages } from "./messages.ts";

type FactKey = `facts:${keyof Messages["facts"]}`;

/** Columns and filters that have another name than the fact. */
const FACTS: Partial<Record<string, string>> = {
  sport: "league",
  kit: "kit_type",
  member: "profile",
};

/** The key of the label of a column or a filter, in the texts `facts`. */
export function factKey(name: string): FactKey {
  const field = fieldOf(name);
  return `facts:${FACTS[field] ?? field}` as FactKey;
}
