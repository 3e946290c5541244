import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import type { Site } from "../../tests/support/site.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { runSql } from "../support/database.ts";
import { clientOf } from "../support/jerseys.ts";
import { browserOf, createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const TEAM = "Paris Saint-Germain";

/** Two copies of the oldest jersey of a team, and one of another sport. */
async function collect(site: Site, { user }: Session): Promise<void> {
  await runSql(
    site,
    `insert into public.copies
      (owner_id, jersey_id, size, price, currency, condition, bought_on, storage_place)
     select $1, id, 'M', price, currency, 'good', '2019-07', 'Armoire secrète'
     from (
       (select id, 120.5 as price, 'EUR' as currency from public.jerseys
        where team = '${TEAM}' and status = 'approved' and is_active order by year, id limit 1)
       union all
       (select id, null, null from public.jerseys
        where team = '${TEAM}' and status = 'approved' and is_active order by year, id limit 1)
       union all
       (select id, 80, 'USD' from public.jerseys
        where league = 'NBA' and status = 'approved' and is_active order by id limit 1)) owned`,
    [user.id],
  );
}

const WALKS = [
  {
    address: "/account/numbers",
    copies: /^maillots\s*3$/,
    everything: "Afficher tous les chiffres",
    size: "Par taille",
    team: "Par équipe",
    unpriced: "Sans prix : 1 exemplaire",
    wish: "Tout ajouter à ma wishlist",
    undo: "Annuler",
    undone: /retirés? de votre wishlist/,
  },
  {
    address: "/pt/account/numbers",
    copies: /^camisas\s*3$/,
    everything: "Mostrar todos os números",
    size: "Por tamanho",
    team: "Por time",
    unpriced: "Sem preço: 1 exemplar",
    wish: "Adicionar todas à minha lista de desejos",
    undo: "Desfazer",
    undone: /removidas? da sua lista de desejos/,
  },
];

/** How many jerseys a member wishes for. */
async function wishes(site: Site, member: Session): Promise<number> {
  const { count } = await clientOf(site, member)
    .from("user_wishlists")
    .select("*", { count: "exact", head: true })
    .throwOnError();
  return count ?? 0;
}

test(
  "a collection in charts, and what is missing as wishes with undo",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "numbers");
    await collect(site, member);
    await signInAs(page, member);
    for (const walk of WALKS) {
      await page.goto(walk.address);
      await expect(page.locator("dl > div", { hasText: walk.copies })).toBeVisible();
      const teams = page.getByRole("region", { name: walk.team });
      await expect(teams.getByRole("row", { name: new RegExp(`${TEAM} 2`) })).toBeVisible();
      const link = teams.getByRole("link", { name: TEAM });
      await expect(link).toHaveAttribute(
        "href",
        /\/account\/collection\?team=paris-saint-germain\.soccer$/,
      );
      await expect(page.getByText(walk.unpriced)).toHaveAttribute("href", /only=no-price$/);
      // Of three copies, only what says something, unless all is asked for.
      await expect(page.getByRole("region", { name: walk.size })).toHaveCount(0);
      await page.getByLabel(walk.everything).press("Space");
      await expect(page.getByRole("region", { name: walk.size })).toBeVisible();
      const all = page.getByRole("button", { name: walk.wish });
      await expect(all).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      await all.click();
      await expect(all).toBeHidden();
      expect(await wishes(site, member)).toBeGreaterThan(0);
      await page.getByRole("button", { name: walk.undo }).click();
      await expect(page.getByText(walk.undone)).toBeVisible();
      await expect(all).toBeVisible();
      expect(await wishes(site, member)).toBe(0);
    }
    // One by one: the heart of a jersey is pressed, and pressed again.
    const heart = page.getByRole("button", { name: /na minha lista de desejos$/ }).first();
    for (const pressed of ["true", "false"]) {
      await heart.click();
      await expect(heart).toHaveAttribute("aria-pressed", pressed);
    }
  },
);

/** Records the paths of copies' photos that a page asks for. */
function requestedPhotos(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const path = /\/storage\/v1\/object\/.*copies\/(.*)$/.exec(request.url())?.[1];
    if (path) paths.push(path);
  });
  return paths;
}

test(
  "an inventory on paper, and a picture that shows what is public only",
  { tag: "@long" },
  async ({ browser, page, site }) => {
    const member = await createMember(site, "numbers");
    await collect(site, member);
    const photo = (end: string) =>
      `${member.user.id}/00000000-0000-4000-8000-00000000000${end}.webp`;
    // One photo that may be shown, of the copy in euros; the other copy's may not.
    await runSql(
      site,
      `insert into public.copy_photos (copy_id, path, is_shown)
     select id, case currency when 'EUR' then $2 else $3 end, currency = 'EUR'
     from public.copies where owner_id = $1 and currency is not null`,
      [member.user.id, photo("1"), photo("2")],
    );
    await signInAs(page, member);
    await page.goto("/account/inventory");
    const sheet = page.getByRole("group", { name: "Aperçu" });
    await expect(sheet.getByRole("listitem")).toHaveCount(3);
    await expect(sheet.getByText("120,50 €")).toHaveCount(2);
    await expect(sheet).not.toContainText("Armoire secrète");
    await page.getByLabel("Rangement et prêts").check();
    await expect(sheet).toContainText("Armoire secrète");
    await page.getByLabel("Prix").uncheck();
    await expect(sheet).not.toContainText("€");
    await expectAccessible(page);
    await page.evaluate(() => {
      window.print = () => (document.title = "printed");
    });
    await page.getByRole("button", { name: "Imprimer" }).click();
    await expect(page).toHaveTitle("printed");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.getByRole("heading", { name: "Mon compte" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Imprimer" })).toBeHidden();
    await expect(sheet).toBeVisible();
    await page.emulateMedia({ media: null, colorScheme: null });

    const requested = requestedPhotos(page);
    await page.getByRole("button", { name: "Autres actions" }).filter({ visible: true }).click();
    await page.getByRole("link", { name: "En chiffres" }).filter({ visible: true }).click();
    await page.getByRole("button", { name: "Créer une image" }).click();
    const preview = page.getByAltText("Aperçu de l’image");
    await expect(preview).toBeVisible();
    const size = () =>
      preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    await expect.poll(size).toEqual([1200, 630]);
    await page.getByLabel(/^Carré/).check();
    await expect.poll(size).toEqual([1080, 1080]);
    expect(new Set(requested)).toEqual(new Set([photo("1")]));
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    expect((await download).suggestedFilename()).toBe("maillotheque.png");

    // Printing another section prints that section.
    await page.emulateMedia({ media: "print" });
    await expect(preview).toBeVisible();

    const stranger = await browserOf(browser, site, await createMember(site, "stranger"));
    await stranger.goto("/en/account/numbers");
    await expect(stranger.getByText("Your collection is still empty.")).toBeVisible();
    await stranger.goto("/es/account/inventory");
    await expect(stranger.getByText("Su colección aún está vacía.")).toBeVisible();
    await stranger.context().close();
  },
);
