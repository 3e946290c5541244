import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { clientOf } from "../support/jerseys.ts";
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
  const field = page.getByRole("combobox", { name: "Votre club" });
  await expect(field).toBeVisible();
  await expectAccessible(page);
  await field.fill("barcelona");
  await page
    .getByRole("option", { name: /FC Barcelona/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/team\//);
  const team = page.url().split("/").at(-1)!;

  const client = clientOf(site, member);
  const { data: jerseys } = await client
    .from("jerseys")
    .select("id, title")
    .eq("team_id", team)
    .eq("status", "approved")
    .order("created_at")
    .throwOnError();
  expect(jerseys.length).toBeGreaterThan(1);
  await client
    .from("user_collections")
    .insert({ jersey_id: jerseys[0]!.id, user_id: member.user.id })
    .throwOnError();
  await page.goto("/");
  await expect(page.getByRole("link", { name: /1\s*exemplaire dans ma collection/ })).toBeVisible();
  const next = page.getByRole("region", { name: "La suite de ma collection" });
  await expect(next.getByText(`1/${jerseys.length}`)).toBeVisible();
  const fresh = page.getByRole("region", { name: "Nouveau pour mes clubs" });
  await expect(fresh.getByRole("article")).toHaveCount(Math.min(6, jerseys.length - 1));
  await expectNoSidewaysScroll(page);
  await next.getByRole("button", { name: "Dater ce maillot" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");

  // The collection is one press away, on every page.
  await page.goto("/tendances");
  await page.getByRole("banner").getByRole("link", { name: "Ma collection" }).click();
  await expect(page).toHaveURL("/account/collection");
});
