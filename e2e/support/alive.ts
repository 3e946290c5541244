import type { Locator, Page } from "@playwright/test";

import { expect } from "./test.ts";

/**
 * Clicks once, after hydration. An earlier click would be lost, and a repeated one could hit the
 * next page.
 */
export async function clickAlive(target: Locator): Promise<void> {
  await expect
    .poll(() =>
      target.evaluate((element) =>
        Object.keys(element).some((name) => name.startsWith("__reactProps$")),
      ),
    )
    .toBe(true);
  await target.click();
}

/** Waits until React listens on the page: shortcuts pressed before are not recorded. */
export async function untilListening(page: Page): Promise<void> {
  // By time: a page that draws no frames would never be asked.
  await page.waitForFunction(
    // Not the mark of `bench -- pages`: after a lost network Chromium's timeline is empty at times.
    () => document.readyState === "complete" && !window.earlyInput,
    undefined,
    { polling: 100 },
  );
}

/** Waits until a dialog of the search shows what it found for all that is typed: what it shows before is replaced. */
export async function untilFound(dialog: Locator): Promise<void> {
  await expect(dialog.getByRole("listbox")).toHaveAttribute("aria-busy", "false");
}
