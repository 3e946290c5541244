import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/input.tsx";
import { useSessionDraft } from "../../components/use-session-draft.ts";
import { isComment, MAX_COMMENT } from "../../domain/rules/member-rules.ts";
import { lengthOf, tidy } from "../../domain/rules/text.ts";

/** From here on the form says how much room is left. */
const NEARLY_FULL = 200;

/** Goes on where the text ends. */
function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

/** Where a comment is written or rewritten. What failed to be sent stays in the field. */
export function CommentForm({
  keptAs,
  body = "",
  label,
  submitLabel,
  onSubmit,
  onCancel,
}: {
  /** Under which name what is typed outlives the form. */
  keptAs: string;
  body?: string;
  label: string;
  submitLabel: string;
  /** Whether it was taken. */
  onSubmit: (body: string) => Promise<boolean>;
  onCancel?: () => void;
}) {
  const { t } = useTranslation("comments");
  const [text, setText, forget] = useSessionDraft(keptAs, body);
  const [busy, setBusy] = useState(false);
  const left = MAX_COMMENT - lengthOf(text);
  const ready = isComment(text) && tidy(text) !== body && !busy;

  async function send(event: SubmitEvent) {
    event.preventDefault();
    if (!ready) return;
    setBusy(true);
    const sent = text;
    // At once: the comment stands in the list already.
    setText("");
    if (await onSubmit(tidy(sent))) forget();
    else setText(sent);
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3">
      <Field
        label={label}
        help={t("help")}
        error={left < NEARLY_FULL ? t("left", { count: left }) : undefined}
      >
        <Textarea
          name="comment"
          rows={3}
          value={text}
          readOnly={busy}
          // An open comment is written into at once.
          ref={onCancel && focusEnd}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex gap-3">
        <Button type="submit" disabled={!ready}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button
            variant="outline"
            onClick={() => {
              forget();
              onCancel();
            }}
          >
            {t("cancel")}
          </Button>
        )}
      </div>
    </form>
  );
}
