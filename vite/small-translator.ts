import { join } from "node:path";
import type { Plugin } from "vite";

/** Replaces `react-i18next` by `app/shared/i18n/react-i18next.tsx`. */
export const smallTranslator: Plugin = {
  name: "small-translator",
  config: () => ({
    resolve: {
      alias: { "react-i18next": join(import.meta.dirname, "../app/shared/i18n/react-i18next.tsx") },
    },
  }),
};
