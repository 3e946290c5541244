import { createAdministrator } from "../support/administrators.ts";
import { clientOf } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

test("suspends a member and appoints an administrator, with audit log entries", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "remuant");
  const client = clientOf(site, member);
  const username = `remuant_${member.user.id.slice(0, 8)}`;
  await client.from("profiles").update({ username }).eq("id", member.user.id).throwOnError();

  await signInAs(page, await createAdministrator(site, "chef"));
  await page.goto("/admin?tab=members");
  await page.getByLabel("Nom d’utilisateur ou nom affiché").fill(username);
  const item = page.getByRole("listitem").filter({ hasText: username });
  // Alone in the list: the search is done.
  await expect(item.locator("..").getByRole("listitem")).toHaveCount(1);
  const act = async (name: string, reason?: string) => {
    await item.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    const dialog = page.getByRole("dialog");
    if (reason) await dialog.getByRole("radio", { name: reason }).check();
    await dialog.getByRole("button", { name, exact: true }).click();
  };
  await act("Suspendre", "Hors sujet ou contraire aux règles");
  await expect(item.getByText("Compte suspendu", { exact: true })).toBeVisible();
  expect((await client.auth.refreshSession(member)).error).not.toBeNull();

  await act("Lever la suspension");
  await act("Donner les droits d’administrateur");
  await expect(item.getByText("Administrateur", { exact: true })).toBeVisible();
  await act("Retirer les droits d’administrateur");
  await expect(item.getByText("Administrateur", { exact: true })).toHaveCount(0);

  await page.getByRole("tab", { name: "Journal" }).click();
  await page.getByRole("combobox", { name: "Rubrique" }).selectOption("user_roles");
  await expect(page.getByText("Droits retirés").first()).toBeVisible();
  await page.getByText("Avant et après").first().click();
  await expect(
    page.getByRole("cell", { name: "Administrateur", exact: true }).first(),
  ).toBeVisible();
  // On a phone the table scrolls in a frame that ends inside its entry.
  await page.setViewportSize({ width: 360, height: 740 });
  const frame = page.locator("details[open]").getByRole("group").first();
  await expect
    .poll(async () => {
      const box = (await frame.boundingBox())!;
      return box.x + box.width;
    })
    .toBeLessThan(360);
});
