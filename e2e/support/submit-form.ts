import type { Locator, Page } from "@playwright/test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const PHOTOS = join(import.meta.dirname, "../../../shared/fixtures/images");

/** The reason why photo uploads can't be tested here; empty if they can, and always in CI. */
export const NO_PHOTOS = existsSync(PHOTOS) || process.env.CI ? "" : `no photos in ${PHOTOS}`;

/** One of the photos to upload. */
export const photo = (name: string) => join(PHOTOS, name);

/** A photo to upload, all of one colour. */
export async function plainPhoto(name: string, background: string) {
  const create = { width: 1500, height: 1200, channels: 3, background } as const;
  return { name, mimeType: "image/jpeg", buffer: await sharp({ create }).jpeg().toBuffer() };
}

/** Opens the form to submit a jersey and fills in all required fields. */
export async function fillSubmitForm(page: Page, title: string, siteUrl = ""): Promise<void> {
  await page.goto(`${siteUrl}/soumettre`);
  const club = page.getByRole("combobox", { name: /^club/i });
  await club.fill("toulouse");
  await page
    .getByRole("option", { name: /Ligue 1/ })
    .first()
    .click();
  await page.getByLabel(/^saison/i).selectOption({ index: 1 });
  await page.getByLabel(/^titre/i).fill(title);
}

/** Opens the lists of leagues, competitions and teams, which are folded behind the club. */
export async function openLists(page: Page): Promise<void> {
  await page.locator("form details > summary").first().click();
}

/** States that the chosen photos may be shared; nothing is sent without it. */
export async function stateRights(page: Page | Locator): Promise<void> {
  await page.getByLabel(/^Ces photos sont les miennes/).check();
}
