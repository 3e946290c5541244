import type { Page } from "@playwright/test";

/** Turns a fact of the correction form into its field. */
export async function openFact(page: Page, label: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${label}\\s`) }).click();
}
