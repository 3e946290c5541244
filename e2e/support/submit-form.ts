import type { Locator, Page } from "@playwright/test";
import { existsSync } from "node:fs";
import { join } from "node:path";

const PHOTOS = join(import.meta.dirname, "../../../shared/fixtures/images");

/** The reason why photo uploads can't be tested here; empty if they can, and always in CI. */
export const NO_PHOTOS = existsSync(PHOTOS) || process.env.CI ? "" : `no photos in ${PHOTOS}`;

/** One of the photos to upload. */
export const photo = (name: string) => join(PHOTOS, name);

/** Opens the form to submit a jersey and fills in all required fields. */
export async function fillSubmitForm(page: Page, title: string, siteUrl = ""): Promise<void> {
  await page.goto(`${siteUrl}/soumettre`);
  await page.getByLabel(/^ligue/i).selectOption("SOCCER");
  await page.getByLabel(/^compétition/i).selectOption({ label: "Ligue 1" });
  await page.getByLabel(/^saison/i).selectOption({ index: 1 });
  const team = page.getByLabel(/^équipe/i).first();
  await team.selectOption({ index: 1 });
  await page.getByLabel(/^titre/i).fill(title);
}

/** States that the chosen photos may be shared; nothing is sent without it. */
export async function stateRights(page: Page | Locator): Promise<void> {
  await page.getByLabel(/^Ces photos sont les miennes/).check();
}
