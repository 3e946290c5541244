import { href } from "../../app/shared/address/paths.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import { untilListening } from "../support/alive.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

test("a double click on a switch is one press", { tag: "@long" }, async ({ page, site }) => {
  await signInAs(page, await createMember(site, "vive"));
  const { jersey, team } = await exampleParams(site);
  await page.goto(href("jersey", jersey, "fr"));
  await untilListening(page);
  const votes = page.getByRole("group", { name: "Votre vote" });
  for (const pressed of [
    votes.getByRole("button", { name: /pour/i }),
    page.getByRole("button", { name: "Je le veux" }),
  ]) {
    await pressed.dblclick();
    await expect(pressed).toHaveAttribute("aria-pressed", "true");
  }
  await page.goto(href("team", team, "fr"));
  await untilListening(page);
  await page.getByRole("button", { name: /^Suivre/ }).dblclick();
  await expect(page.getByRole("button", { name: /^Suivi/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Suivi/ })).toBeVisible();
});

test(
  "the focus stays with a button that is busy, and moves on when its item leaves",
  { tag: "@long" },
  async ({ page, site }) => {
    await signInAs(page, await createMember(site, "clavier"));
    const { jersey } = await exampleParams(site);
    await page.goto(href("jersey", jersey, "fr"));
    await untilListening(page);

    await page.getByLabel("Votre commentaire").fill("Un commentaire.");
    await page.route("**/rest/v1/comments*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    const send = page.getByRole("button", { name: "Publier" });
    await send.focus();
    await page.keyboard.press("Enter");
    await expect(send).toHaveAttribute("data-busy", "true");
    await expect(send).toBeFocused();
    await expect(send).not.toHaveAttribute("data-busy", "true");
    await expect(send).toBeFocused();

    const comments = page.getByRole("region", { name: "Commentaires" });
    await comments.getByRole("button", { name: "Supprimer" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).press("Enter");
    await expect(page.getByText("Commentaire supprimé")).toBeVisible();
    await expect
      .poll(() => comments.evaluate((all) => all.contains(document.activeElement)))
      .toBe(true);

    const written = page.waitForResponse(
      (answer) => answer.url().includes("/rest/v1/user_wishlists") && answer.ok(),
    );
    await page.getByRole("button", { name: "Je le veux" }).click();
    await written;
    await page.goto(href("accountSection", { section: "wishlist" }, "fr"));
    await page.getByRole("button", { name: /^Retirer/ }).press("Enter");
    await expect(page.getByRole("button", { name: /^Remettre/ })).toBeFocused();
  },
);
