import { useSyncExternalStore } from "react";

export const THEMES = ["light", "dark", "system"] as const;

export type Theme = (typeof THEMES)[number];

/** Also read before the first paint (`FirstPaint`). */
export const THEME_KEY = "maillotheque.theme";

const listeners = new Set<() => void>();

function chosen(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Applies a theme and stores it. `system` removes the stored choice. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The visitor's theme; `system` on the server and during hydration. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, chosen, () => "system");
}
