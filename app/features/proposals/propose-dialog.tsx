import { type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/input.tsx";
import { Select } from "../../components/ui/select.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { useSessionDraft } from "../../components/use-session-draft.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { proposalKeys } from "../../data/proposals/keys.ts";
import {
  proposalEffects,
  propose,
  REASONS,
  URGENCIES,
  type Urgency,
} from "../../data/proposals/proposals.ts";
import { useProposalProblem } from "../../data/proposals/use-proposal-problem.ts";
import { tidy } from "../../domain/rules/text.ts";
import { formatNumber } from "../../i18n/format.ts";
import { chosenReason, PRESET_REASONS, type PresetReason } from "../../i18n/preset-reasons.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { ComparedJerseys } from "./compared-jerseys.tsx";
import { MergeTargetField } from "./merge-target-field.tsx";

const SHORTEST_REASON = 10;
const LONGEST_REASON = 500;
const KINDS = ["merge", "removal"] as const;
const EFFECTS = ["votes", "collections", "comments", "photos"] as const;

/** Proposes to merge a jersey into another one or to remove it, and shows what that touches. */
export default function ProposeDialog({
  jerseyId,
  into,
  onClose,
}: {
  jerseyId: string;
  /** The jersey that stays, where it is known already. */
  into?: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation("proposals");
  const lang = useLanguage();
  const problemText = useProposalProblem();
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const targetField = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<(typeof KINDS)[number]>("merge");
  const [intoId, setIntoId] = useState(into);
  const [urgency, setUrgency] = useState<Urgency>();
  const [reason, setReason, forget] = useSessionDraft(`proposal.${jerseyId}`, "");
  const [wasSent, setSent] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isMerge = kind === "merge";
  const presets = PRESET_REASONS[lang];
  const former = chosenReason(reason);
  const preset = REASONS[kind].find((known) => known === former?.key);
  const { data: effects } = useMemberQuery(proposalEffects(jerseyId));
  const isReasonShort = tidy(reason).length < SHORTEST_REASON;
  const { mutate, isPending } = useMemberMutation({
    write: (client) =>
      propose(client, {
        kind,
        jerseyId,
        intoId: isMerge ? intoId : undefined,
        reason: tidy(reason),
        urgency,
      }),
    invalidates: [proposalKeys.list],
    onSuccess: () => {
      forget();
      toast.success(t("proposed"));
      onClose();
    },
    onError: (error) => setFailure(problemText(error)),
  });

  /** The words of the reason take the place of those of another one, also in a draft; own words stay. */
  function onPreset(chosen: PresetReason | undefined) {
    const own = former ? reason.slice(former.words.length).trim() : reason;
    setReason([chosen && presets[chosen], own].filter(Boolean).join(" "));
    setUrgency(URGENCIES.find((known) => known === chosen));
  }

  function onKind(value: string) {
    onPreset(undefined);
    setKind(KINDS.find((known) => known === value) ?? "merge");
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setFailure(undefined);
    setSent(true);
    if (isMerge && !intoId) targetField.current?.focus();
    else if (isReasonShort) reasonField.current?.focus();
    else mutate();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("open")} description={t("text")} closeLabel={t("close")}>
        <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
          <Field label={t("kind")}>
            <Select value={kind} onChange={({ target: { value } }) => onKind(value)}>
              {KINDS.map((value) => (
                <option key={value} value={value}>
                  {t(`kinds.${value}`)}
                </option>
              ))}
            </Select>
          </Field>
          {isMerge && (
            <MergeTargetField
              jerseyId={jerseyId}
              chosen={intoId}
              onChoose={setIntoId}
              error={wasSent && !intoId ? t("intoMissing") : undefined}
              fieldRef={targetField}
            />
          )}
          {isMerge && intoId && <ComparedJerseys goes={jerseyId} stays={intoId} />}
          <Field label={t("preset")}>
            <Select
              value={preset ?? ""}
              onChange={({ target: { value } }) =>
                onPreset(REASONS[kind].find((known) => known === value))
              }
            >
              <option value="">{t("presetNone")}</option>
              {REASONS[kind].map((value) => (
                <option key={value} value={value}>
                  {presets[value]}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={t("words")}
            required
            help={t("reasonHelp")}
            error={wasSent && isReasonShort ? t("errors.proposal_reason") : undefined}
          >
            <Textarea
              ref={reasonField}
              value={reason}
              maxLength={LONGEST_REASON}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <Field label={t("urgency")} help={t("urgencyHelp")}>
            <Select
              value={urgency ?? ""}
              onChange={({ target: { value } }) =>
                setUrgency(URGENCIES.find((known) => known === value))
              }
            >
              <option value="">{t("urgencies.none")}</option>
              {URGENCIES.map((value) => (
                <option key={value} value={value}>
                  {t(`urgencies.${value}`)}
                </option>
              ))}
            </Select>
          </Field>
          {effects && (
            <section className="grid gap-2 rounded-xl bg-surface p-4 text-sm">
              <h3 className="font-semibold">{t("effects.title")}</h3>
              <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
                {EFFECTS.map((effect) => (
                  <div key={effect} className="contents">
                    <dt className="text-muted">{t(`effects.${effect}`)}</dt>
                    <dd className="text-right">{formatNumber(effects[effect] ?? 0, lang)}</dd>
                  </div>
                ))}
              </dl>
              <p className="text-muted">{t("effects.back")}</p>
            </section>
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
              {t("send")}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
