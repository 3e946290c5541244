import { type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/input.tsx";
import { useSessionDraft } from "../../components/use-session-draft.ts";
import { MAX_NOTE } from "../../domain/rules/member-rules.ts";
import { tidy } from "../../domain/rules/text.ts";
import { Spinner } from "../../components/ui/spinner.tsx";

/** A dialog for the note of a decision. */
export function NoteDialog({
  draftKey,
  title,
  label,
  help,
  confirm,
  required = false,
  busy,
  onConfirm,
  onClose,
}: {
  /** Key of the stored draft. */
  draftKey: string;
  title: string;
  label: string;
  help: string;
  confirm: string;
  required?: boolean;
  busy: boolean;
  /** Resolves to true if the decision was saved. */
  onConfirm: (note: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation("adminCommunity");
  const text = useRef<HTMLTextAreaElement>(null);
  const [note, setNote, forget] = useSessionDraft(draftKey, "");
  const [missing, setMissing] = useState(false);

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    const isMissing = required && tidy(note) === "";
    setMissing(isMissing);
    if (isMissing) text.current?.focus();
    else void onConfirm(tidy(note)).then((taken) => taken && forget());
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} closeLabel={t("close")}>
        <form onSubmit={onSubmit} noValidate className="grid gap-4">
          <Field
            label={label}
            help={help}
            required={required}
            error={missing && t("reports.reasonRequired")}
          >
            <Textarea
              ref={text}
              value={note}
              maxLength={MAX_NOTE}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
          <div className="flex flex-wrap justify-end gap-3">
            <DialogClose asChild>
              <Button variant="outline">{t("cancel")}</Button>
            </DialogClose>
            <Button type="submit" disabled={busy}>
              {busy && <Spinner />}
              {confirm}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
