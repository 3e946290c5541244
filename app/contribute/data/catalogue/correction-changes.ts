import { fieldOf } from "../../../shared/domain/facts/fact.ts";
import {
  JERSEY_FACTS,
  type JerseyFact,
  type JerseyFields,
} from "../../../shared/domain/facts/jersey.ts";
import { type CorrectionForm, correctionOf } from "../../domain/correction-rules.ts";
import {
  type ChangedField,
  type ChangeInWords,
  labelOf,
  valueInWords,
} from "../../../shared/i18n/jersey-changes.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { typedPrice } from "../../../shared/i18n/format.ts";
import type { JerseyChoices } from "./use-jersey-choices.ts";

type Facts = Record<ChangedField, string | undefined>;
type Corrected = JerseyFields & { competition: { name: string } };

const named = (list: { value: string; label: string }[], id: string) =>
  list.find(({ value }) => value === id)?.label;

/** The list of a row of the catalogue. */
const LISTS = {
  competition_id: "competitions",
  season_id: "seasons",
  team_id: "teams",
  brand_id: "brands",
} as const;

function factsInWords(form: CorrectionForm, choices: JerseyChoices, lang: Language): Facts {
  const facts = JERSEY_FACTS.flatMap((fact): [string, string | undefined][] => {
    const { name, kind } = fact;
    // Said where its row is.
    if ("row" in fact) return [];
    if (kind === "row") {
      const typed = name === "team_id" ? form.team : name === "brand_id" ? form.brand : undefined;
      return [[fieldOf(name), named(choices[LISTS[name]], form[name]) ?? typed]];
    }
    const isTyped = kind === "price";
    return [[name, isTyped ? form[name] : valueInWords(name, spaced(fact, form[name]), lang)]];
  });
  return Object.fromEntries(facts) as Facts;
}

/** A list as the database says it to people. */
const spaced = ({ kind }: JerseyFact, text: string) =>
  kind === "colors" ? text.replaceAll(",", ", ") : text;

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
      label: labelOf(field, lang),
      before: before[field] || undefined,
      after: after[field] || undefined,
    }));
}
