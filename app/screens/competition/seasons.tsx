import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../../address/use-href.ts";
import { button } from "../../components/ui/button.tsx";
import { SeasonChoice } from "../shared/season-choice.tsx";

/** The way to a season's jerseys of all teams: the newest one, or any by a menu. */
export function Seasons({
  competitionId,
  seasons,
}: {
  competitionId: string;
  seasons: { code: string; name: string }[];
}) {
  const { t } = useTranslation("competitions");
  const to = useHref();
  const [newest] = seasons;
  if (!newest) return null;
  return (
    <section aria-labelledby="seasons" className="page pt-8 md:pt-10">
      <h2 id="seasons" className="heading text-3xl">
        {t("one.seasons")}
      </h2>
      <p className="mt-2 text-muted">{t("one.seasonsLead")}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link
          to={to("season", { competitionId, season: newest.code })}
          prefetch="intent"
          className={button({ variant: "hero" })}
        >
          {t("one.season", { season: newest.name })}
        </Link>
        {seasons.length > 1 && <SeasonChoice competitionId={competitionId} seasons={seasons} />}
      </div>
    </section>
  );
}
