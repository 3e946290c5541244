import type { JerseyFields } from "../../shared/domain/facts/jersey.ts";
import { type CorrectionForm, correctionOf } from "../domain/correction-rules.ts";
import { typedPrice } from "../../shared/i18n/format.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { correctionChanges, storedFacts } from "../data/catalogue/correction-changes.ts";
import { useDefaultColorsOfForm } from "../data/catalogue/use-default-colors.ts";
import { type StoredRows, useJerseyChoices } from "../data/catalogue/use-jersey-choices.ts";
import { FactFields, ShownFields } from "./jersey-fields.tsx";

/** A jersey with the names of its rows. */
export type CorrectedJersey = JerseyFields & StoredRows;

/**
 * What a form that corrects a jersey shows beside what is typed: the lists of its fields, the colours that follow, what is
 * stored, and what it changes, in words.
 */
export function useCorrection(values: CorrectionForm, jersey: CorrectedJersey, lang: Language) {
  const choices = useJerseyChoices(values, jersey, lang);
  const stored = correctionOf(jersey, (price) => typedPrice(price, lang));
  const defaultColors = useDefaultColorsOfForm(stored, values);
  return {
    choices,
    defaultColors,
    stored,
    words: storedFacts(jersey, choices, lang),
    changes: correctionChanges(values, jersey, choices, lang),
  };
}

/** The fields of such a form: these columns, or all. */
export function CorrectionFields({
  correction: { choices, defaultColors },
  shown,
}: {
  correction: ReturnType<typeof useCorrection>;
  shown?: readonly string[] | undefined;
}) {
  return (
    <ShownFields value={shown}>
      <FactFields choices={choices} defaultColors={defaultColors} />
    </ShownFields>
  );
}
