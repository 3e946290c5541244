/**
 * What a phone downloads for the home page before anyone touches it, as sent over the wire.
 * Target (design §9): JavaScript ≤ 150 kB, each card image ≤ 40 kB.
 */
import { chromium } from "@playwright/test";

import { startSite } from "../e2e/support/site.ts";
import playwright from "../playwright.config.ts";

const site = await startSite({ SEED: "demo" });
const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const sizes = new Map<string, number[]>();
  page.on("requestfinished", async (request) => {
    const { responseBodySize } = await request.sizes();
    const kind = request.resourceType();
    sizes.set(kind, [...(sizes.get(kind) ?? []), responseBodySize]);
  });
  await page.goto(site.url, { waitUntil: "networkidle" });
  console.table(
    [...sizes].map(([kind, bytes]) => ({
      kind,
      files: bytes.length,
      "total kB": (bytes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1),
      "largest kB": (Math.max(...bytes) / 1000).toFixed(1),
    })),
  );
} finally {
  await browser.close();
  await site.stop();
}
