import { Check, Monitor, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";

import { closeMenu, HeaderMenu, menuItem } from "../layout/header-menu.tsx";
import { chooseTheme, THEMES, useTheme } from "./theme.ts";

const ICONS = { light: Sun, dark: Moon, system: Monitor };

/** Menu of themes: light, dark, or the system's. */
export function ThemeMenu() {
  const { t } = useTranslation();
  const theme = useTheme();
  const Icon = ICONS[theme];
  return (
    <HeaderMenu id="theme-menu" label={t("theme.label")} icon={<Icon aria-hidden />}>
      {THEMES.map((choice) => {
        const ChoiceIcon = ICONS[choice];
        return (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === theme}
            className={menuItem}
            onClick={() => {
              chooseTheme(choice);
              closeMenu("theme-menu");
            }}
          >
            <ChoiceIcon aria-hidden />
            {t(`theme.${choice}`)}
            {choice === theme && <Check aria-hidden className="ml-auto" />}
          </button>
        );
      })}
    </HeaderMenu>
  );
}
