import type { Page } from "@playwright/test";

import { href, type ParamsOf, type Screen } from "../../app/shared/address/paths.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import { expectNoSidewaysScroll } from "../support/accessible.ts";
import { untilListening } from "../support/alive.ts";
import { coveredBars } from "../support/bars.ts";
import { controlProblems } from "../support/controls.ts";
import { runSql } from "../support/database.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";
import type { Site } from "../../tests/support/site.ts";

const WIDTHS = [1440, 820, 390, 320];

/** Widths of phones. */
const PHONES = [412, 390, 360, 320];

const SCREENS = [
  "home",
  "catalogue",
  "competitions",
  "sports",
  "trends",
  "today",
  "data",
  "team",
  "competition",
  "season",
  "sport",
  "jersey",
  "variations",
  "brand",
  "report",
] as const satisfies Screen[];

const MEMBERS = [
  "/account",
  "/account/collection",
  "/account/wishlist",
  "/account/numbers",
  "/account/exchange",
  "/account/contributions",
  "/account/notices",
  "/account/settings",
  "/soumettre",
];

/** Opens every later page as a member with shirts, a wish and a jersey that waits. */
async function signInCollector(page: Page, site: Site): Promise<void> {
  const member = await createMember(site, "lou");
  const best = "from jerseys where status = 'approved' order by score desc";
  for (const sql of [
    `insert into user_collections (user_id, jersey_id) select $1, id ${best} limit 8`,
    `insert into user_wishlists (user_id, jersey_id) select $1, id ${best} limit 3 offset 7`,
    `insert into jerseys (author_id, title, team, league, competition_id, season_id) select $1, title, team, league, competition_id, season_id ${best} limit 1`,
  ]) {
    await runSql(site, sql, [member.user.id]);
  }
  await signInAs(page, member);
}

test("a member's bars are never covered, and no page of theirs scrolls sideways", async ({
  page,
  site,
}) => {
  await signInCollector(page, site);
  const { jersey } = await exampleParams(site);
  for (const path of ["/", href("jersey", jersey, "fr")]) {
    await open(page, path);
    if (path === "/") {
      await expect(page.getByRole("link", { name: /8\s*dans ma collection/ })).toBeVisible();
    }
    for (const width of PHONES) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await coveredBars(page), path).toEqual([]);
  }
});

for (const who of ["visitor", "member"] as const) {
  test.describe(
    `no control leaves its card or covers another, and no page scrolls sideways: ${who}`,
    { tag: "@long" },
    () => {
      test.beforeEach(async ({ page, site }) => {
        if (who === "visitor") return;
        await signInCollector(page, site);
      });

      for (const screen of SCREENS) {
        test(screen, async ({ page, site }) => {
          const params = await exampleParams(site);
          await measure(page, href(screen, params[screen] as ParamsOf<typeof screen>, "fr"));
        });
      }

      if (who === "member")
        for (const path of MEMBERS) test(path, ({ page }) => measure(page, path));
    },
  );
}

async function measure(page: Page, path: string): Promise<void> {
  await open(page, path);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await coveredBars(page), `${width} px`).toEqual([]);
    expect.soft(await controlProblems(page), `${width} px`).toEqual([]);
  }
  for (const width of PHONES) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilListening(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
}
