import { Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { JerseyImage } from "../../components/jersey-image.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Td } from "../../components/ui/table.tsx";
import type { Fate, MySubmission } from "../../data/submissions/mine.ts";
import { jerseyTeam } from "../../i18n/catalogue-names.ts";
import { formatDate, formatNumber, formatScore } from "../../i18n/format.ts";
import { reasonInWords } from "../../i18n/preset-reasons.ts";
import { useHref } from "../../address/use-href.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { jerseyParams } from "../../domain/jersey.ts";
import { SubmissionStatus } from "./submission-status.tsx";
import { SubmissionSummary } from "./submission-summary.tsx";
import { leagueLabel } from "../../domain/leagues.ts";

export interface SubmissionRowProps {
  jersey: MySubmission;
  onEdit: (jersey: MySubmission) => void;
  onDelete: (jersey: MySubmission) => void;
}

/** A row of ten cells. On narrow screens it is one cell with a summary. */
export function SubmissionRow(props: SubmissionRowProps) {
  const { jersey } = props;
  const { fate } = jersey;
  const note = jersey.moderation_note ?? jersey.edit?.note;
  const { t } = useTranslation(["account", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const address = to("jersey", jerseyParams(jersey));
  return (
    <tr>
      <Td className="@min-[78rem]:min-w-48">
        <Link
          to={fate?.kind === "merged" ? to("jersey", jerseyParams(fate.into)) : address}
          className="flex items-center gap-3 font-semibold hover:underline"
        >
          <span className="size-12 shrink-0 overflow-hidden rounded-lg bg-surface">
            <JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="3rem" />
          </span>
          <span className="line-clamp-3 min-w-0 break-words">{jersey.title}</span>
        </Link>
        {fate && <FateLine fate={fate} />}
        {note && !fate && (
          <p className="mt-1 text-sm break-words text-muted @min-[78rem]:max-w-80">
            {t("account:reason", { note })}
          </p>
        )}
        <div className="mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 @min-[78rem]:hidden">
          <SubmissionSummary jersey={jersey} />
          <Actions {...props} />
        </div>
      </Td>
      <Td className="hidden @min-[78rem]:table-cell">
        <Badge tone={jersey.league}>
          {t(`common:${leagueLabel(jersey.league, jersey.competitions)}`)}
        </Badge>
      </Td>
      <Td className="hidden @min-[78rem]:table-cell">
        <span className="line-clamp-3 min-w-28 break-words">{jerseyTeam(jersey, lang)}</span>
      </Td>
      <Td className="hidden @min-[78rem]:table-cell">
        {jersey.kit_type && t(`common:kitType.${jersey.kit_type}`)}
      </Td>
      <Td className="hidden tabular-nums @min-[78rem]:table-cell">
        {formatNumber(jersey.upvotes, lang)}
      </Td>
      <Td className="hidden tabular-nums @min-[78rem]:table-cell">
        {formatNumber(jersey.downvotes, lang)}
      </Td>
      <Td className="numeral hidden text-lg @min-[78rem]:table-cell">
        {formatScore(jersey.score, lang)}
      </Td>
      <Td className="hidden @min-[78rem]:table-cell">
        <span className="grid justify-items-start gap-1">
          <SubmissionStatus jersey={jersey} />
        </span>
      </Td>
      <Td className="hidden whitespace-nowrap @min-[78rem]:table-cell">
        <time dateTime={jersey.created_at}>{formatDate(jersey.created_at, lang)}</time>
      </Td>
      <Td className="hidden @min-[78rem]:table-cell">
        <Actions {...props} />
      </Td>
    </tr>
  );
}

/** Into which jersey it was merged, or why it was removed. */
function FateLine({ fate }: { fate: Fate }) {
  const { t } = useTranslation("account");
  const lang = useLanguage();
  const to = useHref();
  if (fate.kind === "hidden") return null;
  return (
    <p className="mt-1 text-sm break-words text-muted @min-[78rem]:max-w-80">
      {fate.kind === "merged" ? (
        <Link
          to={to("jersey", jerseyParams(fate.into))}
          className="inline-flex min-h-6 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          {t("mergedInto", { title: fate.into.title })}
        </Link>
      ) : (
        t("reason", { note: reasonInWords(fate.reason, lang) })
      )}
    </p>
  );
}

function Actions({ jersey, onEdit, onDelete }: SubmissionRowProps) {
  const { t } = useTranslation("account");
  const { title, fate } = jersey;
  // What was merged or removed is neither edited nor deleted.
  if (fate && fate.kind !== "hidden") return null;
  const edit = jersey.status === "rejected" ? "resubmit" : "edit";
  return (
    <div className="-mr-3 ml-auto flex @min-[78rem]:mx-0">
      <Button
        variant="ghost"
        size="icon"
        aria-label={t(`actions.${edit}Of`, { title })}
        title={t(`actions.${edit}`)}
        onClick={() => onEdit(jersey)}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("actions.deleteOf", { title })}
        title={t("actions.delete")}
        onClick={() => onDelete(jersey)}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
}
