import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";
import sharp from "sharp";

import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { createAdministrator } from "../support/administrators.ts";
import { clientOf, decide, jerseysOf, submitJersey } from "../support/jerseys.ts";
import { createMember, PASSWORD, signInAs } from "../support/members.ts";
import type { Site } from "../../tests/support/site.ts";
import { stateRights } from "../support/submit-form.ts";
import { expect, test } from "../support/test.ts";

/** A photo like those of a camera. */
async function photo(name: string, color: string) {
  const create = { width: 1000, height: 1400, channels: 3, background: color } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

async function openAccount(page: Page, member: Session, path = "/account"): Promise<void> {
  await signInAs(page, member);
  await page.goto(path);
  await expect(page.getByRole("main").getByRole("navigation").first()).toBeVisible();
}

async function someJerseys(site: Site, member: Session, count: number) {
  const { data } = await clientOf(site, member)
    .from("jerseys")
    .select("id, title, team")
    .eq("status", "approved")
    .order("score", { ascending: false })
    .limit(count)
    .throwOnError();
  return data;
}

test("sends a visitor to sign-in with an explanation", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Mon compte" }).click();
  await expect(page).toHaveURL("/auth?next=%2Faccount");
  await expect(page.getByText("Connectez-vous pour voir votre compte.")).toBeVisible();
});

test("the account is short on a phone, and leads an empty collection to the search", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "collector");
  await page.setViewportSize({ width: 360, height: 740 });
  await openAccount(page, member);
  const shelves = page.getByRole("region", { name: "Collection et wishlist" });
  await shelves.getByRole("button", { name: "Rechercher mes maillots" }).click();
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  const out = await page.getByRole("button", { name: "Se déconnecter", exact: true }).boundingBox();
  const submit = await page
    .getByRole("main")
    .getByRole("link", { name: "Proposer un maillot" })
    .first()
    .boundingBox();
  expect(out!.y).toBeLessThan(submit!.y);

  const jerseys = await someJerseys(site, member, 4);
  await clientOf(site, member)
    .from("copies")
    .insert(jerseys.map(({ id: jersey_id }) => ({ jersey_id })))
    .throwOnError();
  await page.reload();
  await expect(shelves.getByRole("article")).toHaveCount(2);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(shelves.getByRole("article")).toHaveCount(4);
});

test("edits a submission, and adds, orders and deletes its images", async ({ page, site }) => {
  const member = await createMember(site, "author");
  await submitJersey(site, member, { title: "Maillot à corriger" });
  await openAccount(page, member);
  await page.getByRole("button", { name: "Modifier : Maillot à corriger" }).click();
  const dialog = page.getByRole("dialog");

  const files = dialog.getByLabel("Ajouter des photos");
  await files.setInputFiles([await photo("vert.jpg", "green")]);
  await expect(dialog.getByText("Confirmez que vous pouvez partager ces photos.")).toBeVisible();
  await stateRights(dialog);
  await files.setInputFiles([await photo("vert.jpg", "green"), await photo("blanc.jpg", "white")]);
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  const image = async (n: number) => (await jerseysOf(site, member))[0]!.images[n]?.path;
  await expect.poll(() => image(1)).toBeDefined();
  const second = await image(1);
  // The address doesn't say what the member's own file was called.
  expect(second).not.toContain("blanc");
  await dialog.getByRole("button", { name: "Avancer la photo 2" }).click();
  await expect.poll(() => image(0)).toBe(second);
  const { width, height } = await sharp(
    await (
      await fetch(`${site.url}/storage/v1/object/public/jerseys/${await image(0)}`)
    ).arrayBuffer(),
  ).metadata();
  expect([width, height]).toEqual([800, 600]);

  const colors = ["red", "blue", "black", "yellow"];
  await files.setInputFiles(await Promise.all(colors.map((color) => photo(`${color}.jpg`, color))));
  await expect(page.getByText("Maximum 5 images autorisées par maillot")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveCount(5);
  await dialog.getByRole("button", { name: "Supprimer la photo 5" }).click();
  await expect(page.getByText("Image supprimée")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveCount(4);

  await dialog.getByLabel("Titre").fill("ab");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog.getByText("Veuillez saisir un titre")).toBeVisible();
  await dialog.getByLabel("Titre").fill("Maillot corrigé");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Maillot mis à jour avec succès")).toBeVisible();
  await expect(page.getByRole("link", { name: "Maillot corrigé" })).toBeVisible();
});

test(
  "returns a corrected rejected jersey to the reviewers",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "author");
    const admin = await createAdministrator(site, "admin");
    const id = await submitJersey(site, member, { title: "Maillot flou" });
    await submitJersey(site, member, {
      title: "Maillot de la finale, avec le brassard du capitaine et tous ses écussons",
      team: "Football Club Sochaux-Montbéliard",
      kit_type: "training",
    });
    await decide(site, admin, id, "rejected", "Photo illisible.");
    await openAccount(page, member);
    await expect(
      page.getByText("Motif : Photo illisible.").filter({ visible: true }),
    ).toBeVisible();
    const remove = page.getByRole("button", { name: /^Supprimer\s: Maillot flou/ });
    for (const width of [1440, 768, 640]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole("columnheader")).toHaveText(
        width < 768
          ? []
          : [
              ...["Titre", "Sport", "Équipe", "Type de maillot", "Pour", "Contre", "Score"],
              ...["Statut", "Proposé le", "Actions"],
            ],
      );
      // The list may still grow above it.
      await expect(async () => {
        await remove.scrollIntoViewIfNeeded();
        await expect(remove).toBeInViewport({ ratio: 0.95, timeout: 500 });
      }).toPass();
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole("button", { name: /^Corriger\s: Maillot flou/ }).click();
    const dialog = page.getByRole("dialog");
    const send = dialog.getByRole("button", { name: "Enregistrer et renvoyer" });
    await expect(send).toBeDisabled();
    await dialog.getByLabel("Description").fill("Avec une meilleure photo.");
    await send.click();
    await expect(page.getByText("Maillot corrigé et renvoyé aux relecteurs")).toBeVisible();
    await expect(
      page.getByRole("listitem").filter({ hasText: /Maillot flou.*Renvoyé aux relecteurs/ }),
    ).toBeVisible();
  },
);

test("deletes a submission after a confirmation", async ({ page, site }) => {
  const member = await createMember(site, "author");
  await submitJersey(site, member, { title: "Maillot de trop" });
  await openAccount(page, member);
  await page.getByRole("button", { name: "Supprimer : Maillot de trop" }).click();
  await expect(page.getByText(/Cette action est irréversible/)).toBeVisible();
  await page.getByRole("button", { name: "Supprimer définitivement" }).click();
  await expect(page.getByText("Maillot supprimé avec succès")).toBeVisible();
  await expect(page.getByText("Vous n’avez encore proposé aucun maillot.")).toBeVisible();
  expect(await jerseysOf(site, member)).toEqual([]);
});

test("counts both shelves, empties one, and restores an item", async ({ page, site }) => {
  const member = await createMember(site, "collector");
  const jerseys = await someJerseys(site, member, 5);
  await clientOf(site, member)
    .from("user_collections")
    .insert(jerseys.map(({ id }) => ({ jersey_id: id })))
    .throwOnError();
  await openAccount(page, member);
  await expect(page.getByRole("tab", { name: "Collection (5)" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Wishlist (0)" })).toBeVisible();
  const cards = page.getByRole("tabpanel").getByRole("listitem");
  // The last ones; all of them are a link away.
  await expect(cards).toHaveCount(4);

  await cards.first().hover();
  await cards
    .first()
    .getByRole("button", { name: /Retirer .* de la collection/ })
    .click();
  await expect(page.getByText("Maillot retiré de votre collection").first()).toBeVisible();
  await expect(page.getByRole("tab", { name: "Collection (4)" })).toBeVisible();
  await cards.getByRole("button", { name: /Remettre/ }).click();
  await expect(page.getByRole("tab", { name: "Collection (5)" })).toBeVisible();

  await page.getByRole("tab", { name: /Wishlist/ }).click();
  await expect(page.getByText("Votre wishlist est vide.")).toBeVisible();
});

test(
  "adds a team's missing jerseys to the wishlist with one click",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "collector");
    const { data: jerseys } = await clientOf(site, member)
      .from("jerseys")
      .select("id, team:teams!inner(slug)")
      .eq("team.slug", "paris-saint-germain")
      .eq("status", "approved")
      // A set is complete without the rare kinds.
      .in("kit_type", ["home", "away", "third"])
      .throwOnError();
    await clientOf(site, member)
      .from("user_collections")
      .insert({ jersey_id: jerseys[0]!.id })
      .throwOnError();
    const missing = jerseys.length - 1;
    await openAccount(page, member, "/account/collection");
    const team = page.getByRole("listitem").filter({
      has: page.getByRole("link", {
        name: `Paris Saint-Germain 1 sur ${jerseys.length}`,
      }),
    });
    await expect(team.getByText(`Maillots manquants : ${missing}`)).toBeVisible();
    await team.getByRole("button", { name: "Tout ajouter à ma wishlist" }).click();
    await expect(team.getByRole("button", { name: "Tout ajouter à ma wishlist" })).toHaveCount(0);
    const lists = page.getByRole("navigation", { name: "Collection et wishlist" });
    await expect(lists.getByRole("link", { name: `Wishlist ${missing}` })).toBeVisible();
  },
);

test("changes the profile and refuses a name that is taken", async ({ page, site }) => {
  const [member, other] = [await createMember(site, "author"), await createMember(site, "other")];
  const { data: taken } = await clientOf(site, other)
    .from("profiles")
    .select("username")
    .eq("id", other.user.id)
    .single()
    .throwOnError();
  await openAccount(page, member, "/account/profile");
  const name = page.getByLabel("Nom d’utilisateur");
  await name.fill("a b");
  await expect(page.getByText("3 à 30 caractères parmi a–z, 0–9 et _.")).toBeVisible();
  await name.fill(taken.username);
  await expect(page.getByText("Ce nom est déjà pris.")).toBeVisible();
  await name.fill("supp0rt");
  await expect(page.getByText("Ce nom est réservé à l’équipe du site.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Enregistrer" })).toBeDisabled();
  await name.fill(`${taken.username}_2`);
  await expect(page.getByText("Ce nom est libre.")).toBeVisible();
  await expect(
    page.getByText("les liens déjà partagés vers /member/member_", { exact: false }),
  ).toBeVisible();
  await page.getByLabel("Nom affiché").fill("Cam\u202eille");
  await expect(
    page.getByText("Ce nom contient un caractère invisible", { exact: false }),
  ).toBeVisible();
  await page.getByLabel("Nom affiché").fill("Camille");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Profil enregistré")).toBeVisible();
  await page.getByRole("link", { name: "Contributions", exact: true }).click();
  await expect(page.getByText("Bonjour Camille")).toBeVisible();
});

test("exports the member's data and deletes the account", async ({ page, site }) => {
  const member = await createMember(site, "leaver");
  await submitJersey(site, member, { title: "=1+1 Maillot" });
  await openAccount(page, member, "/account/data");

  const json = page.waitForEvent("download");
  await page.getByRole("button", { name: "Tout télécharger en JSON" }).click();
  const data = JSON.parse(await readFile(await (await json).path(), "utf8"));
  expect(data).toMatchObject({
    account: { email: member.user.email, identities: [{ provider: "email" }] },
    sessions: [{ is_current: true }],
    jerseys: [{ title: "=1+1 Maillot" }],
    collection: [],
  });
  const table = page.waitForEvent("download");
  await page.getByRole("button", { name: "Maillots", exact: true }).click();
  expect(await readFile(await (await table).path(), "utf8")).toContain("'=1+1 Maillot");

  await page.getByRole("button", { name: "Supprimer mon compte" }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Supprimer mon compte" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Nom d’utilisateur").fill(data.profile[0].username);
  await confirm.click();
  await expect(page.getByText("Votre compte est supprimé.")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Se connecter" }).first()).toBeVisible();

  const { auth } = clientOf(site, member);
  const again = await auth.signInWithPassword({ email: member.user.email!, password: PASSWORD });
  expect(again.error?.code).toBe("invalid_credentials");
});

test("goes through the rooms on a phone by keyboard, and loses nothing typed", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "nomade");
  await page.setViewportSize({ width: 360, height: 740 });
  await openAccount(page, member);
  const nav = page.getByRole("navigation", { name: "Rubriques du compte" });
  const link = (name: string) => nav.getByRole("link", { name, exact: true });
  await expect(nav.getByRole("link")).toHaveText([
    "Maillots",
    "Contributions",
    "Notifications",
    "Réglages",
  ]);
  await expect(link("Contributions")).toHaveAttribute("aria-current", "page");
  await link("Maillots").press("Enter");
  await expect(page).toHaveURL("/account/collection");
  await expect(link("Maillots")).toBeFocused();
  const lists = page.getByRole("navigation", { name: "Collection et wishlist" });
  await expect(lists.getByRole("link")).toHaveText(["Collection0", "Wishlist0", "Mes listes"]);
  await page.getByRole("button", { name: "Autres actions" }).filter({ visible: true }).click();
  await expect(page.locator(":popover-open").getByRole("link")).toHaveText([
    "En chiffres",
    "Montrer ma collection",
    "Import et export",
    "Inventaire",
  ]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Escape");
  // Two rows of links, and what they lead to begins.
  const bar = (await page.getByRole("banner").boundingBox())!;
  const field = page.getByLabel("Ajouter un maillot").filter({ visible: true });
  const { y } = (await field.boundingBox())!;
  expect(y - bar.y - bar.height).toBeLessThanOrEqual(260);

  await link("Réglages").press("Enter");
  await expect(page).toHaveURL("/account/settings");
  await page.getByLabel("Nom affiché").fill("Camille");
  await page.getByRole("main").getByRole("link", { name: "Connexion et sécurité" }).press("Enter");
  await expect(page).toHaveURL("/account/security");
  await expect(link("Réglages")).toHaveAttribute("aria-current", "true");
  const password = page.getByRole("region", { name: "Mot de passe" });
  await password.getByRole("button", { name: "Modifier" }).click();
  await page.getByLabel("Nouveau mot de passe").fill("un-essai-de-mot");
  await expectNoSidewaysScroll(page);

  await link("Réglages").press("Enter");
  await expect(page.getByLabel("Nom affiché")).toHaveValue("Camille");
  await page.goBack();
  await expect(page).toHaveURL("/account/security");
  await expect(page.getByLabel("Nouveau mot de passe")).toHaveValue("un-essai-de-mot");
});

test(
  "gives each section an address, in each language, also the specification’s of submissions",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "reperes");
    await openAccount(page, member, "/en/account/wishlist");
    await expect(page.getByRole("heading", { level: 2, name: "Wishlist" })).toBeVisible();
    await page.goto("/account/submissions");
    await expect(page).toHaveURL("/account");
    const unknown = await page.goto("/account/inconnu");
    expect(unknown!.status()).toBe(404);
  },
);
