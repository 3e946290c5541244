import type { Page } from "@playwright/test";

import { ACCOUNT_SECTIONS } from "../../app/account/address/account-sections.ts";
import { CATALOGUE_SCREENS, TEXT_SCREENS } from "../../app/shared/address/screens.ts";
import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { href, type ParamsOf, type Screen } from "../../app/shared/address/paths.ts";
import { expectAccessible, expectNoSidewaysScroll, expectReadable } from "../support/accessible.ts";
import { createAdministrator } from "../support/administrators.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import { isLong } from "../../tests/support/long.ts";
import { submitJersey } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const SCREENS = [
  ...CATALOGUE_SCREENS,
  ...TEXT_SCREENS,
  "report",
  "auth",
  "notFound",
] as const satisfies Screen[];

/** Other states of some screens. */
const OTHERWISE: [Screen, Record<string, string>, string][] = [
  ["search", {}, "?q=zzzzzz"],
  ["trends", {}, "?league=NFL"],
  ["competition", { competitionId: "unknown" }, ""],
  ["team", { teamId: "unknown" }, ""],
  ["jersey", { id: "unknown" }, ""],
  ["variations", { year: "1901" }, ""],
  ["home", {}, "?league=NHL&season=2012-13"],
  ["season", { season: "1901-02" }, ""],
];

const PHONE = { width: 360, height: 800 };
const DESKTOP = { width: 1440, height: 900 };

/** Checks all rules in the light theme, and only colours in the dark one. */
async function check(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(path);
  await checkThemes(page, path);
}

async function checkThemes(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectReadable(page);
    await page.emulateMedia({ colorScheme: "light" });
  });
}

for (const [n, lang] of (isLong ? LANGUAGES : []).entries()) {
  const viewport = n % 2 === 0 ? PHONE : DESKTOP;
  test(`all public screens, light and dark: ${lang}, ${viewport.width} px`, async ({
    page,
    site,
  }) => {
    const all = await exampleParams(site);
    await page.setViewportSize(viewport);
    for (const screen of SCREENS) {
      await check(page, href(screen, all[screen] as ParamsOf<typeof screen>, lang));
    }
  });
}

test("other states of public screens, light and dark", { tag: "@long" }, async ({ page, site }) => {
  const all = await exampleParams(site);
  for (const [n, [screen, params, query]] of OTHERWISE.entries()) {
    await page.setViewportSize(n % 2 === 0 ? PHONE : DESKTOP);
    const address = { ...all[screen], ...params } as ParamsOf<typeof screen>;
    await check(page, href(screen, address, n % 2 === 0 ? "en" : "fr") + query);
  }
});

for (const [lang, viewport] of (
  [
    ["fr", DESKTOP],
    ["en", PHONE],
  ] as const
).slice(0, isLong ? 2 : 1)) {
  test(
    `a member's screens, light and dark: ${lang}, ${viewport.width} px`,
    { tag: "@long" },
    async ({ page, site }) => {
      const member = await createMember(site, "zoe");
      const id = await submitJersey(site, member, {
        title: "Maillot du Red Star",
        team: "Verein für Leibesübungen Mönchengladbach",
        external_link: `https://${"un-site-au-nom-sans-fin-".repeat(4)}.example.org/`,
        description: "Donaudampfschifffahrtsgesellschaft".repeat(6),
      });
      await signInAs(page, member);
      await page.setViewportSize(viewport);

      await page.goto(href("submit", {}, lang));
      await expect(page.getByRole("combobox").first()).toBeVisible();
      await checkThemes(page, "submit");

      await page.goto(href("account", {}, lang));
      await expect(
        page.getByText("Maillot du Red Star").filter({ visible: true }).first(),
      ).toBeVisible();
      await checkThemes(page, "account");
      for (const section of ACCOUNT_SECTIONS) {
        await page.goto(href("accountSection", { section }, lang));
        await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
        await expectNoSidewaysScroll(page);
        await checkThemes(page, `account: ${section}`);
      }

      const teamSlug = "verein-fur-leibesubungen-monchengladbach";
      const address = { teamSlug, kitType: "maillot", year: "annee-inconnue", id };
      await page.goto(href("jersey", address, lang));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Maillot du Red Star");
      await expectNoSidewaysScroll(page);
      await checkThemes(page, "own jersey, pending");
    },
  );

  test(
    `an administrator's screens, light and dark: ${lang}, ${viewport.width} px`,
    { tag: "@long" },
    async ({ page, site }) => {
      const administrator = await createAdministrator(site, "ada");
      await submitJersey(site, administrator, { title: "Maillot du Red Star" });
      await signInAs(page, administrator);
      await page.setViewportSize(viewport);
      await page.goto(href("admin", {}, lang));
      const tabs = page.getByRole("tab");
      await expect(tabs.first()).toBeVisible();
      for (let n = 0; n < (await tabs.count()); n++) {
        await tabs.nth(n).click();
        await expect(tabs.nth(n)).toHaveAttribute("aria-selected", "true");
        await expect(page.getByRole("tabpanel")).not.toBeEmpty();
        await expect(page.getByRole("tabpanel").locator('[aria-busy="true"]')).toHaveCount(0);
        await checkThemes(page, `admin: ${await tabs.nth(n).innerText()}`);
      }
    },
  );
}
