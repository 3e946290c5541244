import { type SubmitEvent, useRef, useState } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/input.tsx";
import { tidy } from "../domain/rules/text.ts";
import { isSource, MAX_SOURCE } from "../domain/suggestion.ts";
import { toast } from "./toast.ts";
import { useTabDraft } from "./use-tab-draft.ts";

/** The button by which a member contests a decision, in their words; possible once. Needs the texts `contributions`. */
export function Contest({
  id,
  name,
  isBusy,
  onSend,
}: {
  /** What is contested: the key of the draft. */
  id: string;
  /** What it is about, in words. */
  name: string;
  isBusy: boolean;
  /** Resolves to true if that was done. */
  onSend: (words: string) => Promise<boolean>;
}) {
  const { t } = useTranslation(["contributions", "common"]);
  const [isAsking, setAsking] = useState(false);

  async function send(words: string) {
    const isSent = await onSend(words);
    if (isSent) {
      toast.success(t("contest.done"));
      setAsking(false);
    }
    return isSent;
  }

  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={t("common:of", { label: t("contest.open"), name })}
        onClick={() => setAsking(true)}
      >
        {t("contest.open")}
      </Button>
      {isAsking && (
        <ContestDialog id={id} isBusy={isBusy} onSend={send} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function ContestDialog({
  id,
  isBusy,
  onSend,
  onClose,
}: {
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
