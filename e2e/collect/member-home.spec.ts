import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

test("a member without a shirt is led to a team; with some, the home page says what is next", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "collectionneur");
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, member);
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Votre équipe" });
  await expect(field).toBeVisible();
  await expectAccessible(page);
  await field.fill("barcelona");
  // The list is over what follows, not cut by the card.
  await expect(page.getByRole("option").nth(1)).toBeInViewport({ ratio: 1 });
  await page
    .getByRole("option", { name: /FC Barcelona/ })
    .first()
    .click();
  const kits = page.getByRole("region", { name: "FC Barcelona", exact: true });
  await expect(kits.getByRole("article").nth(1)).toBeVisible();
  await page.getByRole("combobox", { name: "Une autre équipe" }).fill("chicago");
  await page
    .getByRole("option", { name: /Chicago Bulls/ })
    .first()
    .click();
  const others = page.getByRole("region", { name: "Chicago Bulls", exact: true });
  await expectAccessible(page);
  // The clubs are followed; one press for each jersey.
  for (const have of [
    kits.getByRole("button", { name: "Je l’ai" }).nth(0),
    kits.getByRole("button", { name: "Je l’ai" }).nth(1),
    others.getByRole("button", { name: "Je l’ai" }).nth(0),
  ]) {
    await have.click();
    await expect(have).toHaveAttribute("aria-pressed", "true");
  }
  // Messages don't pile up over the bar.
  await expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await page.goto("/");
  await expect(page.getByRole("link", { name: /3\s*dans ma collection/ })).toBeVisible();
  const latest = page.getByRole("list", { name: "Vos derniers maillots" }).getByRole("img");
  await expect(latest).toHaveCount(3);
  await expect(latest.first()).toHaveAccessibleName(/Chicago Bulls/);
  // The clubs stay until there are five shirts, or their member hides them.
  const start = page.getByRole("region", { name: "Commencez par vos équipes" });
  await expect(start.getByRole("article").nth(3)).toBeVisible();
  const next = page.getByRole("region", { name: "Pour compléter ma collection" });
  await expect(next.getByText(/^[12]\/\d+$/).first()).toBeVisible();
  // A shirt that a set lacks is taken where it is shown, and the next one comes.
  const missing = next.getByRole("list", { name: "Ce qui manque" }).first();
  const lacked = await missing.getByRole("img").first().getAttribute("alt");
  await missing
    .getByRole("button", { name: /^Je l’ai/ })
    .first()
    .click();
  await expect(page.getByRole("link", { name: /4\s*dans ma collection/ })).toBeVisible();
  await expect(latest.first()).toHaveAccessibleName(lacked!);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await next.getByRole("button", { name: "Indiquer la date" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");

  await start.getByRole("button", { name: "Masquer", exact: true }).click();
  await expect(start).toHaveCount(0);
  await page.goto("/");
  await expect(next).toBeVisible();
  await expect(start).toHaveCount(0);

  // So is the field that takes any shirt.
  await page.getByRole("link", { name: "Ajouter un maillot" }).click();
  await expect(page.getByRole("textbox", { name: "Ajouter un maillot" })).toBeFocused();

  // The collection is one press away, on every page.
  await page.goto("/tendances");
  await page.getByRole("banner").getByRole("link", { name: "Ma collection" }).click();
  await expect(page).toHaveURL("/account/collection");
});
