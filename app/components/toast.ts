import { translator } from "../i18n/translations.ts";
import { languageOf } from "../i18n/languages.ts";

type Kind = "success" | "info" | "error";

/** Shows a toast. The library is loaded with the first one. */
async function show(kind: Kind, message: string): Promise<void> {
  const { toaster } = await import("./ui/toaster.tsx");
  toaster(translator(languageOf(location.pathname), "common")("notices"))[kind](message);
}

export const toast = {
  success: (message: string) => void show("success", message),
  info: (message: string) => void show("info", message),
  error: (message: string) => void show("error", message),
};
