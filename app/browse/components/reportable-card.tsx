import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ReportButton } from "../../contribute/report/report-button.tsx";
import { CommunityCard, type CommunityCardProps } from "./community-card.tsx";

/** A community card with a report button, for the latest jerseys of the home page. */
export function ReportableCard(props: CommunityCardProps) {
  const { t } = useTranslation("report");
  const { id, title } = props.jersey;
  return (
    <CommunityCard
      {...props}
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
