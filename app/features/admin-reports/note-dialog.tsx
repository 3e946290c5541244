import { type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/input.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";

/** Asks for a few words that go with a decision. */
export function NoteDialog({
  title,
  label,
  help,
  confirm,
  required = false,
  busy,
  onConfirm,
  onClose,
}: {
  title: string;
  label: string;
  help: string;
  confirm: string;
  required?: boolean;
  busy: boolean;
  onConfirm: (note: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("adminDesk");
  const text = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    const isMissing = required && note.trim() === "";
    setMissing(isMissing);
    if (isMissing) text.current?.focus();
    else onConfirm(note.trim());
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
              maxLength={1000}
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
