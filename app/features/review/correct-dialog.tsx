import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { FieldChanges } from "../../components/field-changes.tsx";
import { JerseyFactFields, JerseyTextFields } from "../../components/jersey-fields.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { useDefaultColorsOfForm } from "../../data/catalogue/use-default-colors.ts";
import { correctionChanges } from "../../data/catalogue/correction-changes.ts";
import { useJerseyChoices } from "../../data/catalogue/use-jersey-choices.ts";
import { brokenRule } from "../../data/constraints.ts";
import { databaseProblem } from "../../data/database-error.ts";
import type { QueuedJersey } from "../../data/moderation/queue.ts";
import {
  type CorrectionForm,
  correctionForm,
  correctionOf,
  corrections,
  isUncorrected,
  type JerseyFields,
  type ValidCorrection,
} from "../../domain/rules/correction-rules.ts";
import { typedPrice } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { useProblemText } from "./use-problem-text.ts";

interface CorrectDialogProps {
  /** The jersey as the queue shows it; a later version when its author changes it meanwhile. */
  jersey: QueuedJersey;
  busy: boolean;
  /** Rejects with the error of the decision. */
  onApprove: (corrections: Partial<JerseyFields>) => Promise<void>;
  onClose: () => void;
}

/** Dialog in which an administrator corrects fields and approves the jersey with them. */
export default function CorrectDialog({ jersey, busy, onApprove, onClose }: CorrectDialogProps) {
  const { t } = useTranslation(["admin", "submit"]);
  const lang = useLanguage();
  const problemText = useProblemText();
  const [failure, setFailure] = useState<string>();
  const stored = correctionOf(jersey, (price) => typedPrice(price, lang));
  const form = useForm<CorrectionForm, unknown, ValidCorrection>({
    resolver: zodResolver(correctionForm),
    defaultValues: stored,
  });
  const { control, handleSubmit, reset, setError } = form;
  const version = JSON.stringify(stored);
  useEffect(() => {
    // What the administrator has typed stays; other fields follow the author.
    reset(JSON.parse(version) as CorrectionForm, { keepDirtyValues: true });
  }, [reset, version]);
  const values = useWatch({ control }) as CorrectionForm;
  const choices = useJerseyChoices(values, jersey, lang);
  const defaultColors = useDefaultColorsOfForm(stored, values);
  const changes = correctionChanges(values, jersey, choices, lang);

  async function approve(valid: ValidCorrection) {
    setFailure(undefined);
    try {
      await onApprove(corrections(valid, jersey));
    } catch (error) {
      const problem = databaseProblem(error);
      const broken = brokenRule("jerseys", problem.constraint);
      if (broken) {
        const [column, message] = broken;
        return setError(column as keyof CorrectionForm, { message }, { shouldFocus: true });
      }
      const isChanged = problem.message === "jersey_changed_meanwhile";
      setFailure(isChanged ? t("admin:correction.author") : problemText(problem));
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("admin:correction.title", { title: jersey.title })}
        description={t("admin:correction.text")}
        closeLabel={t("admin:correction.close")}
        // The scroll padding keeps a focused field clear of the sticky buttons.
        className="scroll-pb-28 sm:w-[min(92vw,44rem)]"
      >
        <FormProvider {...form}>
          <form
            noValidate
            onSubmit={(event) => void handleSubmit(approve)(event)}
            className="grid grid-cols-1 gap-4"
          >
            <JerseyFactFields choices={choices} defaultColors={defaultColors} />
            <JerseyTextFields />
            <section className="grid gap-2 rounded-xl bg-surface p-4 text-sm">
              <h3 className="font-semibold">{t("admin:correction.changes")}</h3>
              {changes.length > 0 ? (
                <FieldChanges changes={changes} />
              ) : (
                <p className="text-muted">{t("admin:correction.none")}</p>
              )}
            </section>
            <p role="alert" className="text-sm text-danger empty:hidden">
              {failure}
            </p>
            <DialogActions>
              <DialogClose asChild>
                <Button variant="outline">{t("admin:rejection.cancel")}</Button>
              </DialogClose>
              <Button type="submit" disabled={busy || isUncorrected(values, jersey)}>
                {busy && <Spinner />}
                {t("admin:correction.open")}
              </Button>
            </DialogActions>
          </form>
        </FormProvider>
      </DialogContent>
    </Dialog>
  );
}
