import {
  type CorrectionForm,
  correctionOf,
  type JerseyFields,
} from "../../../shared/domain/rules/correction-rules.ts";
import {
  type ChangedField,
  type ChangeInWords,
  valueInWords,
  WORDS,
} from "../../../shared/i18n/jersey-changes.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { typedPrice } from "../../../shared/i18n/format.ts";
import type { JerseyChoices } from "./use-jersey-choices.ts";

type Facts = Record<ChangedField, string | undefined>;
type Corrected = JerseyFields & { competition: { name: string } };

const named = (list: { value: string; label: string }[], id: string) =>
  list.find(({ value }) => value === id)?.label;

function factsInWords(form: CorrectionForm, choices: JerseyChoices, lang: Language): Facts {
  return {
    league: valueInWords("league", form.league, lang),
    competition: named(choices.competitions, form.competition_id),
    season: named(choices.seasons, form.season_id),
    team: named(choices.teams, form.team_id) ?? form.team,
    title: form.title,
    year: form.year,
    kit_type: valueInWords("kit_type", form.kit_type, lang),
    colors: valueInWords("colors", form.colors.replaceAll(",", ", "), lang),
    brand: named(choices.brands, form.brand_id) ?? form.brand,
    edition: form.edition,
    price: form.price,
    external_link: form.external_link,
    description: form.description,
  };
}

/** What is stored of a jersey, in words. */
export function storedFacts(jersey: Corrected, choices: JerseyChoices, lang: Language): Facts {
  const stored = correctionOf(jersey, (price) => typedPrice(price, lang));
  return {
    ...factsInWords(stored, choices, lang),
    // Lists of another league or season lack these.
    competition: valueInWords("competition", jersey.competition.name, lang),
    team: valueInWords("team", jersey.team, lang),
  };
}

/** What a form changes of a jersey, in words, while it is typed. */
export function correctionChanges(
  form: CorrectionForm,
  jersey: Corrected,
  choices: JerseyChoices,
  lang: Language,
): ChangeInWords[] {
  const before = storedFacts(jersey, choices, lang);
  const after = factsInWords(form, choices, lang);
  return (Object.keys(before) as ChangedField[])
    .filter((field) => (before[field] ?? "") !== (after[field] ?? ""))
    .map((field) => ({
      field,
      label: WORDS[lang].fields[field],
      before: before[field] || undefined,
      after: after[field] || undefined,
    }));
}
