import { Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { JerseyImage } from "../../components/jersey-image.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Td } from "../../components/ui/table.tsx";
import type { MySubmission } from "../../data/submissions/mine.ts";
import { formatDate, formatNumber, formatScore } from "../../i18n/format.ts";
import { useHref, useLanguage } from "../../i18n/use-language.ts";
import { jerseyParams } from "../../lib/jersey.ts";

const TONES = { pending: "outline", approved: "success", rejected: "danger" } as const;

export interface SubmissionRowProps {
  jersey: MySubmission;
  onEdit: (jersey: MySubmission) => void;
  onDelete: (jersey: MySubmission) => void;
}

export function SubmissionRow({ jersey, onEdit, onDelete }: SubmissionRowProps) {
  const { t } = useTranslation(["account", "common"]);
  const lang = useLanguage();
  const { title } = jersey;
  const edit = jersey.status === "rejected" ? "resubmit" : "edit";
  const actions = (
    <div className="flex">
      <Button
        variant="ghost"
        size="icon"
        aria-label={t(`account:actions.${edit}Of`, { title })}
        title={t(`account:actions.${edit}`)}
        onClick={() => onEdit(jersey)}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("account:actions.deleteOf", { title })}
        title={t("account:actions.delete")}
        onClick={() => onDelete(jersey)}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
  const address = useHref()("jersey", jerseyParams(jersey));
  return (
    <tr>
      <Td className="min-w-64">
        <Link to={address} className="flex items-center gap-3 font-semibold hover:underline">
          <span className="size-12 shrink-0 overflow-hidden rounded-lg bg-surface">
            <JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="3rem" />
          </span>
          <span className="grid gap-1">
            <span className="line-clamp-2 break-words">{jersey.title}</span>
            {/* Where the window is narrow its own column is out of sight. */}
            <Badge tone={TONES[jersey.status]} className="justify-self-start xl:hidden">
              {t(`account:status.${jersey.status}`)}
            </Badge>
          </span>
        </Link>
        {jersey.moderation_note && (
          <p className="mt-1 max-w-80 text-sm break-words text-muted">
            {t("account:reason", { note: jersey.moderation_note })}
          </p>
        )}
        {/* So are the actions. */}
        <div className="mt-1 xl:hidden">{actions}</div>
      </Td>
      <Td>
        <Badge tone={jersey.league}>{t(`common:league.${jersey.league}`)}</Badge>
      </Td>
      <Td>{jersey.team}</Td>
      <Td>{jersey.kit_type && t(`common:kitType.${jersey.kit_type}`)}</Td>
      <Td className="tabular-nums">{formatNumber(jersey.upvotes, lang)}</Td>
      <Td className="tabular-nums">{formatNumber(jersey.downvotes, lang)}</Td>
      <Td className="numeral text-lg">{formatScore(jersey.score, lang)}</Td>
      <Td>
        <Badge tone={TONES[jersey.status]}>{t(`account:status.${jersey.status}`)}</Badge>
        {jersey.edited_at && (
          <Badge tone="outline" className="mt-1">
            {t(
              jersey.status === "rejected" ? "account:status.resubmitted" : "account:status.edited",
            )}
          </Badge>
        )}
      </Td>
      <Td className="whitespace-nowrap">
        <time dateTime={jersey.created_at}>{formatDate(jersey.created_at, lang)}</time>
      </Td>
      <Td className="hidden xl:table-cell">{actions}</Td>
    </tr>
  );
}
