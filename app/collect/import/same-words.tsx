import { useMemo } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { ValueInput } from "../components/value-input.tsx";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import type { CheckedLine } from "../domain/exchange/dry-run.ts";
import { answered, sameWords } from "../domain/exchange/same-words.ts";
import type { Corrections } from "./use-corrections.ts";

/** Questions that are shown; the others can be answered once these are. */
const SHOWN = 12;

/** One question for each word that several lines have and nobody understands. Its answer is typed into all of them. */
export function SameWords({
  lines,
  corrections: { typed, typeAll },
}: {
  lines: readonly CheckedLine[];
  corrections: Corrections;
}) {
  const { t } = useTranslation("exchange");
  const { choicesOf, nameOf } = useDetailWords();
  const words = useMemo(() => sameWords(lines), [lines]);
  if (words.length === 0) return null;
  return (
    <section aria-labelledby="same-words" className="grid gap-3 rounded-xl bg-surface p-4">
      <p id="same-words">{t("check.sameWords")}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {words.slice(0, SHOWN).map((same) => {
          const { column, word, places } = same;
          const first = typed.get(places[0]!)?.[column];
          const label = t("check.sameWord", {
            field: nameOf(column),
            word: word.slice(0, 60),
            count: places.length,
          });
          return (
            <Field key={`${column} ${word}`} label={label}>
              <ValueInput
                column={column}
                value={first ?? (choicesOf(column) ? "" : word)}
                onChange={(value) => typeAll(answered(same, value, lines, typed))}
              />
            </Field>
          );
        })}
      </div>
    </section>
  );
}
