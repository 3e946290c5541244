import { Form, useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { type NamedSeason, SeasonMenu } from "./season-menu.tsx";

/**
 * Menu of a competition's seasons, which opens the season's page. Without scripts it is submitted to the
 * competition's page, which leads on.
 */
export function SeasonPageMenu({
  competitionId,
  seasons,
  chosen,
}: {
  competitionId: string;
  /** Those with a page, newest first. */
  seasons: NamedSeason[];
  /** The code of the season on the page. */
  chosen?: string;
}) {
  const { t } = useTranslation("competitions");
  const to = useHref();
  const navigate = useNavigate();
  return (
    <Form
      method="get"
      action={to("competition", { competitionId })}
      className="flex min-w-0 items-center gap-3"
    >
      <SeasonMenu
        seasons={seasons}
        chosen={chosen}
        none={chosen ? undefined : t("one.chooseSeason")}
        onChoose={(season) => {
          if (season) void navigate(to("season", { competitionId, season }));
        }}
      />
    </Form>
  );
}
