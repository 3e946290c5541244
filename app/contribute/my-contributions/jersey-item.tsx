import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { jerseyTeam } from "../../shared/i18n/catalogue-names.ts";
import { formatNumber, formatScore } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ContributionItem } from "./contribution-item.tsx";
import {
  JerseyActions,
  type JerseyActionsProps,
  JerseyReason,
  useJerseyPath,
} from "./jersey-row.tsx";
import { useJerseyStatus } from "./use-jersey-status.ts";

/** A jersey that the member has submitted, with its votes. */
export function JerseyItem(props: JerseyActionsProps) {
  const { jersey } = props;
  const { t } = useTranslation(["contributions", "account", "common"]);
  const lang = useLanguage();
  const path = useJerseyPath(jersey);
  const status = useJerseyStatus(jersey);
  const figures = [
    ["account:totals.up", formatNumber(jersey.upvotes, lang)],
    ["account:totals.down", formatNumber(jersey.downvotes, lang)],
    ["common:score", formatScore(jersey.score, lang)],
  ] as const;
  return (
    <ContributionItem
      picture={<JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="3rem" />}
      caption={t("contributions:kind.jersey")}
      title={
        <Link to={path} className="hover:underline">
          {jersey.title}
        </Link>
      }
      date={jersey.created_at}
      {...status}
      actions={<JerseyActions {...props} />}
    >
      <p className="text-muted">
        {[
          t(`common:league.${jersey.league}`),
          jerseyTeam(jersey, lang),
          jersey.kit_type && t(`common:kitType.${jersey.kit_type}`),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <dl className="flex gap-4">
        {figures.map(([figure, value]) => (
          <div key={figure} className="flex items-baseline gap-1.5">
            <dt className="text-muted">{t(figure)}</dt>
            <dd className="numeral text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      <JerseyReason jersey={jersey} />
    </ContributionItem>
  );
}
