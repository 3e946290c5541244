import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/input.tsx";
import { useSessionDraft } from "../../components/use-session-draft.ts";
import { MAX_NOTE } from "../../domain/rules/member-rules.ts";
import { tidy } from "../../domain/rules/text.ts";

const PRESETS = ["image", "facts", "duplicate", "rights"] as const;

/** Dialog for the reason of a rejection, of a jersey, of an edit or parts of one. The author will read it. */
export function RejectDialog({
  jerseyId,
  title,
  confirm,
  busy,
  children,
  onReject,
  onClose,
}: {
  jerseyId: string;
  title: string;
  /** Label of the button. */
  confirm: string;
  busy: boolean;
  /** Above the reason: what it is about. */
  children?: ReactNode;
  /** Resolves to true if the jersey has left the queue. */
  onReject: (note: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation("admin");
  const text = useRef<HTMLTextAreaElement>(null);
  const [note, setNote, forget] = useSessionDraft(`rejection.${jerseyId}`, "");
  const [missing, setMissing] = useState(false);

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setMissing(tidy(note) === "");
    if (tidy(note) === "") text.current?.focus();
    else if (!busy) void onReject(tidy(note)).then((done) => done && forget());
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description={t("rejection.text")}
        closeLabel={t("rejection.close")}
      >
        <form onSubmit={onSubmit} noValidate className="grid gap-4">
          {children}
          <Field
            label={t("rejection.reason")}
            required
            error={missing ? t("rejection.required") : undefined}
          >
            <Textarea
              ref={text}
              name="note"
              value={note}
              maxLength={MAX_NOTE}
              onChange={(event) => setNote(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                  event.currentTarget.form?.requestSubmit();
                }
              }}
            />
          </Field>
          <div role="group" aria-label={t("rejection.presets")} className="flex flex-wrap gap-2">
            {PRESETS.map((preset) => (
              <Button
                key={preset}
                variant="secondary"
                size="sm"
                className="h-auto min-h-9 py-1.5 text-left whitespace-normal"
                onClick={() => {
                  setNote(t(`rejection.${preset}`));
                  text.current?.focus();
                }}
              >
                {t(`rejection.${preset}`)}
              </Button>
            ))}
          </div>
          <div className="flex flex-wrap justify-end gap-3">
            <DialogClose asChild>
              <Button variant="outline">{t("rejection.cancel")}</Button>
            </DialogClose>
            <Button type="submit" variant="destructive" disabled={busy}>
              {confirm}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
