import { useTranslation } from "react-i18next";
import { PlainLink } from "../../../shared/components/plain-link.tsx";

import { useHref } from "../../../shared/address/use-href.ts";
import { button } from "../../../shared/ui/button.tsx";
import { SeasonPageMenu } from "../../components/season-page-menu.tsx";

/**
 * The way to a season's jerseys of all teams: the newest one, or any by a menu. On a phone only the
 * menu, so that jerseys are on the first screen.
 */
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
  const hasChoice = seasons.length > 1;
  return (
    <section aria-labelledby="seasons" className="page pt-4 md:pt-10">
      <h2 id="seasons" className="heading text-3xl max-md:sr-only">
        {t("one.seasons")}
      </h2>
      <p className="mt-2 text-muted max-md:sr-only">{t("one.seasonsLead")}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 md:mt-4">
        <PlainLink
          to={to("season", { competitionId, season: newest.code })}
          className={button({ variant: "hero", className: hasChoice ? "max-md:hidden" : "" })}
        >
          {t("one.season", { season: newest.name })}
        </PlainLink>
        {hasChoice && <SeasonPageMenu competitionId={competitionId} seasons={seasons} />}
      </div>
    </section>
  );
}
