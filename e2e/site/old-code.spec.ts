import { href } from "../../app/shared/address/paths.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import { untilListening } from "../support/alive.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

test(
  "an old tab says that the site was updated, keeps what is typed, and reloads when asked",
  { tag: "@long" },
  async ({ browser, site }) => {
    // Failures are what this is about: the console may say them.
    const context = await browser.newContext({ baseURL: site.url, locale: "fr-FR" });
    const page = await context.newPage();
    await signInAs(page, await createMember(site, "ancienne"));
    const { jersey } = await exampleParams(site);
    await page.goto(href("jersey", jersey, "fr"));
    await untilListening(page);
    const comment = page.getByLabel("Votre commentaire");
    await comment.fill("Celui de 1993, sans doute.");
    const name = await page.getByRole("heading", { level: 1 }).textContent();
    await page.waitForLoadState("networkidle");
    await page.route("**/assets/**", (route) => route.fulfill({ status: 404, body: "" }));

    const line = page.getByRole("alert").filter({ hasText: "Le site a été mis à jour" });
    for (const button of ["Partager", "Rechercher"]) {
      await page.getByRole("button", { name: button }).first().click();
      await expect(line).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name!);
      // A press asks for two files, its dialog's and those of the message that this isn't there: the second shows the line again.
      await expect(async () => {
        await line.getByRole("button", { name: "Fermer" }).click();
        await expect(line).toBeHidden({ timeout: 1000 });
      }).toPass();
    }
    await expect(comment).toHaveValue("Celui de 1993, sans doute.");

    await page.getByRole("button", { name: "Partager" }).click();
    await expect(line).toBeVisible();
    await page.unroute("**/assets/**");
    await line.getByRole("button", { name: "Recharger" }).click();
    await untilListening(page);
    await expect(comment).toHaveValue("Celui de 1993, sans doute.");
    await page.getByRole("button", { name: "Partager" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await context.close();
  },
);
