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

/** What a form changes of a jersey, in words, while it is typed. */
export function correctionChanges(
  form: CorrectionForm,
  jersey: JerseyFields & { competition: { name: string } },
  choices: JerseyChoices,
  lang: Language,
): ChangeInWords[] {
  const stored = correctionOf(jersey, (price) => typedPrice(price, lang));
  const named = (list: { value: string; label: string }[], id: string) =>
    list.find(({ value }) => value === id)?.label;
  const words = (version: CorrectionForm): Record<ChangedField, string | undefined> => ({
    league: valueInWords("league", version.league, lang),
    competition: named(choices.competitions, version.competition_id),
    season: named(choices.seasons, version.season_id),
    team: named(choices.teams, version.team_id) ?? version.team,
    title: version.title,
    year: version.year,
    kit_type: valueInWords("kit_type", version.kit_type, lang),
    colors: valueInWords("colors", version.colors.replaceAll(",", ", "), lang),
    brand: named(choices.brands, version.brand_id) ?? version.brand,
    edition: version.edition,
    price: version.price,
    external_link: version.external_link,
    description: version.description,
  });
  const [before, after] = [
    {
      ...words(stored),
      // Lists of another league or season lack these.
      competition: valueInWords("competition", jersey.competition.name, lang),
      team: valueInWords("team", jersey.team, lang),
    },
    words(form),
  ];
  return (Object.keys(before) as ChangedField[])
    .filter((field) => (before[field] ?? "") !== (after[field] ?? ""))
    .map((field) => ({
      field,
      label: WORDS[lang].fields[field],
      before: before[field] || undefined,
      after: after[field] || undefined,
    }));
}
