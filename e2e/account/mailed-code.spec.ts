import { codeIn, mailTo } from "../../tests/support/outbox.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { createMember, newAddress, PASSWORD } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }));

test(
  "confirms an account by the code of the mail, and asks for names later",
  { tag: "@long" },
  async ({ page, site }) => {
    const email = newAddress("codee");
    await page.goto("/en/auth?mode=signup&next=%2Fen%2Fsports%3Fx%3D1");
    // Display name, username, address, password. Names may come later.
    await expect(page.locator("main input")).toHaveCount(4);
    for (const address of [newAddress("typo"), email]) {
      await page.getByLabel("Email").fill(address);
      await page.getByLabel(/^password/i).fill(PASSWORD);
      await page.getByRole("button", { name: "Create my account" }).click();
      if (address !== email)
        await page.getByRole("button", { name: "Use another address" }).click();
    }
    await expect(page.getByText("The message also contains a code")).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("This code is wrong or has expired.");
    // A phone may discard the page while its owner reads the mail.
    await page.reload();
    await expect(page.getByText(`A link is on its way to ${email}`)).toBeVisible();
    await page.getByLabel("Code").fill(await codeIn(site, email));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Your email address is confirmed. Welcome.")).toBeVisible();
    await expect(page).toHaveURL("/en/sports?x=1");

    await page.goto("/en/account");
    const prompt = page.getByRole("region", { name: "How would you like to appear?" });
    await expect(prompt).toBeVisible();
    await prompt.getByRole("link", { name: "Choose my names" }).click();
    await expect(page).toHaveURL("/en/account/profile");
    await expect(page.getByLabel(/^display name/i)).toBeInViewport();
    await page.goto("/en/account");
    await prompt.getByRole("button", { name: "Don’t ask again" }).click();
    await expect(prompt).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Jerseys I submitted" })).toBeVisible();
    await expect(prompt).toHaveCount(0);
  },
);

test("sets a new password after the code of the mail", { tag: "@long" }, async ({ page, site }) => {
  const { user } = await createMember(site, "oublieuse");
  await page.goto("/auth?mode=recover&next=%2Fsports");
  await page.getByLabel("E-mail").fill(user.email!);
  await page.getByRole("button", { name: "Recevoir un lien" }).click();
  await mailTo(site, user.email!, "mot de passe");
  await page.getByLabel("Code").fill(await codeIn(site, user.email!));
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.getByLabel(/^nouveau mot de passe/i).fill("un-autre-maillot");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Mot de passe modifié")).toBeVisible();
  await expect(page).toHaveURL("/sports");
});
