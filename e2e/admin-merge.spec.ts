import fr from "../app/moderate/messages/fr/merging.json" with { type: "json" };
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
  const both = dialog.getByRole("table", { name: fr.compare.title });
  await expect(
    both.getByRole("columnheader", { name: /^Disparaît.*Le même maillot$/ }),
  ).toBeVisible();
  await expect(both.getByRole("columnheader", { name: /^Reste.*Le bon maillot$/ })).toBeVisible();
  await dialog.getByLabel(fr.preset).selectOption("sameSubmission");
  await expectAccessible(page);
  // On a short screen the buttons stay in view below the two jerseys.
  await page.setViewportSize({ width: 360, height: 640 });
  const merge = dialog.getByRole("button", { name: fr.merge.action, exact: true });
  await expect(merge).toBeInViewport({ ratio: 1 });
  await merge.click();
  await expect(page.getByText(fr.merge.done)).toBeVisible();
  await expect(review).toHaveCount(0);

  await page.goto(`/en/jersey/red-star/home/1998/${gone}`);
  await expect(page).toHaveURL(`${site.url}/en/jersey/red-star/home/1998/${kept}`);
  await page.goto(`/jersey/${gone}`);
  await expect(page).toHaveURL(`${site.url}/jersey/red-star/home/1998/${kept}`);
  const { data } = await client.from("user_wishlists").select("jersey_id");
  expect(data).toEqual([{ jersey_id: kept }]);
});
