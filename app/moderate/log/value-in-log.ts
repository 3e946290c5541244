import { verdictsOf } from "../../contribute/data/suggestions/verdicts.ts";
import { LICENCE_KEYS } from "../../shared/address/licences.ts";
import type { Json } from "../../shared/data/database.types.ts";
import { formatDateTime, formatDay } from "../../shared/i18n/format.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { allChangesInWords, partLabel, valueText } from "../../shared/i18n/suggestion-words.ts";
import { textOf, translator } from "../../shared/i18n/translations.ts";

const IDENTIFIER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Where the words for a column's choices are. */
const CHOICES: Partial<Record<string, string[]>> = {
  status: ["memberFile:status"],
  outcome: ["memberFile:status"],
  role: ["adminCommunity:members"],
  category: ["report:categories"],
  target_type: ["facts"],
  // Of a photo, of what left the catalogue, of a suggestion.
  kind: ["catalogue:photo", "suggestions:kinds"],
  urgency: ["suggestions:urgencies"],
  licence: ["review:photos.licence"],
  party: ["adminCommunity:log.values.party"],
  done: ["adminCommunity:log.values.done"],
  afterwards: ["adminCommunity:log.values.afterwards"],
};

/** Values that their texts call otherwise. */
const KEYS: Partial<Record<string, string>> = { ...LICENCE_KEYS, photos: "edit" };

/** Columns with a reason by its name (`private.reasons()`). */
const REASONED = new Set(["moderation_note", "resolution_note", "hidden_reason", "reason", "note"]);

/** A value of a column in the reader's words; empty for an identifier, which says nothing to a reader. */
export function valueInLog(field: string, value: Json | undefined, lang: Language): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") {
    return textOf(lang, ["exchange"], `exchange:check.${value ? "yes" : "no"}`);
  }
  if (Array.isArray(value)) {
    const said = value.map((one) => valueInLog(field, one, lang));
    return said.filter(Boolean).join(", ");
  }
  if (typeof value === "object") return wholeInLog(field, value, lang);
  const text = String(value);
  if (IDENTIFIER.test(text)) return "";
  const places = CHOICES[field]?.map((place) => {
    const joint = place.includes(":") ? "." : ":";
    return `${place}${joint}${KEYS[text] ?? text}`;
  });
  if (places) return textOf(lang, ["adminCommunity"], places, { defaultValue: text });
  if (TIME.test(text)) return formatDateTime(text, lang);
  if (DAY.test(text)) return formatDay(text, lang);
  if (REASONED.has(field)) return reasonInWords(text, lang);
  return valueText(field, text, lang) ?? "";
}

/** What a suggestion changes, what was decided about each part, or a list of named values. */
function wholeInLog(field: string, value: Record<string, Json | undefined>, lang: Language) {
  const t = translator(lang, "common");
  if (field === "words") {
    return allChangesInWords(value, lang)
      .map(({ label, before, after, said }) =>
        t("of", { label, name: said ?? `${before ?? "–"} → ${after ?? "–"}` }),
      )
      .join(" · ");
  }
  const verdicts = verdictsOf.safeParse(value);
  const each: [string, string][] =
    field === "verdicts" && verdicts.success
      ? Object.entries(verdicts.data).map(([part, { accepted, reason, note }]) => [
          partLabel(part, lang),
          [
            valueInLog("status", accepted ? "accepted" : "refused", lang),
            reasonInWords([reason, note].filter(Boolean).join(": "), lang),
          ]
            .filter(Boolean)
            .join(" – "),
        ])
      : Object.entries(value).map(([name, one]) => [
          partLabel(name, lang),
          valueInLog(name, one, lang),
        ]);
  return each
    .filter(([, said]) => said !== "")
    .map(([label, name]) => t("of", { label, name }))
    .join(" · ");
}
