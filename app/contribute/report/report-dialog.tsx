import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { ReportTarget } from "../../shared/domain/reported-content.ts";
import { type SubmitEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";

import { useHref } from "../../shared/address/use-href.ts";
import { afterClosing } from "../../shared/browser/overlay-history.ts";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { reportKeys } from "../data/reports/keys.ts";
import { categoriesFor, type ReportCategory, sendReport } from "../data/reports/reports.ts";
import { isReason, MAX_REASON } from "../../shared/domain/rules/member-rules.ts";
import { tidy } from "../../shared/domain/rules/text.ts";

interface ReportDialogProps {
  reporterId: string;
  target: ReportTarget;
  /** Of a jersey: its page. */
  page?: string | undefined;
  onClose: () => void;
}

/** What may be wrong with a jersey, and the form that mends it. Anything else is reported. */
export default function ReportDialog(props: ReportDialogProps) {
  const { t } = useTranslation(["report", "common"]);
  const to = useHref();
  const navigate = useNavigate();
  const [isElse, setElse] = useState(false);
  const { target, page, onClose } = props;
  if (!page || isElse) return <ReportForm {...props} />;
  const suggestion = to("suggest", { type: "jersey", id: target.id });
  const go = (path: string) => {
    // A navigation waits for dialogs that are gone.
    flushSync(onClose);
    afterClosing(() => void navigate(path));
  };
  const answers = {
    fact: () => go(suggestion),
    duplicate: () => go(`${page}#merge`),
    picture: () => go(`${suggestion}#photos`),
    else: () => setElse(true),
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("door.open")}
        description={t("door.text")}
        closeLabel={t("common:close")}
      >
        <ul className="grid gap-2">
          {(Object.keys(answers) as (keyof typeof answers)[]).map((answer) => (
            <li key={answer} className="grid">
              <Button variant="outline" onClick={answers[answer]}>
                {t(`door.${answer}`)}
              </Button>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}

/** It needs a category or a reason (docs/product/contribute.md 9.12). */
function ReportForm({ reporterId, target, onClose }: ReportDialogProps) {
  const { t } = useTranslation(["report", "common"]);
  const problemText = useProblemText("report:errors");
  const [{ category, reason }, setTyped, forget] = useTabDraft<{
    category: ReportCategory | null;
    reason: string;
  }>("report", `${reporterId}.${target.id}`, { category: null, reason: "" });
  const { mutate: send, isPending } = useMemberMutation({
    write: (client) => sendReport(client, reporterId, { target, category, reason: tidy(reason) }),
    invalidates: [reportKeys.mine],
    onSuccess: () => {
      toast.success(t("success"));
      forget();
      onClose();
    },
    onError: (error) => {
      if (databaseProblem(error).kind === "duplicate") {
        toast.info(t("duplicate"));
        forget();
        return onClose();
      }
      console.error("report not sent", error);
      toast.error(problemText(error, t("errors.failed")));
    },
  });

  // Each alone is enough, but a report that says nothing helps nobody.
  const isEmpty = category === null && tidy(reason) === "";

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    // React events bubble through portals: a form around the dialog's button would be submitted
    // too.
    event.stopPropagation();
    send();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(`title.${target.type}`)}
        description={t(target.type === "profile" ? "textOfMember" : "text")}
        closeLabel={t("common:close")}
      >
        <form onSubmit={onSubmit} className="grid gap-5">
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-sm font-semibold">{t("category")}</legend>
            <div className="grid gap-x-4 sm:grid-cols-2">
              {categoriesFor(target).map((choice) => (
                <label key={choice} className="flex min-h-11 items-center gap-3">
                  <input
                    type="radio"
                    name="category"
                    value={choice}
                    checked={category === choice}
                    onChange={() => setTyped({ category: choice, reason })}
                    className="size-5 shrink-0 accent-ink"
                  />
                  {t(`categories.${choice}`)}
                </label>
              ))}
            </div>
          </fieldset>
          <Field
            label={t("reason")}
            error={!isReason(reason) && t("reasonHelp", { max: MAX_REASON })}
          >
            <Textarea
              name="reason"
              rows={3}
              value={reason}
              onChange={(event) => setTyped({ category, reason: event.target.value })}
            />
          </Field>
          <div className="flex flex-wrap justify-end gap-3">
            <DialogClose asChild>
              <Button variant="outline">{t("common:action.cancel")}</Button>
            </DialogClose>
            <Button
              type="submit"
              busy={isPending}
              lacks={
                !isReason(reason)
                  ? { field: "textarea", text: t("reasonHelp", { max: MAX_REASON }) }
                  : isEmpty && { text: t("oneIsEnough") }
              }
            >
              {t(isPending ? "sending" : "send")}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
