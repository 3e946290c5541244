import { ArrowRight } from "lucide-react";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";

import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { CompetitionFigures } from "../data/competitions/competitions.ts";
import { useHref } from "../../shared/address/use-href.ts";
import type { CompetitionSummary } from "../../shared/domain/competition.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { COMPETITION_YEARS } from "../domain/competition-years.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { LEAGUE_COLORS } from "../../shared/ui/league-colors.ts";
import { Skeleton } from "../../shared/ui/skeleton.tsx";

const frame =
  "relative isolate flex h-full min-h-32 sm:min-h-40 overflow-hidden rounded-2xl bg-surface pl-1.5";

/** A competition in a list: name, country, year of foundation, its figures, and its best jersey by score. */
export function CompetitionCard({
  competition,
  best,
  figures,
}: {
  competition: CompetitionSummary;
  best?: JerseySummary | undefined;
  /** Shown in place of the button that leads to the competition; its name does then. */
  figures?: CompetitionFigures;
}) {
  const { t } = useTranslation(["sports", "common"]);
  const { t: words } = useTranslation("competitions");
  const to = useHref();
  const { id, name, slug, league, country } = competition;
  const year = COMPETITION_YEARS[slug];
  return (
    <article className={`${frame} group transition-colors hover:bg-line`}>
      <span
        aria-hidden
        className={cx("absolute inset-y-0 left-0 -z-10 w-1.5", league && LEAGUE_COLORS[league])}
      />
      <div className="flex min-w-0 grow flex-col gap-1 p-3 sm:p-4">
        <h3 className="heading text-xl">
          {figures ? (
            <PlainLink
              to={to("competition", { competitionId: id })}
              className="after:absolute after:inset-0 after:rounded-2xl group-hover:underline decoration-2 underline-offset-4"
            >
              {name}
            </PlainLink>
          ) : (
            name
          )}
        </h3>
        <p className="mb-2 text-sm text-muted first-letter:uppercase">
          {[country, year && words("since", { year })].filter(Boolean).join(" · ")}
        </p>
        {figures ? (
          <Figures {...figures} />
        ) : (
          <PlainLink
            to={to("competition", { competitionId: id })}
            aria-label={t("common:of", { label: t("one.explore"), name })}
            className={button({
              variant: "outline",
              size: "sm",
              className:
                "mt-auto self-start after:absolute after:inset-0 after:rounded-2xl group-hover:border-ink",
            })}
          >
            {t("one.explore")}
            <ArrowRight aria-hidden />
          </PlainLink>
        )}
      </div>
      {best && (
        <JerseyImage
          jersey={best}
          path={best.images[0]?.path}
          alt=""
          sizes="9rem"
          largest={320}
          className="-z-20 w-24 shrink-0 sm:w-32 self-stretch object-cover transition-transform duration-250 group-hover:scale-[1.04]"
        />
      )}
    </article>
  );
}

function Figures({ jerseys, teams }: CompetitionFigures) {
  const { t } = useTranslation("catalogue");
  const lang = useLanguage();
  const shown = (["jerseys", "teams"] as const).filter((kind) => ({ jerseys, teams })[kind] > 0);
  return (
    <dl className="mt-auto flex flex-wrap gap-x-5 gap-y-1">
      {shown.map((kind) => {
        const count = { jerseys, teams }[kind];
        return (
          <div key={kind} className="flex flex-row-reverse items-baseline gap-1.5">
            <dt className="text-sm text-muted">{t(`label.${kind}`, { count })}</dt>
            <dd className="numeral text-2xl">{formatNumber(count, lang)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Placeholder in the size of a competition's card. */
export function CompetitionCardSkeleton() {
  return (
    <div aria-hidden className={frame}>
      <div className="flex grow flex-col gap-2 p-3 sm:p-4">
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-4 w-1/4" />
        <Skeleton className="mt-auto h-9 w-28 rounded-full" />
      </div>
    </div>
  );
}
