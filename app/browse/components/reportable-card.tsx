import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { ReportButton } from "../../contribute/report/report-button.tsx";
import { CommunityCard, type CommunityCardProps } from "./community-card.tsx";

/** A community card with a report button, for the latest jerseys of the home page. */
export function ReportableCard(props: CommunityCardProps) {
  const { t } = useTranslation("report");
  const to = useHref();
  const { id, title } = props.jersey;
  return (
    <CommunityCard
      {...props}
      extra={
        <ReportButton
          target={{ type: "jersey", id }}
          page={to("jersey", jerseyParams(props.jersey))}
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
