import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { type SeasonCover, SeasonCovers } from "../../components/season-covers.tsx";
import { SeasonPageMenu } from "../../components/season-page-menu.tsx";

/**
 * The ways to a season's jerseys of all teams: a shirt of each of the newest seasons that have one, and a menu of
 * all seasons where there are more.
 */
export function Seasons({
  competitionId,
  seasons,
  covers,
}: {
  competitionId: string;
  seasons: { code: string; name: string }[];
  covers: SeasonCover[];
}) {
  const { t } = useTranslation("competitions");
  if (seasons.length === 0) return null;
  return (
    <section
      aria-labelledby="seasons"
      className="page grid grid-cols-1 gap-3 pt-3 md:gap-5 md:pt-10"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="seasons" className="heading text-2xl md:text-3xl">
          {t("one.seasons")}
        </h2>
        {seasons.length > covers.length && (
          <SeasonPageMenu competitionId={competitionId} seasons={seasons} />
        )}
      </div>
      {covers.length > 0 && <SeasonCovers competitionId={competitionId} covers={covers} />}
    </section>
  );
}
