import { type SubmitEvent, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { isComment, MAX_COMMENT } from "../../shared/domain/rules/member-rules.ts";
import { lengthOf, tidy } from "../../shared/domain/rules/text.ts";

/** The remaining length is shown below this number of characters. */
const NEARLY_FULL = 200;

/** Focuses the field with the caret at the end of the text. */
function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

/** Form to write or edit a comment. If sending fails, the text stays in the field. */
export function CommentForm({
  draftKey,
  body = "",
  label,
  submitLabel,
  onSubmit,
  onCancel,
}: {
  /** Key of the stored draft. */
  draftKey: string;
  body?: string;
  label: string;
  submitLabel: string;
  /** Resolves to true if the comment was saved. */
  onSubmit: (body: string) => Promise<boolean>;
  onCancel?: () => void;
}) {
  const { t } = useTranslation(["comments", "common"]);
  const { t: common } = useTranslation();
  const [text, setText, forget] = useTabDraft("comment", draftKey, body);
  const [busy, setBusy] = useState(false);
  const left = MAX_COMMENT - lengthOf(text);
  const lacks = (!isComment(text) || tidy(text) === body) && {
    text: common(tidy(text) === "" ? "fillIn" : "correct"),
  };

  async function send(event: SubmitEvent) {
    event.preventDefault();
    if (lacks || busy) return;
    setBusy(true);
    const sent = text;
    // The optimistic list shows the comment already, so the field is emptied before the answer.
    setText("");
    if (await onSubmit(tidy(sent))) forget();
    else setText(sent);
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3">
      <Field
        label={label}
        error={
          left < 0 ? t("over", { count: -left }) : left < NEARLY_FULL && t("left", { count: left })
        }
      >
        <Textarea
          name="comment"
          rows={3}
          value={text}
          readOnly={busy}
          // The edit form gets the focus when it opens.
          ref={onCancel && focusEnd}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex gap-3">
        <Button type="submit" busy={busy} lacks={lacks}>
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
            {t("common:action.cancel")}
          </Button>
        )}
      </div>
    </form>
  );
}
