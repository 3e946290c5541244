import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { JerseyImage } from "../../components/jersey-image.tsx";
import { jerseyTeam } from "../../i18n/catalogue-names.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { ContributionItem } from "./contribution-item.tsx";
import {
  JerseyActions,
  type JerseyActionsProps,
  JerseyReason,
  useJerseyPath,
} from "./jersey-row.tsx";
import { useJerseyStatus } from "./use-jersey-status.ts";

/** A jersey that the member has submitted. */
export function JerseyItem(props: JerseyActionsProps) {
  const { jersey } = props;
  const { t } = useTranslation(["contributions", "common"]);
  const lang = useLanguage();
  const path = useJerseyPath(jersey);
  const status = useJerseyStatus(jersey);
  return (
    <ContributionItem
      picture={<JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="3rem" />}
      caption={t("contributions:kind.jersey")}
      title={
        <Link to={path} className="hover:underline">
          {jersey.title}
        </Link>
      }
      date={jersey.created_at}
      {...status}
      actions={<JerseyActions {...props} />}
    >
      <p className="text-muted">
        {jerseyTeam(jersey, lang)}
        {jersey.kit_type && ` · ${t(`common:kitType.${jersey.kit_type}`)}`}
      </p>
      <JerseyReason jersey={jersey} />
    </ContributionItem>
  );
}
