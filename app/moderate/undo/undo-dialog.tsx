import type { QueryKey } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Progress } from "../../shared/ui/progress.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { Reason } from "../../shared/domain/suggestion.ts";
import { undoPreview } from "../data/history/undo.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { asText, type GivenReason, isGiven, ReasonFields } from "../components/reason-fields.tsx";
import type { UndoChoices } from "./undo-button.tsx";
import { UndoPreview } from "./undo-preview.tsx";
import { StayList } from "./undone-changes.tsx";
import { useUndoChanges } from "./use-undo-changes.ts";

/** Undoes changes: says what goes back and what stays, asks why, does it, and says what was left. */
export default function UndoDialog({
  title,
  choices,
  reason,
  invalidates,
  onClose,
}: {
  title: string;
  choices: UndoChoices;
  /** The one that stands there at first. */
  reason?: Reason | undefined;
  invalidates: readonly QueryKey[];
  onClose: () => void;
}) {
  const { t } = useTranslation(["undo", "common"]);
  const undoing = useUndoChanges({ invalidates, onClose });
  const { progress, isDone } = undoing;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description={isDone ? undefined : t("text")}
        closeLabel={t("common:close")}
        // The scroll padding keeps a focused field clear of the sticky buttons.
        className="scroll-pb-28"
      >
        {progress && isDone ? (
          <div className="grid grid-cols-1 gap-4">
            <p role="status" className="font-semibold">
              {t("done", { count: progress.undone })}
            </p>
            <StayList changes={progress.stay} />
            <DialogClose asChild>
              <Button className="justify-self-end">{t("common:close")}</Button>
            </DialogClose>
          </div>
        ) : (
          <UndoForm choices={choices} preset={reason} undoing={undoing} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function UndoForm({
  choices,
  preset,
  undoing: { progress, isRunning, failure, start },
}: {
  choices: UndoChoices;
  preset: Reason | undefined;
  undoing: ReturnType<typeof useUndoChanges>;
}) {
  const { t } = useTranslation(["undo", "common", "suggestions"]);
  const [{ name: chosen, what }, setChoice] = useState(choices[0]);
  const [left, setLeft] = useState<string[]>([]);
  const [reason, setReason] = useState<GivenReason>({
    ...(preset && { reason: preset }),
    note: "",
  });
  const [wasSent, setSent] = useState(false);
  const { data: preview, isError, refetch } = useMemberQuery(undoPreview(what));
  const { total = 0, undone = 0, stay = [] } = progress ?? {};
  const isStarted = isRunning || progress !== undefined;
  const canUndo = isStarted || (preview !== undefined && preview.back.length + preview.rest > 0);
  /** Of a single version its fields are shown. */
  const version = "revision_id" in what ? preview?.back[0] : undefined;
  const isNoneTicked = version?.back.length === left.length;

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSent(true);
    if (!isGiven(reason, {}, event.currentTarget)) return;
    if (isNoneTicked) return;
    const fields = version?.back.filter((field) => !left.includes(field));
    start({ what: left.length > 0 ? { ...what, fields } : what, reason: asText(reason) });
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      {choices.length > 1 && (
        <Field label={t("what")}>
          <Select
            value={chosen}
            disabled={isStarted}
            onChange={({ target }) => {
              setLeft([]);
              setChoice(choices.find(({ name }) => name === target.value) ?? choices[0]);
            }}
          >
            {choices.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      )}
      {!isStarted && (
        <UndoPreview
          preview={preview}
          version={version}
          left={left}
          isError={isError}
          onLeave={setLeft}
          onRetry={() => void refetch()}
        />
      )}
      {canUndo && (
        <ReasonFields
          given={reason}
          onChange={setReason}
          wasSent={wasSent}
          help={t("suggestions:reason.public")}
          disabled={isStarted}
        />
      )}
      {isStarted && (
        <>
          <p role="status" className="text-sm">
            {t("running", { count: undone })}
          </p>
          <Progress value={total && (undone + stay.length) / total} label={t("progress")} />
        </>
      )}
      <DialogActions failure={wasSent && isNoneTicked ? t("noFields") : failure}>
        <DialogClose asChild>
          <Button variant="outline">{t("common:close")}</Button>
        </DialogClose>
        {canUndo && (
          <Button type="submit" variant="destructive" busy={isRunning}>
            {t(progress ? "goOn" : "confirm")}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}
