import { type BrowserContext, test as base } from "@playwright/test";

import { type Site, startSite } from "../../tests/support/site.ts";

/** Console messages of the browser about responses that the tests provoke. */
const EXPECTED =
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/;

/** Browsing contexts by their options. */
type Contexts = Map<string, BrowserContext>;

/**
 * `test` with a site of the worker's own (a copy of the demo catalogue). A page that throws,
 * or writes an error to the console, fails its test.
 *
 * The tests of a worker share one context, emptied after each test: files stay in its cache, with
 * their compiled scripts, which takes half of the time that a new context needs per page.
 */
export const test = base.extend<object, { site: Site; contexts: Contexts }>({
  site: [
    async ({}, use) => {
      const site = await startSite({}, { demo: true });
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  contexts: [
    async ({}, use) => {
      const contexts: Contexts = new Map();
      await use(contexts);
      await Promise.all([...contexts.values()].map((context) => context.close()));
    },
    { scope: "worker" },
  ],
  context: async ({ browser, contexts, site, locale, javaScriptEnabled, serviceWorkers }, use) => {
    const key = JSON.stringify([locale, javaScriptEnabled, serviceWorkers]);
    const context = contexts.get(key) ?? (await browser.newContext());
    contexts.set(key, context);
    context.once("close", () => contexts.delete(key));
    await use(context);
    if (contexts.has(key)) await empty(context, site.url);
  },
  page: async ({ page, site }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() !== "error" || EXPECTED.test(message.text())) return;
      errors.push(`${message.text()} ${message.location().url}`);
    });
    site.log();
    await use(page);
    if (errors.length === 0) return;
    throw new Error(`errors in the browser:\n${errors.join("\n")}\nof the site:\n${site.log()}`);
  },
});

/** Removes what a visit leaves behind, but for the cache of files. */
async function empty(context: BrowserContext, origin: string): Promise<void> {
  await context.setOffline(false);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.clearPermissions();
  await context.clearCookies();
  const blank = await context.newPage();
  await Promise.all(
    context
      .pages()
      .flatMap((page) => (page === blank ? [] : [page.close({ runBeforeUnload: false })])),
  );
  const devtools = await context.newCDPSession(blank);
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await blank.close();
}

export { expect } from "@playwright/test";
