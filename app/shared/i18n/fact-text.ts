import type { JerseyFact, StoredFact } from "../domain/facts/jersey.ts";
import { formatPrice } from "./format.ts";
import type { Language } from "./languages.ts";
import { translator } from "./translations.ts";

/** Where the words for the values of a choice are, in the namespace `common`. */
const CHOICES = { league: "league", kit_type: "kitType", pattern: "pattern" } as const;

/** The stored value of a fact in the reader's words; undefined if there is none. Rows of the catalogue have names. */
export function factText(
  { name, kind }: JerseyFact,
  value: StoredFact<JerseyFact>,
  lang: Language,
): string | undefined {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) {
    return undefined;
  }
  if (kind === "price") return formatPrice(Number(value), lang);
  if (kind === "choice") {
    return translator(lang, "common")(`${CHOICES[name]}.${String(value)}` as "kitType.home");
  }
  return Array.isArray(value) ? value.join(", ") : String(value);
}
