import type { ReactNode } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { formatScore } from "../i18n/format.ts";
import { useHref } from "../address/use-href.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { jerseyParams, namesTeam, namesYear, type JerseySummary } from "../domain/jersey.ts";
import { CardActions, type CardActionsProps } from "./card-actions.tsx";
import { JerseyFrame } from "./jersey-frame.tsx";
import { JerseyImage } from "./jersey-image.tsx";
import { ShownPhoto } from "./shown-photo.tsx";
import { PlainLink } from "./plain-link.tsx";
import { UnbrokenTitle } from "./unbroken-title.tsx";
import { Badge } from "../ui/badge.tsx";
import { cx } from "../ui/cx.ts";
import { useSharedFrame } from "./use-shared-frame.ts";

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
  /** What the page says about all of its jerseys; their cards don't show it again. */
  said?: SaidByPage;
  /** By what the list is ordered, where that isn't the score. */
  standing?: ReactNode;
  /** False if `standing` takes its place, or where votes say nothing: on somebody's shelf. */
  hasScore?: boolean;
}

/** The sport, or the team and with it the sport. */
export type SaidByPage = "league" | "team";

/**
 * A jersey in a list. The whole card is one link to its page. Nothing covers the picture: everything else is
 * below it.
 */
export function JerseyCard({
  jersey,
  sizes,
  rank,
  priority = false,
  score = jersey.score,
  said,
  standing,
  hasScore = true,
  ...actions
}: JerseyCardProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const address = useHref()("jersey", jerseyParams(jersey));
  const { card, frame } = useSharedFrame(address);
  const isNamed = namesTeam(jersey);
  const facts = [
    !namesYear(jersey) && jersey.year,
    jersey.kit_type && t(`kitType.${jersey.kit_type}`),
  ].filter(Boolean);
  return (
    <article ref={card} className="card">
      <JerseyFrame ref={frame} jersey={jersey} className="rounded-2xl">
        {jersey.shownPhoto ? (
          <ShownPhoto src={jersey.shownPhoto} alt="" />
        ) : (
          <JerseyImage
            jersey={jersey}
            path={jersey.images[0]?.path}
            alt=""
            sizes={sizes}
            priority={priority}
            smallest={320}
            className="card-image"
          />
        )}
      </JerseyFrame>
      <div className="card-text">
        {rank !== undefined && (
          <span className={cx("numeral card-rank", rank === 1 && "first")}>
            <span className="sr-only">{t("rank", { rank })}</span>
            <span aria-hidden>{rank}</span>
          </span>
        )}
        <p className={said === "team" || (said && isNamed) ? "sr-only" : "card-origin"}>
          <Badge tone={jersey.league} className={said && "sr-only"}>
            {t(`league.${jersey.league}`)}
          </Badge>{" "}
          {!isNamed && <span className="caption truncate">{jersey.team}</span>}
        </p>
        <h3>
          <PlainLink to={address} viewTransition className="stretched">
            <UnbrokenTitle>{jersey.title}</UnbrokenTitle>
          </PlainLink>
        </h3>
        {facts.length > 0 && <p className="card-facts">{facts.join(" · ")}</p>}
        {standing && <p className="card-standing">{standing}</p>}
      </div>
      <CardActions score={hasScore && formatScore(score, lang)} {...actions} />
    </article>
  );
}
