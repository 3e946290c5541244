import { type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/input.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { moderationKeys } from "../../data/moderation/keys.ts";
import { proposalKeys } from "../../data/proposals/keys.ts";
import {
  type Proposal,
  proposalEffects,
  type Step,
  takeStep,
} from "../../data/proposals/proposals.ts";
import { useProposalProblem } from "../../data/proposals/use-proposal-problem.ts";
import { tidy } from "../../domain/rules/text.ts";
import { formatNumber } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { ComparedJerseys } from "./compared-jerseys.tsx";

const SHORTEST_REASON = 3;
const LONGEST_REASON = 500;
const EFFECTS = ["votes", "collections", "comments", "photos"] as const;

/** Confirms a step; objecting and undoing ask why. */
export function StepDialog({
  proposal,
  step,
  onClose,
}: {
  proposal: Proposal;
  step: Step;
  onClose: () => void;
}) {
  const { t } = useTranslation("proposals");
  const problemText = useProposalProblem();
  const text = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const needsReason = step === "object" || step === "undo";
  const { mutate, isPending } = useMemberMutation({
    write: (client) => takeStep(client, { step, id: proposal.id, reason: tidy(reason) }),
    invalidates: [proposalKeys.all, moderationKeys.waiting],
    onSuccess: () => {
      toast.success(t(`steps.${step}.done`));
      onClose();
    },
    onError: (error) => setFailure(problemText(error)),
  });

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setFailure(undefined);
    const isShort = needsReason && tidy(reason).length < SHORTEST_REASON;
    setMissing(isShort);
    if (isShort) text.current?.focus();
    else mutate();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(`steps.${step}.title`, { title: proposal.title })}
        description={
          step === "agree"
            ? t(proposal.urgency ? "steps.agree.atOnce" : "steps.agree.text")
            : t(`steps.${step}.text`)
        }
        closeLabel={t("close")}
      >
        <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
          {step === "agree" && proposal.into_id && (
            <ComparedJerseys goes={proposal.jersey_id} stays={proposal.into_id} />
          )}
          {step === "agree" && <Effects jerseyId={proposal.jersey_id} />}
          {needsReason && (
            <Field
              label={t("reason")}
              required
              help={step === "undo" ? t("reasonHelp") : undefined}
              error={isMissing ? t("reasonMissing") : undefined}
            >
              <Textarea
                ref={text}
                value={reason}
                maxLength={LONGEST_REASON}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          )}
          {failure && (
            <p role="alert" className="text-sm text-danger">
              {failure}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <DialogClose asChild>
              <Button variant="outline">{t("cancel")}</Button>
            </DialogClose>
            <Button type="submit" disabled={isPending}>
              {isPending && <Spinner />}
              {t(`steps.${step}.action`)}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** What the jersey has, which a merge moves and a removal hides. */
function Effects({ jerseyId }: { jerseyId: string }) {
  const { t } = useTranslation("proposals");
  const lang = useLanguage();
  const { data: effects } = useMemberQuery(proposalEffects(jerseyId));
  if (!effects) return null;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 rounded-xl bg-surface p-4 text-sm">
      {EFFECTS.map((effect) => (
        <div key={effect} className="contents">
          <dt className="text-muted">{t(`effects.${effect}`)}</dt>
          <dd className="text-right">{formatNumber(effects[effect] ?? 0, lang)}</dd>
        </div>
      ))}
    </dl>
  );
}
