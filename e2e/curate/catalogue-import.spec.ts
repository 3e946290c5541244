import type { Page } from "@playwright/test";
import sharp from "sharp";

import { createAdministrator } from "../support/administrators.ts";
import { clientOf } from "../support/jerseys.ts";
import { signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const HEADER = "Titre;Équipe;Compétition;Saison;Année;Type;Couleurs;Prix;Édition;Photos;Licence";

async function photo(color: string): Promise<Buffer> {
  const shirt = `<svg width="800" height="800"><path d="M200 100h400v600H200z" fill="#fff"/><circle cx="400" cy="${color.length * 40}" r="90" fill="#222"/></svg>`;
  return sharp({ create: { width: 800, height: 800, channels: 3, background: color } })
    .composite([{ input: Buffer.from(shirt) }])
    .jpeg()
    .toBuffer();
}

async function choose(page: Page, lines: string[]): Promise<void> {
  await page.getByLabel("Choisir la liste").setInputFiles({
    name: "maillots.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([HEADER, ...lines].join("\r\n")),
  });
}

/** Undoes an import after a look at what goes back. */
async function undo(page: Page, preview: string): Promise<void> {
  await page.getByRole("button", { name: "Annuler l’import : maillots.csv" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(preview)).toBeVisible();
  await dialog.getByLabel("C’est inexact").check();
  await dialog.getByRole("button", { name: "Confirmer l’annulation" }).click();
}

test("an administrator imports a list with two photos, corrects it, exports and undoes", async ({
  page,
  site,
}) => {
  const admin = await createAdministrator(site, "importatrice");
  const client = clientOf(site, admin);
  const mine = () =>
    client
      .from("jerseys")
      .select("title, status, is_active, team_id, price, images:jersey_images(path, licence)")
      .eq("author_id", admin.user.id)
      .order("title")
      .throwOnError();
  await signInAs(page, admin);
  await page.goto("/admin?tab=catalogueImport");

  await page.getByLabel("Choisir des images").setInputFiles([
    { name: "Recto.jpg", mimeType: "image/jpeg", buffer: await photo("navy") },
    { name: "verso.jpg", mimeType: "image/jpeg", buffer: await photo("crimson") },
  ]);
  await expect(page.getByText("Images choisies : 2")).toBeVisible();
  const lines = [
    "Maillot de 1950;RC Lens;Ligue 1;2024/25;1950;other;sang et or;149,90 €;Rétro;recto.jpg|verso.jpg;CC-BY-SA-4.0",
    "Maillot du centenaire;RC Lense;Ligue 1;2024-25;1906;other;rouge|jaune;;;;",
    "Maillot d’ailleurs;RC Lense;Ligue 1;2024-25;1907;other;;;;;",
    "Maillot cher;RC Lens;Ligue 1;2024-25;1908;other;;hors de prix;;;",
  ];
  await choose(page, lines);
  await expect(page.getByLabel("Ce que contient « Équipe »")).toHaveValue("team");
  await page.getByRole("button", { name: "Vérifier les lignes (4)" }).click();

  await test.step("names are chosen for all lines, and values corrected", async () => {
    await expect(page.getByRole("button", { name: "Refusées (4)" })).toBeVisible();
    const means = page.getByLabel("« RC Lense » désigne").first();
    await means.selectOption({ label: "RC Lens (Ligue 1)" });
    await expect(page.getByRole("button", { name: "Refusées (2)" })).toBeVisible();
    await expect(page.getByText("n’est pas un prix en euros")).toBeVisible();
    await page.getByLabel("Couleurs").fill("rouge, jaune");
    await page.getByLabel("Prix (€)").fill("12,50");
    await page.getByRole("button", { name: "Vérifier de nouveau" }).first().click();
    await expect(page.getByRole("button", { name: "Nouvelles (4)" })).toBeVisible();
    expect((await mine()).data, "nothing is saved before it is confirmed").toEqual([]);
  });

  await test.step("the import runs, and its jerseys are public", async () => {
    await page
      .getByLabel("Que deviennent les maillots importés ?")
      .selectOption({ label: "Ils sont validés et publiés tout de suite" });
    const start = page.getByRole("button", { name: "Importer les lignes (4)" });
    await expect(start).toBeDisabled();
    await page.getByLabel("Ces images peuvent être montrées ici").check();
    await start.click();
    await expect(page.getByText("Maillots ajoutés au catalogue : 4.")).toBeVisible();
    const { data } = await mine();
    expect(data.every(({ status, team_id }) => status === "approved" && team_id)).toBe(true);
    const old = data.find(({ title }) => title === "Maillot de 1950");
    expect(old).toMatchObject({
      price: 149.9,
      images: [{ licence: "CC-BY-SA-4.0" }, { licence: "CC-BY-SA-4.0" }],
    });
    const file = await fetch(
      `${site.url}/storage/v1/object/public/jerseys/${old?.images[0]?.path}`,
    );
    expect(file.status).toBe(200);
    await page.getByRole("button", { name: "Terminer" }).click();
  });

  await test.step("the same file again adds nothing", async () => {
    await choose(page, lines);
    await page.getByRole("button", { name: "Vérifier les lignes (4)" }).click();
    await expect(page.getByRole("button", { name: "Déjà présentes (4)" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Rien à importer" })).toBeDisabled();
    await page.getByRole("button", { name: "Annuler", exact: true }).click();
  });

  await test.step("undoing keeps what a member has voted on", async () => {
    const { data } = await client.from("jerseys").select("id").eq("title", "Maillot cher").single();
    await client
      .from("jersey_votes")
      .insert({ jersey_id: data!.id, voter_id: admin.user.id, vote: "up" })
      .throwOnError();
    await undo(page, "Modifications qui seront annulées (3)");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Modifications annulées : 3")).toBeVisible();
    const remaining = dialog.getByRole("listitem");
    await expect(remaining).toHaveCount(1);
    await expect(remaining).toContainText(/Maillot cher.*déjà utilisé/);
    await dialog.getByRole("button", { name: "Fermer" }).first().click();
    await expect(page.getByText("Maillots gardés : 1")).toBeVisible();
    const { data: shown } = await mine();
    expect(shown.filter(({ is_active }) => is_active)).toMatchObject([{ title: "Maillot cher" }]);
  });
});

test(
  "an import into the queue says what waits, and counts what it left out",
  { tag: "@long" },
  async ({ page, site }) => {
    await signInAs(page, await createAdministrator(site, "prudente"));
    await page.goto("/admin?tab=catalogueImport");
    const begin = async (lines: string[]) => {
      await choose(page, lines);
      await page.getByRole("button", { name: `Vérifier les lignes (${lines.length})` }).click();
    };
    const end = () => page.getByRole("button", { name: "Terminer" }).click();
    const known = "Maillot en attente;RC Lens;Ligue 1;2022-23;1931;prematch;;;;;";
    await begin([known]);
    await page.getByRole("button", { name: "Importer les lignes (1)" }).click();
    await expect(
      page.getByText("Maillots qui attendent dans la file de relecture : 1"),
    ).toBeVisible();
    await end();
    const tab = page.getByRole("tab", { name: /^File/ });
    const before = Number.parseInt((await tab.textContent())!.replaceAll(/\D/g, ""), 10);
    const lines = [
      known,
      "Maillot en attente aussi;RC Lens;Ligue 1;2022-23;1932;training;;;;;",
      "Maillot en attente encore;RC Lens;Ligue 1;2022-23;1933;anniversary;;;;;",
      "Maillot trop cher;RC Lens;Ligue 1;2022-23;1934;other;;hors de prix;;;",
    ];
    await begin(lines);
    await page.getByRole("button", { name: "Importer les lignes (2)" }).click();
    await expect(
      page.getByText("Maillots qui attendent dans la file de relecture : 2"),
    ).toBeVisible();
    await expect(tab).toHaveText(new RegExp(`\\D${before + 2}$`));
    await expect(
      page.getByText(/mis dans la file · ajoutés\s: 2, déjà présents ou laissés de côté\s: 2/),
    ).toBeVisible();
    await end();
  },
);

test(
  "an import goes on after its page was left, and adds no line twice",
  { tag: "@long" },
  async ({ page, site }) => {
    const admin = await createAdministrator(site, "interrompue");
    const client = clientOf(site, admin);
    const count = async () => {
      const { count: found } = await client
        .from("jerseys")
        .select("id", { count: "exact", head: true })
        .eq("author_id", admin.user.id)
        .throwOnError();
      return found;
    };
    await signInAs(page, admin);
    await page.goto("/admin?tab=catalogueImport");
    // Another season and other years than the jersey that the first test leaves.
    const lines = Array.from(
      { length: 250 },
      (_, n) => `Maillot n° ${n};RC Lens;Ligue 1;2023-24;${1910 + (n % 100)};other;;;;;`,
    );
    await choose(page, lines);
    await page.getByRole("button", { name: "Vérifier les lignes (250)" }).click();
    // The second batch is held back until the page is left.
    let batches = 0;
    await page.route("**/rpc/import_jerseys", async (route) => {
      batches += 1;
      if (batches < 2) await route.continue();
    });
    await page.getByRole("button", { name: "Importer les lignes (250)" }).click();
    await expect(page.getByText("Lignes importées : 200 sur 250").first()).toBeVisible();
    // In this order: without its route, the batch that is held back would be sent.
    await page.reload();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(await count()).toBe(200);
    await expect(page.getByText(/^Import interrompu/)).toBeVisible();
    await page.getByRole("button", { name: "Reprendre" }).click();
    await expect(
      page.getByText("Maillots qui attendent dans la file de relecture : 250."),
    ).toBeVisible();
    expect(await count()).toBe(250);
    await page.getByRole("button", { name: "Terminer" }).click();
    await page.reload();
    // The undo goes on, too, after a step that got no answer.
    let steps = 0;
    await page.route("**/rpc/undo", async (route) => {
      const { dry_run } = route.request().postDataJSON() as { dry_run?: boolean };
      if (!dry_run) steps += 1;
      await (!dry_run && steps === 2 ? route.abort() : route.continue());
    });
    await undo(
      page,
      "Modifications plus anciennes, qui seront aussi annulées si c’est possible : 50",
    );
    const dialog = page.getByRole("dialog");
    // As much as a step's seconds allow.
    await expect(dialog.getByText(/^Modifications annulées\s: \d+…/)).toBeVisible();
    await expect(dialog.getByRole("alert")).toContainText("Le serveur ne répond pas");
    await dialog.getByRole("button", { name: "Continuer" }).click();
    await expect(page.getByText("Modifications annulées : 250")).toBeVisible();
  },
);

test(
  "a list is checked on a phone without scrolling sideways",
  { tag: "@long" },
  async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signInAs(page, await createAdministrator(site, "de_poche"));
    await page.goto("/admin?tab=catalogueImport");
    await choose(page, [
      "Maillot;Un club au nom particulièrement long de quarante lettres;Ligue 1;2024-25;;;;;;;",
    ]);
    await page.getByRole("button", { name: "Vérifier les lignes (1)" }).click();
    await expect(page.getByRole("button", { name: "Refusées (1)" })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
  },
);
