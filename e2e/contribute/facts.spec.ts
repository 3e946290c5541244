import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { createAdministrator } from "../support/administrators.ts";
import { openFact } from "../support/correction-form.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { decideOn } from "../support/jerseys.ts";
import { browserOf, createMember, signInAs } from "../support/members.ts";
import { emptyQueue, opened } from "../support/queue.ts";
import { href } from "../../app/shared/address/paths.ts";
import { expect, test } from "../support/test.ts";

test("a pattern, a sponsor and product codes are suggested, accepted, shown and found", async ({
  page,
  browser,
  site,
}) => {
  const title = "Maillot à bande du facteur";
  const id = await publicJersey(site, { title, kit_type: "home" });
  const admin = await createAdministrator(site, "relecture");
  await emptyQueue(site, admin);
  const member = await createMember(site, "etiquette");
  await signInAs(page, member);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(href("suggest", { type: "jersey", id }, "fr"));

  await openFact(page, "Motif");
  await page.getByLabel("Motif", { exact: true }).selectOption({ label: "Bande diagonale" });
  await openFact(page, "Sponsor");
  await page.getByLabel("Sponsor", { exact: true }).fill("Postes de Lyon");
  await openFact(page, "Codes de l’étiquette");
  const codes = page.getByLabel("Codes de l’étiquette", { exact: true });
  await codes.fill("ZZ4185-422, zz4185 422");
  await page.getByLabel(/^Source/).fill("Étiquette du maillot, photographiée");
  await page.getByRole("button", { name: "Envoyer" }).click();
  await expect(page.getByText(/Cinq codes au plus/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await codes.fill("ZZ4185-422, 742/123");
  await page.getByRole("button", { name: "Envoyer" }).click();
  await expect(page.getByRole("link", { name: "Voir mes contributions" })).toBeVisible();

  const reviewer = await browserOf(browser, site, admin);
  await reviewer.goto("/admin");
  for (const told of ["Bande diagonale", "Postes de Lyon", "ZZ4185-422, 742/123"]) {
    await expect(opened(reviewer, title).getByText(told).first()).toBeVisible();
  }
  const accepted = { accepted: true };
  await decideOn(site, admin, id, {
    pattern: accepted,
    sponsor: accepted,
    product_codes: accepted,
  });

  await page.goto(`/jersey/x/home/1998/${id}`);
  await expect(page.getByRole("definition").filter({ hasText: "742/123" })).toBeVisible();
  await page.getByRole("link", { name: "Postes de Lyon" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Postes de Lyon");
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await page.goto("/catalogue?q=zz4185422");
  await expect(page.getByRole("link", { name: title })).toBeVisible();
});
