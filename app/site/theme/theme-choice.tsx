import { useId } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { chooseTheme, THEMES, useTheme } from "./theme.ts";

/** The theme as a choice of three, for a form. */
export function ThemeChoice({ label }: { label: string }) {
  const { t } = useTranslation();
  const theme = useTheme();
  // Of two groups with one name on a page, one would uncheck the other.
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {THEMES.map((choice) => (
          <label key={choice} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === theme}
              onChange={() => chooseTheme(choice)}
              className="size-5 accent-ink"
            />
            {t(`theme.${choice}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
