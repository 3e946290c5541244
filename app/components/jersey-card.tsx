import { useTranslation } from "react-i18next";
import { Link, useViewTransitionState } from "react-router";

import { formatScore } from "../i18n/format.ts";
import { useHref, useLanguage } from "../i18n/use-language.ts";
import { jerseyParams, type JerseySummary } from "../lib/jersey.ts";
import { CardActions, type CardActionsProps } from "./card-actions.tsx";
import { JerseyImage } from "./jersey-image.tsx";
import { Badge } from "./ui/badge.tsx";
import { cx } from "./ui/cx.ts";
import { Vitrine } from "./vitrine.tsx";

export interface JerseyCardProps extends CardActionsProps {
  jersey: JerseySummary;
  /** How wide its image is shown, as in `<img sizes>`. */
  sizes: string;
  /** Its place in a ranking, from 1; shown like the number on a back. */
  rank?: number;
  /** Seen without scrolling. */
  priority?: boolean;
  /** The score as it is now, where it can be newer than the jersey's. */
  score?: number;
}

/** A jersey in a list; the whole card is one link to its page. */
export function JerseyCard({ jersey, sizes, rank, priority, score, ...actions }: JerseyCardProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const address = useHref()("jersey", jerseyParams(jersey));
  // Names the image only while this card opens: the page's image takes it over.
  const opening = useViewTransitionState(address);
  const facts = [jersey.year, jersey.kit_type && t(`kitType.${jersey.kit_type}`)].filter(Boolean);
  return (
    <article className="group relative grid min-w-0 gap-3">
      <Vitrine jersey={jersey} isShared={opening} className="rounded-2xl">
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes={sizes}
          priority={priority ?? false}
          className="transition-transform duration-250 group-hover:scale-[1.04] group-has-focus-visible:scale-[1.04]"
        />
        <Badge tone={jersey.league} className="absolute top-2.5 left-2.5">
          {t(`league.${jersey.league}`)}
        </Badge>
        {rank !== undefined && (
          <span
            className={cx(
              "numeral absolute bottom-2.5 left-2.5 grid place-items-center rounded-lg bg-accent text-accent-ink",
              rank === 1 ? "h-18 min-w-15 text-4xl" : "h-13 min-w-11 text-3xl",
            )}
          >
            <span className="sr-only">{t("rank", { rank })}</span>
            <span aria-hidden>{rank}</span>
          </span>
        )}
      </Vitrine>
      {/* Room for a title of two lines, so that cards in a row end together. */}
      <div className="grid min-h-[6.25rem] grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 sm:min-h-[5.75rem]">
        <div className="col-span-2 min-w-0 sm:col-span-1">
          <p className="caption truncate">{jersey.team}</p>
          <h3 className="mt-0.5 line-clamp-2 text-base leading-snug font-semibold">
            <Link to={address} viewTransition prefetch="intent" className="stretched">
              {jersey.title}
            </Link>
          </h3>
        </div>
        <p className="numeral col-start-2 row-start-2 self-end text-2xl sm:row-start-1 sm:self-start sm:pt-0.5">
          <span className="sr-only">{t("score")} </span>
          {formatScore(score ?? jersey.score, lang)}
        </p>
        <p className="col-start-1 row-start-2 mt-1 truncate text-sm text-muted">
          {facts.join(" · ")}
        </p>
      </div>
      <CardActions title={jersey.title} {...actions} />
    </article>
  );
}
