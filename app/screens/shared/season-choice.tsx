import { useTranslation } from "react-i18next";
import { Form, useNavigate } from "react-router";

import { useHref } from "../../address/use-href.ts";
import { Button } from "../../components/ui/button.tsx";
import { Select } from "../../components/ui/select.tsx";

/**
 * Menu of a competition's seasons, which opens the season's page. Without scripts a button submits
 * it to the competition's page, which leads on.
 */
export function SeasonChoice({
  competitionId,
  seasons,
  chosen,
}: {
  competitionId: string;
  /** Those with a page, newest first. */
  seasons: { code: string; name: string }[];
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
      <label htmlFor="season" className="text-sm font-semibold">
        {t("byLeague.season")}
      </label>
      <Select
        id="season"
        name="season"
        // Remounts when the address changes, for example by the back button.
        key={chosen}
        defaultValue={chosen ?? ""}
        className="w-56 min-w-0"
        onChange={({ currentTarget: { value: season } }) => {
          if (season) void navigate(to("season", { competitionId, season }));
        }}
      >
        {!chosen && <option value="">{t("one.chooseSeason")}</option>}
        {seasons.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit" variant="outline">
          {t("byLeague.show")}
        </Button>
      </noscript>
    </Form>
  );
}
