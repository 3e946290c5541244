import type { ReactNode } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import type { Vote } from "../domain/vote.ts";

export interface CardActionsProps {
  /** "I have it", or what stands in its place; there at every width. */
  have?: ReactNode;
  /** The vote buttons, on either side of the score. */
  votes?: Record<Vote, ReactNode>;
  /** More buttons, where the card is wide enough: what they do can be done on the jersey's page, too. */
  extra?: ReactNode;
}

/**
 * The last line of a card: "I have it" where it begins, at its end the score between the vote buttons, other buttons between them.
 * Those with the class `on-hover` appear when the card is hovered or has the focus; on touch devices they are always visible.
 */
export function CardActions({
  score,
  have,
  votes,
  extra,
}: CardActionsProps & { score: string | false }) {
  const { t } = useTranslation();
  if (!have && !votes && !extra && !score) return null;
  return (
    <div className="card-actions">
      {have}
      {extra && <div className="card-extras">{extra}</div>}
      {(votes || score) && (
        <div className="card-votes">
          {votes?.up}
          {score && (
            <p className="numeral card-score">
              <span className="sr-only">{`${t("score")} `}</span>
              {score}
            </p>
          )}
          {votes?.down}
        </div>
      )}
    </div>
  );
}
