import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import type { CompetitionSummary } from "../../../shared/domain/competition.ts";

const link =
  "inline-flex min-h-11 items-center whitespace-nowrap underline decoration-control underline-offset-4 hover:decoration-ink";

/** A line of links to the most important competitions, and to all. */
export function CompetitionLinks({ competitions }: { competitions: CompetitionSummary[] }) {
  const { t } = useTranslation(["competitions", "common"]);
  const to = useHref();
  return (
    <nav
      id="competitions"
      aria-labelledby="by-league"
      className="page flex scroll-mt-16 flex-wrap items-center gap-x-6 border-t border-line py-5 md:py-8"
    >
      <h2 id="by-league" className="heading text-2xl">
        {t("common:nav.competitions")}
      </h2>
      {competitions.map(({ id, name }) => (
        <PlainLink key={id} to={to("competition", { competitionId: id })} className={link}>
          {name}
        </PlainLink>
      ))}
      <Link to={to("competitions", {})} className={`${link} font-semibold`}>
        {t("all")}
      </Link>
    </nav>
  );
}
