import type { Locator } from "@playwright/test";

import { expect } from "./test.ts";

/**
 * Clicks once, as soon as the page answers. What the server rendered is there before its scripts are,
 * and a click that comes too early is lost; one that is repeated may meet the next page.
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
