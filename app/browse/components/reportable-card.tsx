import { useTranslation } from "react-i18next";

import { useCardShelves } from "../../collect/collection/card-shelves.tsx";
import { ReportButton } from "../../contribute/report/report-button.tsx";
import { VotableCard } from "../../jersey/votes/votable-card.tsx";
import type { CommunityCardProps } from "./community-card.tsx";

/** A community card with a report button, for the latest jerseys of the home page. */
export function ReportableCard(props: CommunityCardProps) {
  const { t } = useTranslation("report");
  const { id, title } = props.jersey;
  return (
    <VotableCard
      {...props}
      shelves={useCardShelves(props.jersey)}
      extra={
        <ReportButton
          target={{ type: "jersey", id }}
          label={t("reportJersey", { title })}
          iconOnly
          variant="ghost"
          size="icon"
          className="on-hover"
        />
      }
    />
  );
}
