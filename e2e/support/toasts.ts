import type { Page } from "@playwright/test";

/** Toasts of this page stay, as those of a page in the background do: what a test looks at meanwhile takes its time. */
export async function holdToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
}
