import type { Page } from "@playwright/test";

import { href, type ParamsOf, type Screen } from "../../app/shared/address/paths.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import { untilListening } from "../support/alive.ts";
import { controlProblems } from "../support/controls.ts";
import { runSql } from "../support/database.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const WIDTHS = [1440, 820, 390, 320];

const SCREENS = [
  "home",
  "catalogue",
  "competitions",
  "sports",
  "trends",
  "today",
  "leaderboards",
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

for (const who of ["visitor", "member"] as const) {
  test.describe(`no control leaves its card or covers another: ${who}`, { tag: "@long" }, () => {
    test.beforeEach(async ({ page, site }) => {
      if (who === "visitor") return;
      const member = await createMember(site, "lou");
      await runSql(
        site,
        `insert into user_collections (user_id, jersey_id)
         select $1, id from jerseys where status = 'approved' order by score desc limit 8`,
        [member.user.id],
      );
      await signInAs(page, member);
    });

    for (const screen of SCREENS) {
      test(screen, async ({ page, site }) => {
        const params = await exampleParams(site);
        await measure(page, href(screen, params[screen] as ParamsOf<typeof screen>, "fr"));
      });
    }

    if (who === "member") for (const path of MEMBERS) test(path, ({ page }) => measure(page, path));
  });
}

async function measure(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilListening(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await controlProblems(page), `${width} px`).toEqual([]);
  }
}
