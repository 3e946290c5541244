import { type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";

import { FieldChanges } from "../../components/field-changes.tsx";
import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/input.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { historyKeys } from "../../data/history/keys.ts";
import { undoVersion, type Version } from "../../data/history/history.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { useSuggestionProblem } from "../../data/suggestions/use-suggestion-problem.ts";
import { isUndoReason, MAX_UNDO_REASON } from "../../domain/suggestion.ts";
import { tidy } from "../../domain/rules/text.ts";
import { allChangesInWords } from "../../i18n/suggestion-words.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** Puts one field of a version back, several or all, for a reason that its contributor reads. */
export default function UndoDialog({
  version,
  onClose,
}: {
  version: Version;
  onClose: () => void;
}) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const text = useRef<HTMLTextAreaElement>(null);
  const revalidator = useRevalidator();
  const problemText = useSuggestionProblem();
  const changes = allChangesInWords(version.changes, lang);
  const [chosen, setChosen] = useState(() => changes.map(({ field }) => field));
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending } = useMemberMutation({
    write: (client) =>
      undoVersion(client, {
        id: version.id,
        reason: tidy(reason),
        ...(chosen.length < changes.length && { fields: chosen }),
      }),
    invalidates: [historyKeys.all],
    onSuccess: async () => {
      toast.success(t("undo.done"));
      onClose();
      await revalidator.revalidate();
    },
    onError: (error) => setFailure(problemText(error)),
  });

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setFailure(undefined);
    setMissing(!isUndoReason(reason));
    if (!isUndoReason(reason)) text.current?.focus();
    else if (chosen.length === 0) setFailure(t("undo.noFields"));
    else mutate();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("undo.title")} description={t("undo.text")} closeLabel={t("close")}>
        <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
          <fieldset className="grid min-w-0 grid-cols-1 gap-2">
            <legend className="mb-1 text-sm font-semibold">{t("undo.fields")}</legend>
            {changes.map((change) => (
              <div key={change.field} className="grid grid-cols-1">
                <Checkbox
                  checked={chosen.includes(change.field)}
                  onChange={({ target }) =>
                    setChosen(
                      target.checked
                        ? [...chosen, change.field]
                        : chosen.filter((field) => field !== change.field),
                    )
                  }
                >
                  {change.label}
                </Checkbox>
                {change.field !== "image" && (
                  <div className="pl-8">
                    {/* What the page gets: from the present value to the one before. */}
                    <FieldChanges
                      changes={[{ ...change, before: change.after, after: change.before }]}
                    />
                  </div>
                )}
              </div>
            ))}
          </fieldset>
          <Field
            label={t("undo.reason")}
            required
            error={isMissing && !isUndoReason(reason) && t("undo.reasonRequired")}
          >
            <Textarea
              ref={text}
              rows={3}
              value={reason}
              maxLength={MAX_UNDO_REASON}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
          <p role="alert" className="text-sm text-danger empty:hidden">
            {failure}
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <DialogClose asChild>
              <Button variant="outline">{t("close")}</Button>
            </DialogClose>
            <Button type="submit" variant="destructive" disabled={isPending}>
              {isPending && <Spinner />}
              {t("undo.confirm")}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
