import { Form, useLocation, useSearchParams, useSubmit } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { type NamedSeason, SeasonMenu } from "../../components/season-menu.tsx";

/** Menu of seasons; the first entry is each competition's newest. The choice is in the address. */
export function SeasonPicker({
  seasons,
  season,
}: {
  seasons: NamedSeason[];
  /** The chosen season's code. */
  season: string | undefined;
}) {
  const { t } = useTranslation("competitions");
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const submit = useSubmit();
  return (
    <Form
      method="get"
      action={`${pathname}#competitions`}
      className="flex min-w-0 items-center gap-3"
    >
      {[...params].map(([name, value], n) =>
        name === "season" ? null : <input key={n} type="hidden" name={name} value={value} />,
      )}
      <SeasonMenu
        seasons={seasons}
        chosen={season}
        none={t("byLeague.newest")}
        onChoose={(_, form) =>
          void submit(form, { action: pathname, preventScrollReset: true, replace: true })
        }
      />
    </Form>
  );
}
