import { fieldOf } from "../domain/facts/fact.ts";
import { isPhotoKey, type PhotoKind } from "../domain/suggestion.ts";
import { countryName } from "./countries.ts";
import { factKey } from "./fact-key.ts";
import { type ChangeInWords, type PhotoInWords, valueInWords } from "./jersey-changes.ts";
import type { Language } from "./languages.ts";
import { textOf, translator } from "./translations.ts";

/** A value of the history or of a suggestion, as the database tells it: in words, never an id. */
type Value = unknown;

/** What left and what came, as a whole: its name, neither before nor after. */
const EVENTS = {
  merged: ["merged", "unmerged"],
  jersey: ["removed", "arrived"],
  line_up: ["unpublished", "published"],
} as const;

/** Why a removal can't wait. */
const URGENCIES = ["offensive", "unlawful"] as const;

/** The database's word for a title that is offensive or unlawful. */
const UNSAID = "…";

/** The name of a field of a jersey, a team or a competition. Needs the texts `suggestions` and `facts`. */
function fieldLabel(field: string, lang: Language): string {
  return textOf(lang, ["suggestions"], [`fields.${field}`, factKey(field)], {
    defaultValue: field,
  });
}

/** The name of what is decided at once: a column, or a photo. */
export function partLabel(key: string, lang: Language): string {
  return fieldLabel(isPhotoKey(key) ? "image" : fieldOf(key), lang);
}

/** A value for people; undefined if there is none. */
export function valueText(field: string, value: Value, lang: Language): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const text = Array.isArray(value) ? value.join(", ") : String(value as string | number);
  if (text === "") return undefined;
  if (field === "country") return countryName(text, lang) ?? text;
  return valueInWords(field === "sport" ? "league" : field, text, lang);
}

/** A column before and after, in words. */
export function changeInWords(
  column: string,
  { before, after }: { before?: Value; after?: Value },
  lang: Language,
): ChangeInWords {
  const field = fieldOf(column);
  if (field === "photos") return ordersInWords({ before, after }, lang);
  if (field === "merge_into" || field === "removal") {
    const t = translator(lang, "suggestions");
    const said =
      field === "merge_into"
        ? String(after ?? "")
        : t(`urgencies.${URGENCIES.find((known) => known === after) ?? "none"}`);
    return { field, label: fieldLabel(field, lang), before: undefined, after: undefined, said };
  }
  if (field in EVENTS) {
    const [left, came] = EVENTS[field as keyof typeof EVENTS];
    const title = String(before ?? after ?? "");
    const said = title === UNSAID ? translator(lang, "suggestions")("history.unsaid") : title;
    const label = fieldLabel(after === null ? left : came, lang);
    return { field: column, label, before: undefined, after: undefined, said };
  }
  return {
    field: column,
    label: fieldLabel(field, lang),
    before: valueText(field, before, lang),
    after: valueText(field, after, lang),
  };
}

/** A photo of an order, as the database tells it. */
interface OrderedPhoto {
  url: string;
  kind: PhotoKind | null;
}

function ordersInWords(change: { before?: Value; after?: Value }, lang: Language): ChangeInWords {
  const t = translator(lang, "suggestions");
  const [before, after] = [change.before, change.after].map((value) =>
    Array.isArray(value) ? (value as OrderedPhoto[]) : [],
  ) as [OrderedPhoto[], OrderedPhoto[]];
  return {
    ...{ field: "photos", label: t("fields.photos"), before: undefined, after: undefined },
    orders: [
      { label: t("history.before"), photos: photosInWords(before, before, lang) },
      { label: t("history.after"), photos: photosInWords(after, before, lang) },
    ].filter(({ photos }) => photos.length > 0),
  };
}

/** Photos in their order, numbered by their places in the former one. */
function photosInWords(
  photos: OrderedPhoto[],
  former: OrderedPhoto[],
  lang: Language,
): PhotoInWords[] {
  const t = translator(lang, "suggestions");
  const places = [...former, ...photos].map(({ url }) => url);
  return photos.map(({ url, kind }) => {
    const number = [...new Set(places)].indexOf(url) + 1;
    const shows = kind ? translator(lang, "catalogue")(`photo.${kind}`) : undefined;
    const name = t("photos.photo", { n: number });
    return {
      number,
      name: shows ? `${name} – ${shows}` : name,
      url,
      kind: shows,
    };
  });
}

/** Columns of a suggestion (`suggestions.words`), or fields of a version (`revisions.changes`), in the reader's language. */
export function allChangesInWords(changes: unknown, lang: Language): ChangeInWords[] {
  if (typeof changes !== "object" || changes === null) return [];
  return Object.entries(changes as Record<string, { before?: Value; after?: Value }>).map(
    ([column, change]) => changeInWords(column, change, lang),
  );
}
