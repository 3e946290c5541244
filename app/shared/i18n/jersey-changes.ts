import { seasonInWords } from "./season-in-words.ts";
import { fieldOf } from "../domain/facts/fact.ts";
import { factOf, type JerseyFactName } from "../domain/facts/jersey.ts";
import { COUNTRY_CODES, NATION_CODES } from "../domain/country-codes.ts";
import { storedCompetitionName, teamName } from "./catalogue-names.ts";
import { countryName } from "./countries.ts";
import { formatPrice } from "./format.ts";
import type { Language } from "./languages.ts";
import { messagesOf } from "./loaded-messages.ts";

/** A corrected field as the database tells it, with names instead of ids. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** A fact of a jersey in words: `season_id` is the season. */
export type ChangedField = Exclude<JerseyFactName, `${string}_id`> | "competition" | "season";

/** Where the words for the values of choices are, in the texts `common`. */
const CHOICES: Partial<Record<string, "league" | "kitType" | "pattern" | "color">> = {
  ...{ league: "league", kit_type: "kitType", pattern: "pattern", colors: "color" },
};

/** What a fact is called, in the texts `facts`, or another part of a suggestion. */
export function labelOf(field: string, lang: Language): string {
  const { facts, suggestions } = messagesOf(lang);
  const labels: Partial<Record<string, string>> = { ...suggestions?.fields, ...facts };
  return labels[field] ?? field;
}

/** The word for nothing. */
export const emptyWord = (lang: Language): string => messagesOf(lang).common!.empty;

/** What a fact is called beside its field; prices are in euros. */
export function factLabel(name: JerseyFactName, lang: Language): string {
  const label = labelOf(fieldOf(name), lang);
  return factOf(name).kind === "price" ? `${label} (€)` : label;
}

/** A photo in an order of photos. */
export interface PhotoInWords {
  /** Its place in the former order, from 1. */
  number: number;
  name: string;
  /** As the database stores it. */
  url: string;
  /** What it shows. */
  kind: string | undefined;
}

/** A change in the reader's words; `empty` says which sides are the word for nothing. */
export interface ChangeInWords {
  field: string;
  label: string;
  before: string | undefined;
  after: string | undefined;
  /** Of the order of photos, in place of both: before and after. */
  orders?: { label: string; photos: PhotoInWords[] }[];
  /** Of what happened to a whole jersey, in place of both: its title. */
  said?: string;
}

/** The corrections of a notice in its reader's language. */
export function changesInWords(changes: unknown, lang: Language): ChangeInWords[] {
  if (!Array.isArray(changes)) return [];
  return (changes as FieldChange[]).map(({ field, before, after }) => ({
    field,
    label: labelOf(field, lang),
    before: valueInWords(field, before, lang),
    after: valueInWords(field, after, lang),
  }));
}

/** A stored value for people; undefined if there is none. */
export function valueInWords(
  field: string,
  value: string | null,
  lang: Language,
): string | undefined {
  if (value === null || value === "") return undefined;
  const choice = CHOICES[field];
  if (choice) {
    const words: Partial<Record<string, string>> = messagesOf(lang).common![choice];
    return value
      .split(", ")
      .map((one) => words[one] ?? one)
      .join(", ");
  }
  if (field === "price") return formatPrice(Number(value), lang);
  if (field === "competition") return storedCompetitionName(value, lang);
  if (field === "team") return storedTeamName(value, lang);
  if (field === "season") return seasonInWords(value, lang);
  return value;
}

/** A national team is stored under its country's French name. */
function storedTeamName(name: string, lang: Language): string {
  const country = [...COUNTRY_CODES, ...NATION_CODES].find((code) => {
    const own = countryName(code, "fr");
    return own === name || own === name.replace(/ \(?féminin[es]*\)?$| \(femmes\)$/i, "");
  });
  return teamName({ name, country: country ?? null }, { slug: "international-teams" }, lang);
}
