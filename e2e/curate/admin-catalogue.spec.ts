import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import { createAdministrator } from "../support/administrators.ts";
import { clientOf } from "../support/jerseys.ts";
import { browserOf, fillSignIn, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

let admin: Session;

test.beforeAll(async ({ site }) => {
  admin = await createAdministrator(site, "patronne");
});

const form = (page: Page) => page.getByRole("form");
const save = (page: Page) => page.getByRole("button", { name: "Enregistrer", exact: true });

async function find(page: Page, text: string): Promise<void> {
  await page.getByRole("searchbox").fill(text);
  await expect(page.getByRole("status").filter({ hasText: /^1 / })).toBeVisible();
}

test("adds and changes a team, gives it seasons, and deletes it", async ({ page, site }) => {
  await signInAs(page, admin);
  await page.goto("/admin");
  await page.getByRole("tab", { name: "Équipes" }).click();
  await expect(page).toHaveURL(/\?tab=teams$/);

  await test.step("shows messages beside incomplete fields", async () => {
    await page.getByRole("button", { name: "Ajouter une équipe" }).click();
    await form(page).getByRole("button", { name: "Ajouter", exact: true }).click();
    await expect(page.getByText("Nom et compétition requis")).toHaveCount(2);
    await expect(page.getByLabel(/^Nom \*/)).toBeFocused();
  });

  await test.step("add", async () => {
    await page.getByLabel(/^Nom \*/).fill("Étoile du Léman");
    await expect(page.getByText("Identifiant : etoile-du-leman")).toBeVisible();
    await page.getByLabel(/^Compétition \*/).selectOption({ label: "Ligue 1" });
    await page.getByLabel("Année de fondation").fill("mille");
    await page.getByLabel("Pays").selectOption({ label: "Suisse" });
    await page.getByRole("button", { name: "Ajouter une couleur" }).click();
    await form(page).getByRole("button", { name: "Ajouter", exact: true }).click();
    await expect(page.getByText("Une année de 1800 à 2100.")).toBeVisible();
    await page.getByLabel("Année de fondation").fill("1904");
    await form(page).getByRole("button", { name: "Ajouter", exact: true }).click();
    await expect(page.getByText("Ajout enregistré").first()).toBeVisible();
    await expect(page.getByLabel(/^Nom \*/)).toHaveValue("");
  });

  await test.step("finds a team without its accents and edits it", async () => {
    await find(page, "etoile-du léman");
    const status = page.getByRole("status").filter({ hasText: /équipes?$/ });
    await page.getByLabel("Sport", { exact: true }).selectOption("NBA");
    await expect(status).toHaveText(/^0 /);
    await page.getByLabel("Sport", { exact: true }).selectOption("SOCCER");
    await page.getByLabel("Sans maillot").check();
    await expect(status).toHaveText(/^1 /);
    await page.getByRole("searchbox").fill("Paris Saint-Germain");
    await expect(page.getByRole("button", { name: "Modifier : Paris Saint-Germain" })).toHaveCount(
      0,
    );
    await page.getByLabel("Sans maillot").uncheck();
    await expect(
      page.getByRole("listitem").filter({ hasText: "Paris Saint-Germain" }).first(),
    ).toContainText(/· \d+ maillots/);
    await find(page, "etoile-du léman");
    await expect(page.getByText("Ligue 1 · Suisse · 1904 · 0 maillot")).toBeVisible();
    await page.getByRole("button", { name: "Modifier : Étoile du Léman" }).click();
    await expect(page.getByRole("heading", { name: "Modifier « Étoile du Léman »" })).toBeVisible();
    await page.getByLabel("Ville").fill("Lausanne");
    await form(page).locator("summary").click();
    await page.getByRole("checkbox", { name: "2024-2025, Ligue 1" }).check();
    const alias = (place: number) => page.getByLabel(`Autre nom ${place}`, { exact: true });
    for (const [place, name] of [
      [1, "Les Lémaniens"],
      [2, "les lemaniens"],
    ] as const) {
      await page.getByRole("button", { name: "Ajouter un nom" }).click();
      await alias(place).fill(name);
    }
    await save(page).click();
    await expect(page.getByText("Ce nom est déjà dans la liste.")).toBeVisible();
    await expect(alias(2)).toHaveAttribute("aria-invalid", "true");
    await alias(2).fill("Leman Star");
    await page.getByLabel("Langue de l’autre nom 2").selectOption({ label: "English" });
    await save(page).click();
    await expect(page.getByText("Modification enregistrée").first()).toBeVisible();
    const client = clientOf(site, admin);
    const { data } = await client
      .from("teams")
      .select("city, slug, colors, team_seasons(seasons(code)), team_aliases(alias, language)")
      .eq("slug", "etoile-du-leman")
      .order("alias", { referencedTable: "team_aliases" });
    expect(data).toEqual([
      {
        city: "Lausanne",
        slug: "etoile-du-leman",
        colors: ["#1f3a5f"],
        team_seasons: [{ seasons: { code: "2024-25" } }],
        team_aliases: [
          { alias: "Leman Star", language: "en" },
          { alias: "Les Lémaniens", language: null },
        ],
      },
    ]);
  });

  await test.step("closes the form on cancel, and opens it empty", async () => {
    await page.getByRole("button", { name: "Modifier : Étoile du Léman" }).click();
    await expect(page.getByLabel("Ville")).toHaveValue("Lausanne");
    await page.getByRole("button", { name: "Annuler" }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Équipes" })).toBeFocused();
    await page.getByRole("button", { name: "Ajouter une équipe" }).click();
    await expect(page.getByLabel("Ville")).toHaveValue("");
  });

  await test.step("deletes after a confirmation", async () => {
    await page.getByRole("button", { name: "Supprimer : Étoile du Léman" }).click();
    const dialog = page.getByRole("dialog");
    await expect(
      dialog.getByText("Êtes-vous sûr de vouloir supprimer cet élément ?"),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Supprimer" }).click();
    await expect(page.getByText("Suppression effectuée").first()).toBeVisible();
    await expect(page.getByText("Aucun résultat")).toBeVisible();
  });
});

test(
  "lists teams in the reader's order, and finds them by their other names",
  { tag: "@long" },
  async ({ page }) => {
    await signInAs(page, admin);
    for (const [path, edit, order] of [
      ["/admin", "Modifier : ", ["États-Unis", "Manchester United"]],
      ["/en/admin", "Edit: ", ["Manchester United", "United States"]],
    ] as const) {
      await page.goto(`${path}?tab=teams`);
      const button = (team: string) =>
        page.getByRole("button", { name: `${edit}${team}`, exact: true });
      await page.getByRole("searchbox").fill("uni");
      await expect(button(order[0])).toBeVisible();
      await expect(button("FC Barcelona")).toHaveCount(0);
      const names = await page
        .getByRole("button", { name: new RegExp(`^${edit}`) })
        .evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel!.replaceAll("\u00a0", " ")));
      const wanted: string[] = order.map((team) => `${edit}${team}`);
      expect(names.filter((name) => wanted.includes(name))).toEqual(wanted);
      for (const [text, team] of [
        ["barça", "FC Barcelona"],
        ["spurs", "Tottenham Hotspur"],
      ] as const) {
        await page.getByRole("searchbox").fill(text);
        await expect(button(team)).toBeVisible();
      }
    }
  },
);

test(
  "shows both messages of competitions, and takes the sport from the league",
  { tag: "@long" },
  async ({ page }) => {
    await signInAs(page, admin);
    await page.goto("/admin?tab=competitions");
    await page.getByRole("button", { name: "Ajouter une compétition" }).click();
    const add = form(page).getByRole("button", { name: "Ajouter", exact: true });
    await add.click();
    await expect(page.getByText("Nom et ligue requis")).toHaveCount(2);
    await expect(page.getByText("Nom, ligue et sport requis")).toBeVisible();
    await page.getByLabel(/^Nom \*/).fill("Coupe de l’Été");
    await page.getByLabel(/^Ligue/).selectOption("SOCCER");
    await expect(page.getByLabel(/^Sport/)).toHaveValue("SOCCER");
    await add.click();
    await expect(page.getByText("Ajout enregistré").first()).toBeVisible();

    await page.getByLabel(/^Nom \*/).fill("Coupe de l’été");
    await page.getByLabel(/^Ligue/).selectOption("SOCCER");
    await add.click();
    await expect(page.getByText("Ce nom existe déjà.")).toBeVisible();
  },
);

test("keeps rows in use and allows making them inactive", async ({ page, site }) => {
  await signInAs(page, admin);
  await page.goto("/admin?tab=competitions");
  await find(page, "nfl");
  await page.getByRole("button", { name: "Supprimer : NFL" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Supprimer" }).click();
  await expect(dialog.getByText(/^\d+ équipes$/)).toBeVisible();
  await expect(dialog.getByText(/^Participations\s: \d+$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Masquer dans les listes" }).click();
  await expect(page.getByText("Modification enregistrée").first()).toBeVisible();
  await expect(page.getByRole("listitem").getByText("Masquée dans les listes")).toBeVisible();
  // Other tests on this site look for the league.
  await clientOf(site, admin)
    .from("competitions")
    .update({ is_active: true })
    .eq("slug", "nfl")
    .throwOnError();
});

test(
  "reports a conflict to the second of two administrators, who then decides",
  { tag: "@long" },
  async ({ page, browser, site }) => {
    await signInAs(page, admin);
    const other = await browserOf(browser, site, await createAdministrator(site, "collegue"));
    for (const adminPage of [page, other]) {
      await adminPage.goto("/admin?tab=teams");
      await find(adminPage, "toulouse");
      await adminPage.getByRole("button", { name: /^Modifier\s: / }).click();
      await expect(adminPage.getByRole("heading", { name: /^Modifier / })).toBeVisible();
    }
    await other.getByLabel("Ville").fill("Toulouse-sur-Garonne");
    await save(other).click();
    await expect(other.getByText("Modification enregistrée").first()).toBeVisible();

    await page.getByLabel("Nom court").fill("TFC 31");
    await save(page).click();
    const notice = page.getByRole("alert").filter({ hasText: "a modifié cet élément entre-temps" });
    await expect(notice).toBeVisible();
    await expect(notice.getByText("Champs concernés : Ville.")).toBeVisible();
    await expect(page.getByLabel("Nom court")).toHaveValue("TFC 31");
    await notice.getByRole("button", { name: "Utiliser cette version" }).click();
    await expect(page.getByLabel("Ville")).toHaveValue("Toulouse-sur-Garonne");
    await page.getByLabel("Nom court").fill("TFC 31");
    await save(page).click();
    await expect(page.getByText("Modification enregistrée").first()).toBeVisible();

    await test.step("adds a deleted row again, with its names and seasons", async () => {
      const client = clientOf(site, admin);
      const { data: team } = await client
        .from("teams")
        .select("competition_id")
        .eq("slug", "paris-saint-germain")
        .single()
        .throwOnError();
      const { data: added } = await client
        .from("teams")
        .insert({ ...team, name: "Union du Rhin" })
        .select("id, competition_id")
        .single()
        .throwOnError();
      const { data: season } = await client
        .from("seasons")
        .select("id")
        .eq("code", "2024-25")
        .single()
        .throwOnError();
      await client
        .from("team_aliases")
        .insert({ team_id: added.id, alias: "Les Rhénans" })
        .throwOnError();
      await client
        .from("team_seasons")
        .insert({
          team_id: added.id,
          season_id: season.id,
          competition_id: added.competition_id,
        })
        .throwOnError();
      await find(page, "union du rhin");
      await page.getByRole("button", { name: "Modifier : Union du Rhin" }).click();
      await page.getByLabel("Ville").fill("Strasbourg");
      await client.from("teams").delete().eq("id", added.id).throwOnError();
      await save(page).click();
      const again = page.getByRole("button", { name: "Ajouter de nouveau" });
      // The names fail after the team is stored; the next attempt changes that team.
      await page.route("**/rest/v1/team_aliases*", (route) => route.abort(), { times: 1 });
      await again.click();
      await expect(form(page).getByRole("alert")).not.toBeEmpty();
      await save(page).click();
      await expect(async () => {
        const { data } = await client
          .from("teams")
          .select("city, team_seasons(seasons(code)), team_aliases(alias)")
          .eq("name", "Union du Rhin")
          .throwOnError();
        expect(data).toEqual([
          {
            city: "Strasbourg",
            team_seasons: [{ seasons: { code: "2024-25" } }],
            team_aliases: [{ alias: "Les Rhénans" }],
          },
        ]);
      }).toPass();
    });
    await other.context().close();
  },
);

test("merges a team into another after a preview, and the old address leads there", async ({
  page,
  site,
}) => {
  const client = clientOf(site, admin);
  const { data: kept } = await client
    .from("teams")
    .select("id, competition_id")
    .eq("slug", "paris-saint-germain")
    .single()
    .throwOnError();
  const { data: other } = await client
    .from("competitions")
    .select("id")
    .eq("slug", "premier-league")
    .single()
    .throwOnError();
  const { data: twice } = await client
    .from("teams")
    .insert({ name: "Paris SG bis", country: "FR", competition_id: other.id })
    .select("id")
    .single()
    .throwOnError();
  const { data: foreign } = await client
    .from("teams")
    .insert({
      ...{ name: "Paris Saint-Germain, Texas", country: "US" },
      competition_id: kept.competition_id,
    })
    .select("id")
    .single()
    .throwOnError();
  await signInAs(page, admin);
  await page.goto("/admin?tab=teams");
  await find(page, "paris sg bis");
  await page.getByRole("button", { name: "Fusionner : Paris SG bis" }).click();
  const dialog = page.getByRole("dialog", { name: "Fusionner « Paris SG bis »" });
  await dialog.getByRole("searchbox").fill("Paris Saint-Germain");
  await dialog.getByRole("radio", { name: /^Paris Saint-Germain Ligue 1/ }).check();
  await expect(dialog.getByText("Paris Saint-Germain, Texas")).toHaveCount(0);
  await client.from("teams").delete().eq("id", foreign.id).throwOnError();
  await expect(dialog.getByText("« Paris Saint-Germain » reçoit :")).toBeVisible();
  await expect(
    dialog.getByText("La fusion de deux équipes ne peut pas être annulée."),
  ).toBeVisible();
  // Perhaps one is the women's team.
  await dialog.getByRole("checkbox", { name: /^C’est la même équipe/ }).check();
  await dialog.getByRole("button", { name: "Fusionner les équipes" }).click();
  await expect(page.getByText("Équipe fusionnée avec « Paris Saint-Germain »")).toBeVisible();
  await expect(page.getByRole("button", { name: "Voir l’équipe" })).toBeVisible();
  // Its name is another name of the other one now.
  await expect(page.getByRole("button", { name: "Modifier : Paris SG bis" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Modifier : Paris Saint-Germain" })).toBeVisible();
  await page.goto("/admin?tab=log");
  const merged = page
    .getByRole("listitem")
    .filter({ hasText: "Paris SG bis → Paris Saint-Germain" });
  await expect(merged.getByText("Fusionné", { exact: true })).toBeVisible();
  await page.goto(`/team/${twice.id}`);
  await expect(page).toHaveURL(new RegExp(`/team/${kept.id}$`));
});

test("stays as it is if a later check of the role fails", { tag: "@long" }, async ({ page }) => {
  await page.clock.install();
  await signInAs(page, admin);
  await page.goto("/admin?tab=brands");
  await expect(page.getByRole("button", { name: "Ajouter une marque" })).toBeVisible();
  let failures = 0;
  await page.route(/\/rpc\/member_state/, (route) => {
    failures += 1;
    return route.abort();
  });
  await page.getByRole("banner").getByRole("link").first().click();
  await expect(page).toHaveURL("/");
  await page.clock.fastForward("02:00");
  await page.goBack();
  // It is tried twice.
  await expect.poll(() => failures).toBe(2);
  await page.getByRole("button", { name: "Ajouter une marque" }).click();
  await expect(page.getByLabel(/^Nom \*/)).toBeVisible();
  await expect(page.getByText("Vos droits n’ont pas pu être vérifiés.")).toHaveCount(0);
});

test("keeps typed input when the tab changes", { tag: "@long" }, async ({ page }) => {
  await signInAs(page, admin);
  await page.goto("/admin?tab=brands");
  await page.getByRole("button", { name: "Ajouter une marque" }).click();
  await page.getByLabel(/^Nom \*/).fill("Maison du maillot");
  await page.getByRole("tab", { name: "Saisons" }).click();
  await expect(page.getByRole("button", { name: "Préparer une saison" })).toBeVisible();
  await page.getByRole("tab", { name: "Marques" }).click();
  await expect(page.getByLabel(/^Nom \*/)).toHaveValue("Maison du maillot");
});

test(
  "loses nothing when a session ends in the middle of a form",
  { tag: "@long" },
  async ({ page, site }) => {
    const session = await createAdministrator(site, "veilleuse");
    await signInAs(page, session);
    await page.goto("/admin?tab=brands");
    await page.getByRole("button", { name: "Ajouter une marque" }).click();
    await page.getByLabel(/^Nom \*/).fill("Manufacture du Nord");
    await page.route("**/rest/v1/brands*", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 401, json: { code: "PGRST303", message: "JWT expired" } })
        : route.fallback(),
    );
    await form(page).getByRole("button", { name: "Ajouter", exact: true }).click();
    await expect(page).toHaveURL(/\/auth\?next=%2Fadmin%3Ftab%3Dbrands$/);
    await page.unroute("**/rest/v1/brands*");
    await fillSignIn(page, session.user.email!);
    await expect(page).toHaveURL(/\/admin\?tab=brands$/);
    await expect(page.getByLabel(/^Nom \*/)).toHaveValue("Manufacture du Nord");
  },
);
