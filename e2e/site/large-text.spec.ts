import type { Page } from "@playwright/test";

import { exampleParams } from "../../tests/support/catalogue.ts";
import { href } from "../../app/shared/address/paths.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

/** What lies beyond the right edge of the window, without what scrolls inside something. */
const beyond = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { width, right } = element.getBoundingClientRect();
        if (width === 0 || right <= window.innerWidth + 1) return false;
        for (let around = element.parentElement; around; around = around.parentElement) {
          if (around !== document.body && getComputedStyle(around).overflowX !== "visible") {
            return around === document.documentElement;
          }
        }
        return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      })
      .map((element) => `${element.tagName} ${element.className} ${element.textContent}`),
  );

// The larger text that a phone is set to, and the one of a desktop's browser.
for (const [name, style] of [
  ["text", "html { text-size-adjust: 200% !important; }"],
  ["root", "html { font-size: 200% !important; }"],
] as const) {
  test(
    `at twice the ${name} size nothing is beyond the window of a phone`,
    { tag: "@long" },
    async ({ browser, site }) => {
      const context = await browser.newContext({
        ...{ baseURL: site.url, locale: "es-ES", isMobile: true, hasTouch: true },
        viewport: { width: 375, height: 800 },
      });
      const page = await context.newPage();
      await signInAs(page, await createMember(site, "grande"));
      const { jersey, team, suggest } = await exampleParams(site);
      const paths = [
        href("home", {}, "es"),
        href("catalogue", {}, "es"),
        href("sports", {}, "es"),
        href("submit", {}, "es"),
        href("jersey", jersey, "es"),
        href("team", team, "es"),
        href("suggest", suggest, "es"),
        href("accountSection", { section: "exchange" }, "es"),
        href("accountSection", { section: "security" }, "es"),
      ];
      const wide: Record<string, string[]> = {};
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.addStyleTag({ content: style });
        const found = await beyond(page);
        if (found.length > 0) wide[path] = found;
      }
      await context.close();
      expect(wide).toEqual({});
    },
  );
}
