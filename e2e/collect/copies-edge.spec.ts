import { clientOf } from "../support/jerseys.ts";
import { createAdministrator } from "../support/administrators.ts";
import { browserOf, createMember, fillSignIn, signInAs } from "../support/members.ts";
import { fillSubmitForm } from "../support/submit-form.ts";
import { expect, test } from "../support/test.ts";

async function anyJersey(client: ReturnType<typeof clientOf>) {
  const { data } = await client
    .from("jerseys")
    .select("id, title")
    .eq("status", "approved")
    .order("score", { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  return data;
}

test(
  "loses nothing when a session ends in the middle of a copy",
  { tag: "@long" },
  async ({ browser, site }) => {
    const admin = await createAdministrator(site, "admin");
    const member = await createMember(site, "collector");
    const client = clientOf(site, member);
    const jersey = await anyJersey(client);
    await client.from("copies").insert({ jersey_id: jersey.id, size: "M" }).throwOnError();
    // The write is refused on purpose here, so an error in the console is expected.
    const page = await browserOf(browser, site);
    await page.goto("/auth?next=%2Faccount%2Fcollection");
    await fillSignIn(page, member.user.email!);
    await page
      .getByRole("button", { name: /^Modifier/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Rangement et prêt").click();
    await dialog.getByLabel("Rangement").fill("Grenier");
    await dialog.locator("summary").filter({ hasText: "Remarques" }).click();
    await dialog.getByLabel("Remarques").fill("Acheté au stade");
    const suspend = (suspended: boolean) =>
      clientOf(site, admin)
        .rpc("suspend_member", {
          user_id: member.user.id,
          suspended,
          reason: "off_topic",
        })
        .throwOnError();
    await suspend(true);
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(
      page.getByText("Session expirée. Veuillez vous reconnecter.").first(),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/auth\?next=/);
    await suspend(false);
    await fillSignIn(page, member.user.email!);
    // The account opens what was being written.
    await expect(dialog.getByLabel("Rangement")).toHaveValue("Grenier");
    await expect(dialog.getByLabel("Remarques")).toHaveValue("Acheté au stade");
    await expect(dialog.getByLabel("Taille")).toHaveValue("M");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Exemplaire enregistré")).toBeVisible();
    const { data } = await clientOf(site, await memberAgain())
      .from("copies")
      .select("storage_place, notes")
      .single()
      .throwOnError();
    expect(data).toEqual({ storage_place: "Grenier", notes: "Acheté au stade" });
    await page.context().close();

    /** The suspension has ended the first session. */
    async function memberAgain() {
      const session = await page.evaluate(() => localStorage.getItem("maillotheque.session"));
      return JSON.parse(session!);
    }
  },
);

test("says more about a wish, in a size and up to a price", async ({ page, site }) => {
  const member = await createMember(site, "wisher");
  const client = clientOf(site, member);
  const jersey = await anyJersey(client);
  await client.from("user_wishlists").insert({ jersey_id: jersey.id }).throwOnError();
  await signInAs(page, member);
  await page.goto("/account/wishlist");
  await page
    .getByRole("button", { name: `Préciser ce que je cherche : « ${jersey.title} »` })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Taille").fill("XL");
  await dialog.getByLabel(/^Prix/).fill("cher");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog.getByLabel(/^Prix/)).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel(/^Prix/).fill("79,90");
  await dialog.getByLabel(/^Remarque/).fill("pour Léa");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText(/XL · .*79,90.* · pour Léa/)).toBeVisible();
  const { data } = await client
    .from("user_wishlists")
    .select("size, highest_price, currency, note")
    .single()
    .throwOnError();
  expect(data).toEqual({ size: "XL", highest_price: 79.9, currency: "EUR", note: "pour Léa" });
});

test(
  "keeps the tick of the submission form, and owns what was submitted",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "submitter");
    await signInAs(page, member);
    await fillSubmitForm(page, "Maillot de ma penderie");
    const tick = page.getByRole("checkbox", { name: "Ajouter aussi ce maillot à ma collection" });
    await tick.check();
    await page.reload();
    await expect(page.getByLabel(/^titre/i)).toHaveValue("Maillot de ma penderie");
    await expect(tick).toBeChecked();
    await page.getByRole("button", { name: "Proposer" }).click();
    await expect(
      page.getByText("Maillot soumis ! Il sera visible après validation."),
    ).toBeVisible();
    const { data } = await clientOf(site, member)
      .from("copies")
      .select("jersey:jerseys(title, status)")
      .throwOnError();
    expect(data).toEqual([{ jersey: { title: "Maillot de ma penderie", status: "pending" } }]);
    await page.goto("/soumettre");
    await expect(tick).not.toBeChecked();
  },
);

test("deletes a copy for good from the bin", { tag: "@long" }, async ({ page, site }) => {
  const member = await createMember(site, "collector");
  const client = clientOf(site, member);
  const jersey = await anyJersey(client);
  await client
    .from("copies")
    .insert([
      { jersey_id: jersey.id, size: "M" },
      { jersey_id: jersey.id, size: "L" },
    ])
    .throwOnError();
  await client
    .from("copies")
    .update({ removed_at: new Date().toISOString() })
    .eq("size", "M")
    .throwOnError();
  await signInAs(page, member);
  await page.goto("/account/collection");
  await page.getByText(/Retirés il y a moins de trente jours/).click();
  await page.getByRole("button", { name: /^Supprimer/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Annuler" }).click();
  const { count } = await client.from("copies").select("id", { count: "exact", head: true });
  expect(count).toBe(2);
  await page.getByRole("button", { name: /^Supprimer/ }).click();
  await dialog.getByRole("button", { name: /^Supprimer/ }).click();
  await expect(page.getByText(/Retirés il y a moins de trente jours/)).toHaveCount(0);
  const { data } = await client.from("copies").select("size").throwOnError();
  expect(data).toEqual([{ size: "L" }]);
});
