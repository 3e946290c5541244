import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { cx } from "../../../shared/ui/cx.ts";
import { GRID_SIZES } from "../../../shared/components/jersey-grid.tsx";
import { CommunityCard } from "../../components/community-card.tsx";
import type { RisingJersey } from "../../data/ranking/leaderboard.ts";
import { RecentVotes } from "../../trends/recent-votes.tsx";

/** With the first over two columns and rows, this many fill two, three and four columns. */
export const RISING = 9;

/** What rises, with its places: the order is that of the figure on each card. */
export function Rising({ jerseys }: { jerseys: RisingJersey[] }) {
  const { t } = useTranslation("trends");
  return (
    <section aria-labelledby="rising" className="page grid grid-cols-1 gap-4 md:gap-6">
      <div className="grid gap-1">
        <h2 id="rising" className="heading text-3xl">
          {t("rising")}
        </h2>
        <p className="text-muted">{t("risingLead")}</p>
      </div>
      <ol className="grid grid-cols-1 gap-x-4 gap-y-8 xs:grid-cols-2 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4">
        {jerseys.map((jersey, n) => (
          <li key={jersey.id} className={cx(n === 0 && "lead-card row-span-2 xs:col-span-2")}>
            <CommunityCard
              jersey={jersey}
              rank={n + 1}
              standing={<RecentVotes votes={jersey.recentVotes} />}
              priority={n === 0}
              sizes={
                n === 0 ? "(min-width: 64rem) 37rem, (min-width: 48rem) 62vw, 92vw" : GRID_SIZES
              }
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
