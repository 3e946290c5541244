import { useIsFetching } from "@tanstack/react-query";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ConfirmDialog } from "../../shared/components/confirm-dialog.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import type { RenderUndo } from "../../moderate/components/undo-slot.ts";
import { lineUpKeys, SHOWING_LINE_UPS } from "../data/line-ups/keys.ts";
import type { LineUpSeason, RollOver } from "../data/line-ups/line-ups.ts";
import { discardRollOver, publishRollOver } from "../data/line-ups/roll-overs.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { formatDate } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";

interface Props {
  season: LineUpSeason;
  rollOver: RollOver;
}

/** The state of a season's roll-over, and the step to take: publish or discard, or undo. */
export function RollOverBar({
  hasUnsaved,
  renderUndo,
  ...props
}: Props & { hasUnsaved: boolean; renderUndo: RenderUndo }) {
  const { published_at: publishedAt } = props.rollOver;
  return (
    <div className="grid gap-3 rounded-2xl border border-line bg-raised p-4 sm:p-6">
      {publishedAt ? (
        <PublishedBar {...props} publishedAt={publishedAt} renderUndo={renderUndo} />
      ) : (
        <DraftBar {...props} hasUnsaved={hasUnsaved} />
      )}
    </div>
  );
}

function DraftBar({ season, rollOver, hasUnsaved }: Props & { hasUnsaved: boolean }) {
  const { t } = useTranslation(["adminLineUps", "common"]);
  const [asks, setAsks] = useState(false);
  const problemText = useProblemText("adminLineUps:errors");
  const write = {
    invalidates: SHOWING_LINE_UPS,
    endsExpiredSession: true,
    onError: (error: Error) => toast.error(problemText(error)),
  };
  const publish = useMemberMutation({
    ...write,
    write: publishRollOver,
    onSuccess: () => toast.success(t("draft.published", { season: season.name })),
  });
  const discard = useMemberMutation({
    ...write,
    write: discardRollOver,
    onSuccess: () => toast.success(t("draft.discarded")),
  });
  const failure = publish.error ?? discard.error;
  const busy = publish.isPending || discard.isPending;
  // After a change, what is published must be the version on the screen.
  const reads = useIsFetching({ queryKey: lineUpKeys.all }, queryClient) > 0;
  return (
    <>
      <h3 className="heading text-lg">{t("draft.title", { season: season.name })}</h3>
      {hasUnsaved && <p className="text-sm text-muted">{t("draft.unsaved")}</p>}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {failure && problemText(failure)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={publish.isPending}
          disabled={busy || reads || hasUnsaved}
          onClick={() => publish.mutate(rollOver)}
        >
          {t("draft.publish")}
        </Button>
        <Button
          variant="outline"
          busy={discard.isPending}
          disabled={busy}
          onClick={() => setAsks(true)}
        >
          {t("draft.discard")}
        </Button>
      </div>
      {asks && (
        <ConfirmDialog
          title={t("draft.discardTitle", { season: season.name })}
          text={t("draft.discardText")}
          confirm={t("draft.discard")}
          cancel={t("common:action.cancel")}
          close={t("common:close")}
          onClose={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false);
            discard.mutate(rollOver);
          }}
        />
      )}
    </>
  );
}

function PublishedBar({
  season,
  rollOver,
  publishedAt,
  renderUndo,
}: Props & { publishedAt: string; renderUndo: RenderUndo }) {
  const { t } = useTranslation("adminLineUps");
  const lang = useLanguage();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm">{t("published.text", { date: formatDate(publishedAt, lang) })}</p>
      {renderUndo({
        label: t("published.undo"),
        title: t("published.undoTitle", { season: season.name }),
        batchId: rollOver.id,
        invalidates: SHOWING_LINE_UPS,
      })}
    </div>
  );
}
