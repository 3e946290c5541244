import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect } from "./test.ts";

/** WCAG 2.2 A and AA, and axe's best practices. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Skips the empty page that axe opens per run to protect against frames: there are none. */
const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });

/** Expects no violation on the current page. */
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

/** The rules that a theme affects: contrast of text and controls. */
export async function expectReadable(page: Page): Promise<void> {
  const { violations } = await axe(page).withRules(["color-contrast"]).analyze();
  expect(described(violations)).toEqual([]);
}

/** Expects no horizontal overflow. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBe(0);
}
