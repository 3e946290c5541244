import type { Page } from "@playwright/test";

import { createAdministrator, createReviewer } from "./support/administrators.ts";
import { clientOf, decide, submitJersey } from "./support/jerseys.ts";
import { browserOf, createMember } from "./support/members.ts";
import { expect, test } from "./support/test.ts";

const DIR = "/tmp/h29/look";
const SIZES = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

async function shoot(page: Page, name: string, fullPage = false) {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${DIR}/${name}-${size.width}-${colorScheme}.png`, fullPage });
    }
  }
  await page.setViewportSize(SIZES[2]!);
}

test("looks", async ({ site, browser }) => {
  test.setTimeout(900_000);
  const [author, admin, reviewer, member] = await Promise.all([
    createMember(site, "autrice"),
    createAdministrator(site, "cheffe"),
    createReviewer(site, "relectrice"),
    createMember(site, "attentive"),
  ]);
  const facts = [
    { title: "Maillot domicile 1997-1998, la bande rouge", team: "Red Star", year: 1997, kit_type: "home" },
    { title: "Red Star domicile 97", team: "Red Star", year: 1998, kit_type: "home", brand: "Umbro" },
    { title: "Affiche de concert", team: "Red Star", year: 1997, kit_type: "away" },
  ];
  const ids: string[] = [];
  for (const fields of facts) {
    const id = await submitJersey(site, author, fields);
    await decide(site, admin, id);
    ids.push(id);
  }
  const pending = await submitJersey(site, author, {
    ...{ title: "Encore le même", team: "Red Star", year: 1997, kit_type: "home" },
  });
  const m = await browserOf(browser, site, member);
  await m.setViewportSize(SIZES[2]!);
  await m.goto(`/jersey/${ids[0]}`);
  const ask = m.getByRole("button", { name: "En double, ou pas à sa place ?" });
  await ask.scrollIntoViewIfNeeded();
  await shoot(m, "1-member-page");
  await ask.click();
  const md = m.getByRole("dialog");
  await md.getByRole("combobox", { name: /Maillot qui reste/ }).fill("domicile 97");
  await md.getByRole("option").first().click();
  await expect(md.getByRole("table")).toBeVisible();
  await md.getByLabel("Motif", { exact: true }).selectOption("sameShirt");
  await shoot(m, "2-member-dialog");
  await md.getByRole("button", { name: "Envoyer la suggestion" }).click();
  await expect(md).toHaveCount(0);
  await shoot(m, "3-member-sent");
  await m.goto(`/jersey/${ids[2]}`);
  await ask.click();
  await md.getByLabel(/Que faire/).selectOption("removal");
  await md.getByLabel("Motif", { exact: true }).selectOption("offensive");
  await md.getByRole("button", { name: "Envoyer la suggestion" }).click();
  await expect(md).toHaveCount(0);
  await m.goto("/account/suggestions");
  await expect(m.getByText("Fusionner avec")).toBeVisible();
  await shoot(m, "4-mine");

  const r = await browserOf(browser, site, reviewer);
  await r.setViewportSize(SIZES[2]!);
  await r.goto("/admin?tab=suggestions");
  await expect(r.getByRole("table")).toBeVisible();
  await shoot(r, "5-queue", true);
  await r.goto("/admin");
  const merge = r.getByRole("button", { name: /^Fusionner/ }).first();
  await merge.scrollIntoViewIfNeeded();
  await shoot(r, "6-moderation");
  await merge.click();
  await expect(r.getByRole("dialog").getByRole("table")).toBeVisible();
  await shoot(r, "7-moderation-dialog");
  await r.keyboard.press("Escape");
  await r.goto(`/jersey/${ids[2]}`);
  await r.getByRole("button", { name: "Fusionner ou retirer" }).click();
  const rd = r.getByRole("dialog");
  await shoot(r, "8-dialog");
  await rd.getByLabel(/Que faire/).selectOption("removal");
  await rd.getByRole("button", { name: "Retirer", exact: true }).click();
  await shoot(r, "9-removal-errors");
  await rd.getByLabel("Motif", { exact: true }).selectOption("noShirt");
  await rd.getByRole("button", { name: "Retirer", exact: true }).click();
  await expect(r.getByRole("heading", { name: "Ce maillot a été retiré" })).toBeVisible();
  await shoot(r, "10-removed");
  await r.reload();
  await r.getByRole("button", { name: "Remettre au catalogue" }).click();
  await expect(r.getByRole("dialog")).toBeVisible();
  await shoot(r, "11-bring-back");
  await r.goto(`/historique/jersey/${ids[0]}`);
  await expect(r.getByRole("button", { name: "Fusionner ou retirer" })).toBeVisible();
  await shoot(r, "12-history");
  expect(pending).toBeTruthy();
  expect(clientOf).toBeTruthy();
});
