import type { ComponentType } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { formatDay } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { changes } from "../data/changes.ts";
import { CardRow } from "./card-row.tsx";

/** What changed for a member since their last visit; nothing if nothing did (docs/product/collect.md 30.4). */
export function Changes({
  userId,
  Card,
}: {
  userId: string;
  Card: ComponentType<JerseyCardProps>;
}) {
  const { t } = useTranslation(["collection", "common", "memberHome"]);
  const to = useHref();
  const lang = useLanguage();
  const { data, isError, refetch } = useMemberQuery(changes(userId, lang));
  if (isError) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-4">
        {t("memberHome:changes.failed")}
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          {t("common:error.retry")}
        </Button>
      </p>
    );
  }
  if (!data) return null;
  const { since, amounts, imported, sets, jerseys } = data;
  return (
    <section aria-labelledby="home-changes" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="home-changes" className="heading text-2xl md:text-3xl">
          {t("memberHome:changes.title")}
        </h2>
        <p className="text-muted">{formatDay(since, lang)}</p>
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {sets.map(({ team, kitType, amount }) => (
          <li key={`${team.id} ${kitType}`}>
            <Link
              to={to("team", { teamId: team.id })}
              className="inline-flex min-h-6 items-center font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
            >
              {t("memberHome:changes.set", {
                team: teamName(team, team.competition, lang),
                kit: t(`common:kitType.${kitType}`),
                count: amount,
              })}
            </Link>
          </li>
        ))}
        {amounts.map(({ reason, amount }) => (
          <li key={reason}>{t(`memberHome:changes.${reason}`, { count: amount })}</li>
        ))}
        {imported > 0 && (
          <li className="text-muted">{t("memberHome:changes.imported", { count: imported })}</li>
        )}
      </ul>
      {jerseys.length > 0 && <CardRow jerseys={jerseys} Card={Card} />}
    </section>
  );
}
