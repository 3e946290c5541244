import { join } from "node:path";
import type { Plugin } from "vite";

/** Puts `app/i18n/react-i18next.tsx` in the place of `react-i18next`. */
export const smallTranslator: Plugin = {
  name: "small-translator",
  config: () => ({
    resolve: {
      alias: { "react-i18next": join(import.meta.dirname, "../app/i18n/react-i18next.tsx") },
    },
  }),
};
