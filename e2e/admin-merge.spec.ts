import { expectAccessible } from "./support/accessible.ts";
import { createAdministrator } from "./support/administrators.ts";
import { clientOf, decide, submitJersey } from "./support/jerseys.ts";
import { createMember, signInAs } from "./support/members.ts";
import { expect, test } from "./support/test.ts";

test("merges a jersey submitted twice and redirects the old address", async ({ page, site }) => {
  const author = await createMember(site, "double");
  const admin = await createAdministrator(site, "trieuse");
  const facts = { kit_type: "home", year: 1998, team: "Red Star" };
  const kept = await submitJersey(site, author, { ...facts, title: "Le bon maillot" });
  const gone = await submitJersey(site, author, { ...facts, title: "Le même maillot" });
  await decide(site, admin, kept);
  const client = clientOf(site, author);
  await client.from("user_wishlists").insert({ jersey_id: gone }).throwOnError();

  await signInAs(page, admin);
  await page.goto("/admin?kind=new");
  await page.getByRole("button").filter({ hasText: "Le même maillot" }).click();
  const review = page.getByRole("article", { name: "Le même maillot" });
  await expect(review.getByText("Peut-être le même maillot")).toBeVisible();
  await review.getByRole("button", { name: "Fusionner avec celui-ci" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("region", { name: "Disparaît" })).toContainText("Le même maillot");
  await expect(dialog.getByRole("region", { name: "Reste au catalogue" })).toContainText(
    /Le bon maillot.*Red Star.*Domicile/s,
  );
  await expectAccessible(page);
  // On a short screen the buttons stay in view below the two jerseys.
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(dialog.getByRole("button", { name: "Fusionner" })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole("button", { name: "Fusionner" }).click();
  await expect(page.getByText("Fusionné dans « Le bon maillot »").first()).toBeVisible();
  await expect(review).toHaveCount(0);

  await page.goto(`/en/jersey/red-star/home/1998/${gone}`);
  await expect(page).toHaveURL(`${site.url}/en/jersey/red-star/home/1998/${kept}`);
  await page.goto(`/jersey/${gone}`);
  await expect(page).toHaveURL(`${site.url}/jersey/red-star/home/1998/${kept}`);
  const { data } = await client.from("user_wishlists").select("jersey_id");
  expect(data).toEqual([{ jersey_id: kept }]);
});
