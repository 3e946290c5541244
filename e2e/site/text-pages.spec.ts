import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";

import { href } from "../../app/shared/address/paths.ts";
import { TEXT_SCREENS } from "../../app/shared/address/screens.ts";
import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { startSite } from "../../tests/support/site.ts";
import { untilListening } from "../support/alive.ts";
import { expectAccessible, expectNoSidewaysScroll, expectReadable } from "../support/accessible.ts";
import { createAdministrator } from "../support/administrators.ts";
import { signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

async function linksOf(page: Page, within = "body"): Promise<string[]> {
  return page
    .locator(`${within} a[href]`)
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
}

for (const lang of LANGUAGES) {
  test(
    `every text is accessible, fits, and has no dead link: ${lang}`,
    { tag: "@long" },
    async ({ page, site }) => {
      const links = new Set<string>();
      for (const screen of TEXT_SCREENS) {
        await test.step(screen, async () => {
          await page.setViewportSize({ width: 360, height: 800 });
          await page.emulateMedia({ colorScheme: "light" });
          await page.goto(href(screen, {}, lang));
          await expect(page.locator("html")).toHaveAttribute("lang", lang);
          await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\S{3}/);
          await expect(page.locator(".prose")).not.toHaveText(/\{\{|\}\}|undefined/);
          await expectNoSidewaysScroll(page);
          // The texts share their markup: other languages have only other words.
          if (lang === "fr") {
            await expectAccessible(page);
            await page.emulateMedia({ colorScheme: "dark" });
            await expectReadable(page);
          }
          await page.setViewportSize({ width: 320, height: 800 });
          await expectNoSidewaysScroll(page);
          for (const link of await linksOf(page)) links.add(link);
          const parts = (await linksOf(page, "main")).filter((link) => link.includes("#"));
          const own = parts.filter((link) => link.startsWith(page.url()));
          for (const link of own) {
            await expect(page.locator(new URL(link).hash), link).toHaveCount(1);
          }
        });
      }
      const own = [...links].filter((link) => link.startsWith(site.url));
      expect(own.length).toBeGreaterThan(20);
      for (const link of own) expect((await fetch(link)).status, link).toBe(200);
    },
  );
}

test("the footer leads to the texts and the other languages", async ({ page }) => {
  await page.goto("/en/trends");
  await untilListening(page);
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Cookies" }).click();
  await expect(page).toHaveURL("/en/privacy#cookies");
  await expect(page.getByRole("heading", { name: "Cookies and local storage" })).toBeInViewport();
  await page.getByRole("navigation", { name: "On this page" }).getByText("Your rights").click();
  await expect(page.getByRole("heading", { name: "Your rights" })).toBeInViewport();
  await footer.getByRole("link", { name: "Português" }).click();
  await expect(page).toHaveURL("/pt/privacidade");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacidade");
  await page.goto("/en/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/not found/i);
  await footer.getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL("/en/about");
});

test(
  "the operator's own page is shown as soon as it is written",
  { tag: "@long" },
  async ({ page, site }) => {
    const folder = join(site.dataDir, "pages/es");
    await mkdir(folder, { recursive: true });
    try {
      const write = (title: string) =>
        writeFile(
          join(folder, "legal.md"),
          `# ${title}\n\nUna <script>document.title = "mal"</script> frase.\n\n## Sección\n\n[mal](javascript:alert(1)) [bien](page:terms)\n`,
        );
      const title = page.getByRole("heading", { level: 1 });
      const isShown = async (text: string) => {
        const document = async () => (await page.request.get("/es/aviso-legal")).text();
        await expect.poll(document).toContain(text);
        await page.goto("/es/aviso-legal");
      };
      await write("Nuestro aviso");
      await isShown("Nuestro aviso</h1>");
      await expect(page).toHaveTitle("Nuestro aviso | Maillothèque");
      await expect(page.locator("main")).toContainText('<script>document.title = "mal"</script>');
      await expect(page.locator(".prose").getByRole("link")).toHaveText("bien");
      await expectAccessible(page);
      await write("Otro aviso");
      await isShown("Otro aviso</h1>");
      await page.goto("/en/legal");
      await expect(title).toHaveText(/^legal notice$/i);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test(
  "a public site says who runs it; administrators see what is missing",
  { tag: "@long" },
  async ({ page }) => {
    const site = await startSite(
      {
        SITE_URL: "http://shirts.example.org",
        OPERATOR_NAME: "Les Amis du Maillot",
        OPERATOR_EMAIL: "bonjour@example.org",
      },
      { demo: true },
    );
    try {
      await page.goto(`${site.url}/mentions-legales`);
      await expect(page.getByText("Les Amis du Maillot")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Hébergeur" })).toBeHidden();
      await expect(page.getByText("OPERATOR_")).toHaveCount(0);
      await signInAs(page, await createAdministrator(site, "ada"));
      await page.goto(`${site.url}/admin`);
      const missing = page.getByRole("region", { name: "Les mentions légales sont incomplètes" });
      await expect(missing.getByRole("listitem")).toHaveText(["OPERATOR_ADDRESS", "OPERATOR_HOST"]);
      await expectAccessible(page);
    } finally {
      await site.stop();
    }
  },
);
