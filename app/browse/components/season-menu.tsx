import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Select } from "../../shared/ui/select.tsx";

/** A season as a menu shows it. */
export interface NamedSeason {
  code: string;
  name: string;
}

/** Menu of seasons, part of a form with the parameter `season`. Without scripts a button submits it. */
export function SeasonMenu({
  seasons,
  chosen,
  none,
  onChoose,
}: {
  /** Newest first. */
  seasons: NamedSeason[];
  /** Code of the chosen season. */
  chosen: string | undefined;
  /** Text of the first entry, which chooses no season. */
  none?: string | undefined;
  onChoose: (season: string, form: HTMLFormElement | null) => void;
}) {
  const { t } = useTranslation("competitions");
  return (
    <>
      <label htmlFor="season" className="text-sm font-semibold max-sm:sr-only">
        {t("seasonMenu.label")}
      </label>
      <Select
        id="season"
        name="season"
        // Remounts when the address changes, for example by the back button.
        key={chosen}
        defaultValue={chosen ?? ""}
        className="w-52 min-w-0 sm:w-56"
        onChange={({ currentTarget: { value, form } }) => onChoose(value, form)}
      >
        {none && <option value="">{none}</option>}
        {seasons.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit" variant="outline">
          {t("seasonMenu.show")}
        </Button>
      </noscript>
    </>
  );
}
