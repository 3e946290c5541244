import { test as base } from "@playwright/test";

import { type Site, startSite } from "../../tests/support/site.ts";

/** Console messages of the browser about responses that the tests provoke. */
const EXPECTED =
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/;

/**
 * `test` with a site of the worker's own (a copy of the demo catalogue). A page that throws,
 * or writes an error to the console, fails its test.
 */
export const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startSite({}, { demo: true });
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !EXPECTED.test(message.text())) errors.push(message.text());
    });
    await use(page);
    if (errors.length > 0) throw new Error(`errors in the browser:\n${errors.join("\n")}`);
  },
});

export { expect } from "@playwright/test";
