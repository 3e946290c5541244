import { useTranslation } from "react-i18next";

import { Badge } from "../../components/ui/badge.tsx";
import type { MySubmission } from "../../data/submissions/mine.ts";
import { jerseyTeam } from "../../i18n/catalogue-names.ts";
import { formatDate, formatNumber, formatScore } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { useJerseyStatus } from "./use-jersey-status.ts";
import { leagueLabel } from "../../domain/leagues.ts";

/** The facts of a row in one cell, for narrow screens. */
export function JerseySummary({ jersey }: { jersey: MySubmission }) {
  const { t } = useTranslation(["account", "common"]);
  const lang = useLanguage();
  const { status, tone } = useJerseyStatus(jersey);
  const figures = [
    ["up", formatNumber(jersey.upvotes, lang)],
    ["down", formatNumber(jersey.downvotes, lang)],
    ["score", formatScore(jersey.score, lang)],
  ] as const;
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex flex-wrap gap-2">
        <Badge tone={tone}>{status}</Badge>
        <Badge tone={jersey.league}>
          {t(`common:${leagueLabel(jersey.league, jersey.competitions)}`)}
        </Badge>
      </p>
      <p className="break-words text-muted">
        {jerseyTeam(jersey, lang)}
        {jersey.kit_type && ` · ${t(`common:kitType.${jersey.kit_type}`)}`}
        {" · "}
        <time dateTime={jersey.created_at}>{formatDate(jersey.created_at, lang)}</time>
      </p>
      <dl className="flex gap-4">
        {figures.map(([figure, value]) => (
          <div key={figure} className="flex items-baseline gap-1.5">
            <dt className="text-muted">{t(`account:columns.${figure}`)}</dt>
            <dd className="numeral text-lg">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
