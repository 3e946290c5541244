import { Monitor, Moon, Sun } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { button } from "../../shared/ui/button.tsx";
import { chooseTheme, THEMES, useTheme } from "./theme.ts";

const ICONS = { light: Sun, dark: Moon, system: Monitor };

/** The themes as buttons beside each other: light, dark, or the system's. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const theme = useTheme();
  return (
    <div role="group" aria-label={t("theme.label")} className="needs-scripts -ml-3 flex">
      {THEMES.map((choice) => {
        const Icon = ICONS[choice];
        return (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === theme}
            aria-label={t(`theme.${choice}`)}
            title={t(`theme.${choice}`)}
            className={button({
              variant: "ghost",
              size: "icon",
              className:
                "text-muted hover:bg-line aria-pressed:text-ink [&[aria-pressed=true]_svg]:fill-current",
            })}
            onClick={() => chooseTheme(choice)}
          >
            <Icon aria-hidden />
          </button>
        );
      })}
    </div>
  );
}
