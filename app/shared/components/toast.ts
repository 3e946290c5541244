import { translator } from "../i18n/translations.ts";
import { languageOf } from "../i18n/languages.ts";

/** A button in a toast. */
interface ToastAction {
  label: string;
  onClick: () => void;
  /** One more button, before it: takes back what the toast tells. */
  undo?: { label: string; onClick: () => void };
  /** How long it is offered, in milliseconds; otherwise SHOWN_MS. */
  duration?: number;
}

/** How long a toast is shown, in milliseconds. What its button does can be done on the page, too. */
const SHOWN_MS = 6000;

type Kind = "success" | "info" | "error";

/**
 * Shows a toast. The library is loaded with the first one; without a network the message is shown
 * plainly.
 */
async function show(kind: Kind, message: string, action?: ToastAction, id?: string): Promise<void> {
  const library = await import("../ui/toaster.tsx").catch(() => undefined);
  if (!library) return showPlainToast(message);
  const t = translator(languageOf(location.pathname), "common");
  const words = { region: t("notices"), close: t("close") };
  const toast = await library.toaster(words, action !== undefined);
  const duration = action?.duration ?? SHOWN_MS;
  // Said also where there is none: with the same id, the former toast's would stay.
  toast[kind](message, { action, cancel: action?.undo, duration, ...(id && { id }) });
}

/** A toast without the library. */
function showPlainToast(message: string): void {
  const region = document.createElement("div");
  region.setAttribute("role", "status");
  region.className =
    "fixed inset-x-4 bottom-4 z-50 rounded-xl border border-line bg-raised px-4 py-3 text-ink shadow-xl sm:left-auto sm:max-w-sm";
  document.body.append(region);
  // A screen reader announces what changes in a region that is there already.
  requestAnimationFrame(() => (region.textContent = message));
  setTimeout(() => region.remove(), SHOWN_MS);
}

/** A message takes the place of the one before with the same `id`. */
export const toast = {
  success: (message: string, action?: ToastAction, id?: string) =>
    void show("success", message, action, id),
  info: (message: string) => void show("info", message),
  error: (message: string) => void show("error", message),
};
