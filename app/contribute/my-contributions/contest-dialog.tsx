import { type SubmitEvent, useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { suggestionKeys } from "../data/suggestions/keys.ts";
import { contestSuggestion } from "../data/suggestions/suggest.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import { isSource, MAX_SOURCE } from "../../shared/domain/suggestion.ts";

/** Contests a decision in the member's words; possible once. */
export function ContestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["contributions", "common"]);
  const text = useRef<HTMLTextAreaElement>(null);
  const [words, setWords, forget] = useTabDraft("contest", id, "");
  const [isMissing, setMissing] = useState(false);
  const problemText = useProblemText("suggestions:errors");
  const { mutate, isPending } = useMemberMutation({
    write: (client) => contestSuggestion(client, id, tidy(words)),
    invalidates: [suggestionKeys.all],
    onSuccess: () => {
      toast.success(t("contest.done"));
      forget();
      onClose();
    },
    onError: (error) => {
      toast.error(problemText(error));
    },
  });

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setMissing(!isSource(words));
    if (isSource(words)) mutate();
    else text.current?.focus();
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
            <Button type="submit" busy={isPending}>
              {t("contest.title")}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
