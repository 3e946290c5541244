import { Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button, button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Td } from "../../shared/ui/table.tsx";
import type { MySubmission } from "../data/submissions/mine.ts";
import { jerseyTeam } from "../../shared/i18n/catalogue-names.ts";
import { formatDate, formatNumber, formatScore } from "../../shared/i18n/format.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { useJerseyStatus } from "./use-jersey-status.ts";

export interface JerseyActionsProps {
  jersey: MySubmission;
  onEdit: (jersey: { id: string }) => void;
  onDelete: (jersey: { id: string; title: string }) => void;
}

/** A row of the table. */
export function JerseyRow(props: JerseyActionsProps) {
  const { jersey } = props;
  const { t } = useTranslation();
  const lang = useLanguage();
  const path = useJerseyPath(jersey);
  const { status, tone } = useJerseyStatus(jersey);
  return (
    <tr>
      <Td className="min-w-28 xl:min-w-48">
        <Link to={path} className="flex items-center gap-3 font-semibold hover:underline">
          <span className="size-12 shrink-0 overflow-hidden rounded-lg bg-surface max-xl:hidden">
            <JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="3rem" />
          </span>
          <span className="line-clamp-3 min-w-0 wrap-anywhere">{jersey.title}</span>
        </Link>
        <JerseyReason jersey={jersey} className="mt-1 max-w-80" />
      </Td>
      <Td>
        <Badge tone={jersey.league}>{t(`league.${jersey.league}`)}</Badge>
      </Td>
      <Td>
        <span className="line-clamp-3 min-w-20 wrap-anywhere xl:min-w-28">
          {jerseyTeam(jersey, lang)}
        </span>
      </Td>
      <Td>{jersey.kit_type && t(`kitType.${jersey.kit_type}`)}</Td>
      <Td className="tabular-nums">{formatNumber(jersey.upvotes, lang)}</Td>
      <Td className="tabular-nums">{formatNumber(jersey.downvotes, lang)}</Td>
      <Td className="numeral text-lg">{formatScore(jersey.score, lang)}</Td>
      <Td>
        <Badge tone={tone} className="max-xl:whitespace-normal">
          {status}
        </Badge>
      </Td>
      <Td className="xl:whitespace-nowrap">
        <time dateTime={jersey.created_at}>{formatDate(jersey.created_at, lang)}</time>
      </Td>
      <Td>
        <JerseyActions {...props} />
      </Td>
    </tr>
  );
}

/** The page of a jersey, or of the one into which it was merged. */
export function useJerseyPath({ fate, ...jersey }: MySubmission): string {
  const to = useHref();
  return to("jersey", jerseyParams(fate?.kind === "merged" ? fate.into : jersey));
}

/** Why a jersey was rejected or removed, or into which one it was merged. */
export function JerseyReason({ jersey, className }: { jersey: MySubmission; className?: string }) {
  const { t } = useTranslation(["contributions", "suggestions"]);
  const lang = useLanguage();
  const path = useJerseyPath(jersey);
  const { fate, moderation_note: note } = jersey;
  const stored = fate?.kind === "removed" ? fate.reason : !fate && note;
  const reason = stored && reasonInWords(stored, lang);
  return (
    <p className={cx("text-sm wrap-anywhere text-muted empty:hidden", className)}>
      {fate?.kind === "merged" && (
        <Link
          to={path}
          className="inline-flex min-h-6 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          {t("mergedInto", { title: fate.into.title })}
        </Link>
      )}
      {reason && t("suggestions:history.reason", { reason })}
    </p>
  );
}

/** What an author can still do: change, submit again, delete. In the table they are icons. */
export function JerseyActions({ jersey, onEdit, onDelete }: JerseyActionsProps) {
  const { t } = useTranslation(["account", "common"]);
  const to = useHref();
  const { title, fate } = jersey;
  // What was merged or removed is neither edited nor deleted.
  if (fate && fate.kind !== "hidden") return null;
  const edit = jersey.status === "rejected" ? "resubmit" : "edit";
  const label = edit === "edit" ? t("common:action.edit") : t("actions.resubmit");
  return (
    <div className="flex flex-wrap gap-2">
      {jersey.status === "approved" ? (
        // Of one that is hidden nothing is corrected.
        !fate && (
          <Link
            to={to("suggest", { type: "jersey", id: jersey.id })}
            aria-label={t("common:of", { label: t("common:action.edit"), name: title })}
            title={t("common:action.edit")}
            className={button({ variant: "outline", size: "sm" })}
          >
            <Pencil aria-hidden />
            <span className="in-[table]:sr-only">{t("common:action.edit")}</span>
          </Link>
        )
      ) : (
        <Button
          variant="outline"
          size="sm"
          aria-label={t("common:of", { label: label, name: title })}
          title={label}
          onClick={() => onEdit(jersey)}
        >
          <Pencil aria-hidden />
          <span className="in-[table]:sr-only">{label}</span>
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-label={t("common:of", { label: t("common:action.delete"), name: title })}
        title={t("common:action.delete")}
        onClick={() => onDelete(jersey)}
      >
        <Trash2 aria-hidden />
        <span className="in-[table]:sr-only">{t("common:action.delete")}</span>
      </Button>
    </div>
  );
}
