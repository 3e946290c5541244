import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect } from "./test.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** WCAG 2.2 A and AA, and axe's best practices. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Expects no violation on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page, { type: "tag", values: RULES })).toEqual([]);
}

/** The rules that a theme affects: contrast of text and controls. */
export async function expectReadable(page: Page): Promise<void> {
  expect(await violations(page, { type: "rule", values: ["color-contrast"] })).toEqual([]);
}

/** Runs axe in the page itself: there are no frames, and a run takes half of its Playwright builder's time. */
async function violations(page: Page, runOnly: RunOptions["runOnly"]) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const options: RunOptions = { runOnly, resultTypes: ["violations"] };
  const found = await page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    // What lies half under the sticky bar isn't hidden for good, but too small for axe.
    const top = scrollY;
    scrollTo({ top: 0, behavior: "instant" });
    const { violations: all } = await axe.run(chosen);
    scrollTo({ top, behavior: "instant" });
    return all;
  }, options);
  return found.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
  }));
}

/** Expects no horizontal overflow. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBe(0);
}
