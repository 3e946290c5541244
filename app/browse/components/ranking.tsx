import { Link } from "react-router";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";

import { useHref } from "../../shared/address/use-href.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { LikedBy } from "./liked-by.tsx";
import { UnbrokenTitle } from "../../shared/components/unbroken-title.tsx";
import { NoJerseys } from "./no-jerseys.tsx";
import { cx } from "../../shared/ui/cx.ts";
import type { RankedJersey } from "../data/ranking/leaderboard.ts";
import { jerseyParams, namesTeam, namesYear } from "../../shared/domain/jersey.ts";

/** Places with a larger picture: two rows of two columns. */
const LARGE = 4;

/** A leaderboard: place, jersey, and at least how many like it. */
export function Ranking({ ranked }: { ranked: RankedJersey[] }) {
  const { t } = useTranslation("leaderboards");
  if (ranked.length === 0) return <NoJerseys title={t("empty.title")} text={t("empty.text")} />;
  return (
    <ol className="grid grid-cols-1 gap-x-8 divide-y divide-line lg:grid-cols-2">
      {ranked.map((row, n) => (
        <li key={row.jersey.id} className="lg:[&:nth-child(2)]:border-t-0">
          <Row {...row} priority={n === 0} />
        </li>
      ))}
    </ol>
  );
}

function Row({ place, jersey, priority, ...standing }: RankedJersey & { priority: boolean }) {
  const { t } = useTranslation();
  const to = useHref();
  // What the title doesn't say.
  const facts = [
    !namesTeam(jersey) && jersey.team,
    !namesYear(jersey) && jersey.year,
    jersey.kit_type && t(`kitType.${jersey.kit_type}`),
  ];
  return (
    <PlainLink
      to={to("jersey", jerseyParams(jersey))}
      viewTransition
      className={cx(
        // On a phone the figure stands below the name, which needs the width.
        "grid items-center gap-x-3 gap-y-1 rounded-xl py-3 max-md:[&>:nth-child(-n+2)]:row-span-2 transition-colors hover:bg-surface md:gap-5 md:px-3",
        place <= LARGE
          ? "grid-cols-[1.75rem_6rem_minmax(0,1fr)] md:grid-cols-[4.5rem_10rem_minmax(0,1fr)_auto]"
          : "grid-cols-[1.75rem_4rem_minmax(0,1fr)] md:grid-cols-[4.5rem_6rem_minmax(0,1fr)_auto]",
      )}
    >
      <span className="numeral text-center text-2xl whitespace-nowrap md:text-4xl">
        <span className="sr-only">{t("rank", { rank: place })}</span>
        <span aria-hidden>{place}</span>
      </span>
      <span className="aspect-square overflow-hidden rounded-xl bg-surface">
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes="(min-width: 48rem) 10rem, 6rem"
          largest={320}
          priority={priority}
        />
      </span>
      <span className="grid min-w-0">
        <span className="line-clamp-3 leading-snug font-semibold">
          <UnbrokenTitle>{jersey.title}</UnbrokenTitle>
        </span>
        <span className="line-clamp-2 text-sm text-muted">{facts.filter(Boolean).join(" · ")}</span>
      </span>
      <LikedBy {...standing} />
    </PlainLink>
  );
}

/** What the figure says, and where its formula is. */
export function RankingExplained() {
  const { t } = useTranslation("leaderboards");
  const to = useHref();
  return (
    <p className="max-w-prose text-sm text-muted">
      {t("explained")}{" "}
      <Link to={`${to("about", {})}#ranking`} className="underline">
        {t("how")}
      </Link>
    </p>
  );
}
