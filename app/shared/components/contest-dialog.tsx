import { type SubmitEvent, useRef, useState } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/input.tsx";
import { tidy } from "../domain/rules/text.ts";
import { isSource, MAX_SOURCE } from "../domain/suggestion.ts";
import { useTabDraft } from "./use-tab-draft.ts";

/** Contests a decision in the member's words; possible once. Needs the texts `contributions`. */
export function ContestDialog({
  id,
  isBusy,
  onSend,
  onClose,
}: {
  /** What is contested: the key of the draft. */
  id: string;
  isBusy: boolean;
  /** Resolves to true if that was done. */
  onSend: (words: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation(["contributions", "common"]);
  const text = useRef<HTMLTextAreaElement>(null);
  const [words, setWords, forget] = useTabDraft("contest", id, "");
  const [isMissing, setMissing] = useState(false);

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setMissing(!isSource(words));
    if (!isSource(words)) return text.current?.focus();
    void onSend(tidy(words)).then((isSent) => isSent && forget());
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("contest.title")}
        description={t("contest.text")}
        closeLabel={t("common:close")}
      >
        <form noValidate onSubmit={onSubmit} className="grid gap-4">
          <Field
            label={t("contest.words")}
            required
            error={isMissing && !isSource(words) && t("contest.problem", { max: MAX_SOURCE })}
          >
            <Textarea
              ref={text}
              rows={4}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </Field>
          <div className="flex flex-wrap justify-end gap-3">
            <DialogClose asChild>
              <Button variant="outline">{t("common:action.cancel")}</Button>
            </DialogClose>
            <Button type="submit" busy={isBusy}>
              {t("contest.title")}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
