import type { Page } from "@playwright/test";

import { linkTo } from "../../tests/support/outbox.ts";
import type { Site } from "../../tests/support/site.ts";

/** Opens the link of the newest mail to an address, and presses the button that redeems it. */
export async function redeemLinkTo(page: Page, site: Site, address: string): Promise<void> {
  await redeemLink(page, await linkTo(site, address));
}

/** Opens a link of a mail, and presses the button that redeems it. */
export async function redeemLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.locator('main button[type="submit"]').click();
}
