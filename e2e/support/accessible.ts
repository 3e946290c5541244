import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect } from "./test.ts";

/** WCAG 2.2 A and AA, and what axe calls best practice. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Without the empty page that axe opens for every run to protect against frames: there are none. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

/** No violation on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axe(page).withTags(RULES).analyze();
  expect(described(violations)).toEqual([]);
}

function described(violations: Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"]) {
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
  }));
}

/** The part of it that a theme changes: text and controls stand out from what is behind them. */
export async function expectReadable(page: Page): Promise<void> {
  const { violations } = await axe(page).withRules(["color-contrast"]).analyze();
  expect(described(violations)).toEqual([]);
}

/** Nothing sticks out to the right of the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBe(0);
}
