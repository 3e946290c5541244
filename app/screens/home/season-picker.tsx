import { useTranslation } from "react-i18next";
import { Form, useLocation, useSearchParams, useSubmit } from "react-router";

import { Button } from "../../components/ui/button.tsx";
import { Select } from "../../components/ui/select.tsx";

export interface SeasonChoice {
  code: string;
  name: string;
}

/** Menu of seasons; the first entry is each competition's newest. The choice is in the address. Without scripts a button submits it. */
export function SeasonPicker({
  seasons,
  season,
}: {
  seasons: SeasonChoice[];
  /** The chosen season's code. */
  season: string | undefined;
}) {
  const { t } = useTranslation("competitions");
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const submit = useSubmit();
  return (
    <Form method="get" action={`${pathname}#competitions`} className="flex items-center gap-3">
      {[...params].map(([name, value], n) =>
        name === "season" ? null : <input key={n} type="hidden" name={name} value={value} />,
      )}
      <label htmlFor="season" className="text-sm font-semibold">
        {t("byLeague.season")}
      </label>
      <Select
        id="season"
        name="season"
        // Remounts when the address changes, for example by the back button.
        key={season}
        defaultValue={season ?? ""}
        className="w-48"
        onChange={({ currentTarget: { form } }) =>
          void submit(form, { action: pathname, preventScrollReset: true, replace: true })
        }
      >
        <option value="">{t("byLeague.newest")}</option>
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
