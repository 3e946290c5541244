import { useTranslation } from "react-i18next";

import { formatScore } from "../i18n/format.ts";
import { useHref } from "../address/use-href.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { jerseyParams, type JerseySummary } from "../domain/jersey.ts";
import { CardActions, type CardActionsProps } from "./card-actions.tsx";
import { JerseyImage } from "./jersey-image.tsx";
import { PlainLink } from "./plain-link.tsx";
import { Badge } from "./ui/badge.tsx";
import { cx } from "./ui/cx.ts";
import { useIsTransitioningTo } from "./use-is-transitioning-to.ts";
import { JerseyFrame } from "./jersey-frame.tsx";
import { leagueLabel } from "../domain/leagues.ts";

export interface JerseyCardProps extends CardActionsProps {
  jersey: JerseySummary;
  /** Displayed width of the image, as in `<img sizes>`. */
  sizes: string;
  /** Rank in a list, from 1. */
  rank?: number;
  /** True if the card is visible without scrolling: its image loads first. */
  priority?: boolean;
  /** The current score, if it may be newer than the jersey's. */
  score?: number;
}

/** A jersey in a list. The whole card is one link to its page. */
export function JerseyCard({ jersey, sizes, rank, priority, score, ...actions }: JerseyCardProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const address = useHref()("jersey", jerseyParams(jersey));
  // The card has the transition name only while it opens; then the page's image has it.
  const opening = useIsTransitioningTo(address);
  const facts = [jersey.year, jersey.kit_type && t(`kitType.${jersey.kit_type}`)].filter(Boolean);
  return (
    <article className="card">
      <JerseyFrame jersey={jersey} isShared={opening} className="rounded-2xl">
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes={sizes}
          priority={priority ?? false}
          smallest={320}
          className="card-image"
        />
        <Badge tone={jersey.league} className="card-badge">
          {t(leagueLabel(jersey.league, jersey.competitions))}
        </Badge>
        {rank !== undefined && (
          <span className={cx("numeral card-rank", rank === 1 && "first")}>
            <span className="sr-only">{t("rank", { rank })}</span>
            <span aria-hidden>{rank}</span>
          </span>
        )}
      </JerseyFrame>
      <div className="card-text">
        <div className="card-name">
          <p className="caption truncate">{jersey.team}</p>
          <h3>
            <PlainLink to={address} viewTransition className="stretched">
              {jersey.title}
            </PlainLink>
          </h3>
        </div>
        <p className="numeral card-score">
          <span className="sr-only">{`${t("score")} `}</span>
          {formatScore(score ?? jersey.score, lang)}
        </p>
        <p className="card-facts">{facts.join(" · ")}</p>
      </div>
      <CardActions title={jersey.title} {...actions} />
    </article>
  );
}
