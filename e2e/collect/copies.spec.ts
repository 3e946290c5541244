import type { Page } from "@playwright/test";
import sharp from "sharp";

import type { Site } from "../../tests/support/site.ts";
import { expectNoSidewaysScroll } from "../support/accessible.ts";
import { clientOf } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

/** The best rated jersey's address, from the home page. */
async function anyJersey(site: Site): Promise<string> {
  const html = await (await fetch(site.url)).text();
  return /href="(\/jersey\/[^"]+)"/.exec(html)![1]!;
}

const collection = (page: Page) =>
  page
    .getByRole("group", { name: "Collection et wishlist" })
    .getByRole("button", { name: "Je l’ai" });

async function photo(name: string) {
  const create = { width: 2000, height: 1000, channels: 3, background: "green" } as const;
  return { name, mimeType: "image/jpeg", buffer: await sharp({ create }).jpeg().toBuffer() };
}

test("owns a shirt in one press, says more about it, and takes it out and back", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "collector");
  const client = clientOf(site, member);
  await signInAs(page, member);
  await page.goto(await anyJersey(site));
  await collection(page).click();
  await expect(page.getByText("Maillot ajouté à votre collection !")).toBeVisible();
  await page.getByRole("button", { name: "Ajouter des détails" }).click();

  const dialog = page.getByRole("dialog");
  // The shirt is in view, and a usual size takes one press.
  await expect(dialog.locator(".jersey-frame")).toBeInViewport();
  await expect(dialog.getByText("Ajouter des photos")).toBeInViewport();
  await dialog.getByRole("button", { name: "M", exact: true }).click();
  await expect(dialog.getByLabel("Taille")).toHaveValue("M");
  await dialog.getByLabel("Prix").fill("12,345");
  await dialog.getByLabel("Année").first().fill("2019");
  await dialog.getByLabel("Ajouter des photos").setInputFiles([
    {
      name: "texte.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("ceci n’est pas une photo"),
    },
    await photo("dos.jpg"),
  ]);
  await expect(dialog.getByText(/texte.jpg\s: Cette photo est endommagée/)).toBeVisible();
  await expect(dialog.getByRole("img", { name: "Photo 1" })).toBeVisible();
  // A folded part says what it holds.
  const place = dialog.locator("summary").filter({ hasText: "Rangement et prêt" });
  await place.click();
  await dialog.getByLabel("Rangement").fill("Armoire");
  await place.click();
  await expect(dialog.getByLabel("Rangement")).toBeHidden();
  await expect(place).toContainText("Armoire");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog.getByText("Deux décimales au plus.")).toBeVisible();
  await expect(dialog.getByLabel("Prix")).toBeFocused();

  // What was typed survives a reload.
  await page.reload();
  await expect(dialog.getByLabel("Taille")).toHaveValue("M");
  await dialog.getByLabel("Prix").fill("12,50");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Exemplaire enregistré")).toBeVisible();
  const { data: copy } = await client
    .from("copies")
    .select("id, size, price, currency, bought_on, photos:copy_photos(path)")
    .single()
    .throwOnError();
  expect(copy).toMatchObject({ size: "M", price: 12.5, currency: "EUR", bought_on: "2019" });
  const { data: stored } = await client.storage.from("copies").download(copy.photos[0]!.path);
  const { width, height, exif } = await sharp(await stored!.arrayBuffer()).metadata();
  expect([width, height, exif]).toEqual([1600, 800, undefined]);

  const own = page.getByRole("region", { name: /Exemplaires dans votre collection/ });
  await own.getByRole("button", { name: "Ajouter un exemplaire" }).click();
  // The next one begins with the size before.
  await expect(dialog.getByLabel("Taille")).toHaveValue("M");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(own.getByText(/^Exemplaires dans votre collection\s: 2$/)).toBeVisible();

  await collection(page).click();
  await expect(page.getByRole("dialog").getByText(/et leurs photos\s: 2\./)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Retirer" }).click();
  await expect(page.getByText("Maillot retiré de votre collection")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(own.getByText(/^Exemplaires dans votre collection\s: 2$/)).toBeVisible();
  await expect(collection(page)).toHaveAttribute("aria-pressed", "true");
});

test(
  "takes the first six good photos of eight, and names what is left out",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "collector");
    const address = await anyJersey(site);
    const jersey_id = address.split("/").at(-1)!;
    await clientOf(site, member).from("copies").insert({ jersey_id }).throwOnError();
    await signInAs(page, member);
    await page.goto(address);
    await page.getByRole("button", { name: /^Modifier l’exemplaire 1/ }).click();
    const dialog = page.getByRole("dialog");
    const { buffer } = await photo("1.jpg");
    await dialog.getByLabel("Ajouter des photos").setInputFiles(
      [1, 2, 3, 4, 5, 6, 7, 8].map((place) => ({
        name: `${place}.jpg`,
        mimeType: "image/jpeg",
        buffer: place === 2 ? Buffer.from("ceci n’est pas une photo") : buffer,
      })),
    );
    await expect(dialog.getByText("Six photos au plus. Non ajoutées : 8.jpg.")).toBeVisible();
    await expect(dialog.getByText(/2.jpg\s: Cette photo est endommagée/)).toBeVisible();
    await expect(dialog.getByRole("img", { name: "Photo 6" })).toBeVisible();
  },
);

test("shows what another tab has changed, and keeps what was typed", async ({ page, site }) => {
  const member = await createMember(site, "collector");
  const client = clientOf(site, member);
  await signInAs(page, member);
  const address = await anyJersey(site);
  const jersey_id = address.split("/").at(-1)!;
  const { data: copy } = await client
    .from("copies")
    .insert({ jersey_id, size: "M" })
    .select("id")
    .single()
    .throwOnError();
  await page.goto(address);
  await page.getByRole("button", { name: "Modifier l’exemplaire 1" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Rangement et prêt").click();
  await dialog.getByLabel("Rangement").fill("Grenier");
  await client.from("copies").update({ size: "L" }).eq("id", copy.id).throwOnError();
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  // It stands above the fields, far from the button.
  const conflict = dialog.getByRole("alert").filter({ hasText: "Modifié ailleurs entre-temps" });
  await expect(conflict).toBeInViewport();
  await expect(conflict).toBeFocused();
  await expect(dialog.getByLabel("Taille")).toHaveValue("L");
  await expect(dialog.getByLabel("Rangement")).toHaveValue("Grenier");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Abandonner vos modifications ?")).toBeVisible();
  await page.getByRole("button", { name: "Continuer à modifier" }).first().click();
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Exemplaire enregistré")).toBeVisible();
  const { data: saved } = await client
    .from("copies")
    .select("size, storage_place")
    .single()
    .throwOnError();
  expect(saved).toEqual({ size: "L", storage_place: "Grenier" });
});

const WORDS = {
  fr: {
    path: "/account/collection",
    remove: "Retirer cet exemplaire",
    removeAll: "Retirer",
    selecting: "Sélectionner",
    page: "Voir la page du maillot",
    undo: "Annuler",
    restored: "De retour dans votre collection",
    bin: /Retirés il y a moins de trente jours/,
    restore: /^Récupérer\s:/,
    restoreAll: "Récupérer tous ces exemplaires",
    table: "Tableau",
    lent: /^Prêtés/,
    select: "Tout sélectionner",
    edit: "Modifier",
    version: "Version",
    price: "Prix",
    currency: "Devise",
    bought: "Date d’achat",
    noPrice: /^Indiquez un prix entre 0/,
    save: "Enregistrer",
    saved: "Exemplaires modifiés : 3",
  },
  en: {
    path: "/en/account/collection",
    remove: "Remove from my collection",
    removeAll: "Remove",
    selecting: "Select",
    page: "See the jersey’s page",
    undo: "Undo",
    restored: "Back in your collection",
    bin: /Removed less than 30 days ago/,
    restore: /^Bring back:/,
    restoreAll: "Bring all of these jerseys back",
    table: "Table",
    lent: /^Lent/,
    select: "Select all",
    edit: "Edit",
    version: "Version",
    price: "Price",
    currency: "Currency",
    bought: "Purchase date",
    noPrice: /^Enter an amount from 0/,
    save: "Save",
    saved: "Jerseys changed: 3",
  },
};

for (const [lang, words] of inEveryLanguage(Object.entries(WORDS))) {
  test(`filters, edits many and empties a bin (${lang})`, async ({ page, site }) => {
    const member = await createMember(site, "collector");
    const client = clientOf(site, member);
    const { data: jerseys } = await client
      .from("jerseys")
      .select("id, title")
      .eq("status", "approved")
      .order("score", { ascending: false })
      .limit(3)
      .throwOnError();
    await client
      .from("copies")
      .insert(
        jerseys.map(({ id: jersey_id }, n) => ({
          jersey_id,
          size: ["S", "M", "L"][n],
          lent_to: n === 0 ? "Sam" : null,
        })),
      )
      .throwOnError();
    await signInAs(page, member);
    await page.goto(words.path);
    const cards = page.getByRole("region", { name: /^3 / }).getByRole("article");
    await expect(cards).toHaveCount(3);
    await page.getByRole("link", { name: words.lent }).press(" ");
    await expect(page).toHaveURL(/only=lent/);
    await expect(page.getByRole("article").filter({ hasText: "Sam" })).toHaveCount(1);
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.goBack();
    await expect(cards).toHaveCount(3);

    await page.getByRole("button", { name: words.table, exact: true }).click();
    await page.reload();
    await expect(page.getByRole("row")).toHaveCount(4);
    const price = page.getByRole("columnheader", { name: words.price });
    await price.getByRole("button").click();
    await expect(price).toHaveAttribute("aria-sort", "descending");
    await price.getByRole("button").click();
    await expect(price).toHaveAttribute("aria-sort", "ascending");
    await expect(page).toHaveURL(/\?sort=price&order=reversed$/);
    // A phone has no room for a table: cards say more.
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(cards).toHaveCount(3);
    await expect(page.getByRole("button", { name: words.table, exact: true })).toBeHidden();
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.getByRole("row")).toHaveCount(4);
    // The boxes are there while one selects, which Escape ends.
    await expect(page.getByRole("row").getByRole("checkbox")).toHaveCount(0);
    await page.getByRole("button", { name: words.selecting, exact: true }).click();
    await expect(page.getByRole("row").getByRole("checkbox")).toHaveCount(3);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("row").getByRole("checkbox")).toHaveCount(0);
    await page.getByRole("button", { name: words.selecting, exact: true }).click();
    await page.getByLabel(words.select).check();
    await page.getByRole("button", { name: words.edit, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words.version, { exact: true }).first().selectOption("match_worn");
    await dialog.getByRole("textbox", { name: words.price, exact: true }).fill("cher");
    await dialog.getByRole("combobox", { name: words.currency }).selectOption("GBP");
    await dialog
      .getByRole("group", { name: words.bought })
      .getByRole("textbox")
      .first()
      .fill("2019");
    await dialog.getByRole("button", { name: words.save }).click();
    await expect(dialog.getByText(words.noPrice)).toBeVisible();
    await dialog.getByRole("textbox", { name: words.price, exact: true }).fill("49,90");
    await dialog.getByRole("button", { name: words.save }).click();
    await expect(page.getByText(words.saved)).toBeVisible();
    const { data: saved } = await client
      .from("copies")
      .select("version, price, currency, bought_on")
      .throwOnError();
    const details = { version: "match_worn", price: 49.9, currency: "GBP", bought_on: "2019" };
    expect(saved).toEqual([details, details, details]);

    // What can be undone isn't asked first, of one as of many.
    await page.getByRole("button", { name: words.removeAll, exact: true }).click();
    await page.getByRole("button", { name: words.undo }).click();
    await expect(page.getByText(words.restored)).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(4);
    await page.getByRole("button", { name: words.table, exact: true }).click();
    // A card opens its copy, which is taken out there.
    await cards.first().click();
    await dialog.getByRole("button", { name: words.remove }).click();
    await page.getByText(words.bin).click();
    await expect(page.getByRole("article")).toHaveCount(2);
    await page.getByRole("button", { name: words.restore }).click();
    await expect(page.getByRole("article")).toHaveCount(3);
    // Many that were removed come back in one press, also once the message with its undo is gone.
    await page.getByRole("button", { name: words.selecting, exact: true }).click();
    await page.getByLabel(words.select).check();
    await page.getByRole("button", { name: words.removeAll, exact: true }).click();
    await expect(page.getByRole("article")).toHaveCount(0);
    await page.getByText(words.bin).click();
    await page.getByRole("button", { name: words.restoreAll }).click();
    await expect(page.getByRole("article")).toHaveCount(3);
    await cards.first().click();
    await dialog.getByRole("link", { name: words.page }).click();
    await expect(page).toHaveURL(/\/jersey\//);
    await expect(dialog).toBeHidden();
  });
}
