import { createClient } from "@supabase/supabase-js";

import { expectAccessible } from "../support/accessible.ts";
import { clientOf, seededJerseys, type SeededJersey } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

/** In every word of the list; nobody else may read it while the list is private. */
const MARKER = "zzsecret";
const TITLE = `Mes verts ${MARKER}`;

test("a member makes a list, shows it, and shows it no longer", async ({ page, site, browser }) => {
  const member = await createMember(site, "ines");
  const [first, second] = (await seededJerseys(clientOf(site, member), 2)) as [
    SeededJersey,
    SeededJersey,
  ];
  const own = await clientOf(site, member)
    .from("user_collections")
    .insert({ jersey_id: first.id, user_id: member.user.id });
  expect(own.error).toBeNull();
  const dialog = page.getByRole("dialog");

  await signInAs(page, member);
  await page.goto(first.path);
  await page.getByRole("button", { name: "Ajouter à une liste…" }).click();
  await dialog.getByLabel("Titre de la nouvelle liste").fill(TITLE);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Créer la liste" }).click();
  await expect(dialog.getByRole("checkbox", { name: TITLE })).toBeChecked();

  // Another time, one press is enough.
  await page.goto(second.path);
  await page.getByRole("button", { name: "Ajouter à une liste…" }).click();
  const tick = dialog.getByRole("checkbox", { name: TITLE });
  await tick.click();
  await expect(tick).toBeChecked();
  await expect(page.getByText(`Ajouté à « ${TITLE} »`)).toBeVisible();
  // Of presses that come faster than the answers, the last one wins.
  const released = Promise.withResolvers<void>();
  await page.route("**/rest/v1/list_items*", async (route) => {
    if (route.request().method() === "DELETE") await released.promise;
    await route.continue();
  });
  const answerTo = (method: string) =>
    page.waitForResponse(
      (response) =>
        response.url().includes("/list_items") && response.request().method() === method,
    );
  const answers = [answerTo("DELETE"), answerTo("POST")];
  await tick.click();
  await expect(tick).not.toBeChecked();
  await tick.click();
  await expect(tick).toBeChecked();
  released.resolve();
  await Promise.all(answers);

  await page.goto("/account/lists");
  await page.getByRole("link", { name: TITLE }).click();
  await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/);
  const address = new URL(page.url()).pathname;
  await expect(page.getByText("Cette liste n’est visible que de vous.")).toBeVisible();
  await expect(page.getByText("Dans votre collection : 1 sur 2")).toBeVisible();
  await page
    .getByRole("button", {
      name: "Ajouter à ma wishlist les maillots manquants qui n’y sont pas encore (1)",
    })
    .click();
  const wished = page.getByText("Les autres maillots sont dans votre wishlist.");
  await expect(wished).toBeVisible();
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(wished).toBeHidden();

  await page.getByRole("button", { name: "Modifier la liste" }).click();
  const rows = dialog.getByRole("list").last().getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(first.title);
  // By keyboard; the focus goes along.
  const down = rows.first().getByRole("button", { name: `Descendre ${first.title}` });
  await down.press("Enter");
  await expect(rows.first()).toContainText(second.title);
  await expect(rows.last().getByRole("button", { name: `Descendre ${first.title}` })).toBeFocused();
  await rows
    .last()
    .getByRole("button", { name: `Monter ${first.title}` })
    .press("Enter");
  await expect(rows.first()).toContainText(first.title);
  // By dragging its picture.
  const handle = rows.first().locator("[aria-hidden]").first();
  await handle.hover();
  await page.mouse.down();
  await rows.last().hover({ position: { x: 20, y: 90 }, force: true });
  await page.mouse.up();
  await expect(rows.first()).toContainText(second.title);
  await rows
    .last()
    .getByRole("button", { name: `Monter ${first.title}` })
    .press("Enter");
  await expect(rows.first()).toContainText(first.title);
  await rows.last().getByLabel(`Rang de ${second.title}`).fill("1");
  await rows.first().getByLabel(`Remarque sur ${first.title}`).fill(`Le premier ${MARKER}`);
  await expect(rows.first()).toContainText(second.title);
  await rows
    .first()
    .getByRole("button", { name: `Retirer : ${second.title}` })
    .click();
  await expect(rows.first()).toContainText("a été retiré de la liste");
  await rows.first().getByRole("button", { name: "Annuler" }).click();
  await expect(rows.first().getByLabel(`Rang de ${second.title}`)).toHaveValue("1");
  await dialog.getByLabel("Texte").fill(`Depuis 1998. ${MARKER}`);
  await expectAccessible(page);

  // A stranger sees nothing of it yet, nor does the interface.
  const stranger = await browser.newPage({ baseURL: site.url });
  const anybody = createClient(site.url, site.anonKey);
  const id = address.slice("/list/".length);
  async function expectNothing() {
    for (const path of [address, `/og/list/${id}.fr.jpg`, `/en${address}`]) {
      const answer = await stranger.request.get(path, { maxRedirects: 0 });
      expect(answer.status(), path).toBe(404);
      expect(await answer.text(), path).not.toContain(MARKER);
    }
    // A page that only names it may be stored for seconds.
    await expect
      .poll(async () => (await stranger.request.get(first.path)).text(), { timeout: 10_000 })
      .not.toContain(MARKER);
    for (const [name, given] of [
      ["list", { list_id: id }],
      ["items_of_list", { list_id: id }],
      ["lists_with", { jersey_id: first.id }],
    ] as const) {
      // A jersey may be in lists of others.
      expect(JSON.stringify((await anybody.rpc(name, given)).data), name).not.toContain(id);
    }
  }
  await expectNothing();

  // Whoever has no name is asked for one before everybody reads it.
  await expect(dialog.getByLabel("Votre nom affiché")).toHaveCount(0);
  await dialog.getByLabel("Montrer cette liste à tout le monde").check();
  await dialog.getByLabel("Votre nom affiché").fill("Ines des verts");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Tout le monde peut voir cette liste.")).toBeVisible();
  await expect(page.getByText(`Depuis 1998. ${MARKER}`)).toBeVisible();

  const shown = await stranger.goto(address);
  expect(shown!.headers()["cache-control"]).toBe("private, no-store");
  await expect(stranger.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  await expect(stranger.getByText(`Le premier ${MARKER}`)).toBeVisible();
  const cards = stranger.locator("#maillots h3");
  await expect(cards).toHaveText([second.title, first.title]);
  // Two shirts are too few for search engines.
  await expect(stranger.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expectAccessible(stranger);
  await stranger.setViewportSize({ width: 360, height: 800 });
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await stranger.getByRole("main").getByRole("link", { name: "Ines des verts" }).first().click();
  await expect(stranger.getByRole("heading", { name: "Listes", exact: true })).toBeVisible();
  await expect(async () => {
    await stranger.goto(first.path);
    await expect(stranger.getByRole("link", { name: TITLE })).toBeVisible({ timeout: 1000 });
  }).toPass();
  // A name that is replaced, by its member or an administrator, stays on no stored page.
  await clientOf(site, member)
    .from("profiles")
    .update({ display_name: "Inês" })
    .eq("id", member.user.id)
    .throwOnError();
  await expect(async () => {
    await stranger.goto(first.path);
    const link = stranger.getByRole("link", { name: TITLE });
    await expect(link).toContainText("Inês", { timeout: 1000 });
  }).toPass({ timeout: 10_000 });
  expect((await stranger.request.get(`/og/list/${id}.fr.jpg`)).status()).toBe(200);

  await page.getByRole("button", { name: "Modifier la liste" }).click();
  await dialog.getByLabel("Montrer cette liste à tout le monde").uncheck();
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Cette liste n’est visible que de vous.")).toBeVisible();
  await expectNothing();
});

test("an empty list is filled where it is, private or public", async ({ page, site }) => {
  const member = await createMember(site, "ines");
  const client = clientOf(site, member);
  const jerseys = await seededJerseys(client, 2);
  await client
    .from("copies")
    .insert(jerseys.map(({ id: jersey_id }) => ({ jersey_id })))
    .throwOnError();
  // One that the catalogue lacks.
  const former_jersey = { title: "FC Village 1987-1988", team: "FC Village", league: "SOCCER" };
  await client.from("copies").insert({ former_jersey }).throwOnError();
  await signInAs(page, member);
  for (const [n, isPublic] of [false, true].entries()) {
    await page.goto("/account/lists");
    await page.getByLabel("Titre de la nouvelle liste").fill(`Vide ${n}`);
    await page.getByRole("button", { name: "Créer la liste" }).click();
    await expect(page).toHaveURL(/\/list\//);
    if (!isPublic) {
      // A list that could not be loaded isn't said to be gone.
      await page.route("**/rest/v1/lists?**", (route) => route.abort());
      await page.reload();
      await expect(
        page.getByText("Cette partie de la page n’a pas pu être chargée."),
      ).toBeVisible();
      await page.unroute("**/rest/v1/lists?**");
      await page.getByRole("button", { name: "Réessayer" }).click();
    }
    if (isPublic) {
      const id = page.url().split("/").at(-1)!;
      await client.from("lists").update({ is_public: true }).eq("id", id).throwOnError();
      await page.reload();
    }
    const fill = page.getByRole("button", { name: "Ma collection" });
    await expect(fill).toBeVisible();
    await expectAccessible(page);
    await fill.click();
    await expect(page.getByRole("article")).toHaveCount(3);
    await expect(page.getByRole("article").filter({ hasText: former_jersey.title })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Annuler" }).click();
    await expect(page.getByRole("article")).toHaveCount(0);
    // One by one: what was found stays for the next press.
    await page.getByLabel("Ajouter des maillots").fill(jerseys[0]!.title);
    const found = page.getByRole("list", { name: "Maillots trouvés" }).getByRole("button");
    await expect(found.first()).toHaveAttribute("aria-pressed", "false");
    await expectAccessible(page);
    await found.first().click();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(found.first()).toHaveAttribute("aria-pressed", "true");
    await found.first().click();
    await expect(page.getByRole("article")).toHaveCount(0);
    await found.first().click();
    await expect(page.getByRole("article")).toHaveCount(1);
    // One that nobody has leads to the collection first; by the keyboard, the first that is found is added.
    await page.getByLabel("Ajouter des maillots").fill("zzz introuvable");
    await expect(
      page.getByRole("link", { name: "Ajouter d’abord ce maillot à ma collection" }),
    ).toHaveAttribute("href", "/account/collection?add=zzz+introuvable");
    await page.getByLabel("Ajouter des maillots").fill("village");
    await expect(found).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article").last()).toContainText(former_jersey.title);
    // Enter before the answer adds what the new words find, not what is still shown.
    await page.getByLabel("Ajouter des maillots").fill("newcastle united");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article").last()).toContainText("Newcastle United");
    if (isPublic) {
      await page.reload();
      await expect(page.getByRole("article").filter({ hasText: former_jersey.title })).toHaveCount(
        1,
      );
      continue;
    }
    // Without a name, the editor asks for one; nobody is obliged to have one.
    await page.getByRole("button", { name: "Montrer cette liste à tout le monde" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Votre nom affiché")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Tout le monde peut voir cette liste.")).toBeVisible();
    await expect(
      page.getByRole("button", { name: "Montrer cette liste à tout le monde" }),
    ).toHaveCount(0);
  }
});

test("a list of five shirts takes nine presses on a phone", async ({ page, site }) => {
  const member = await createMember(site, "ines");
  const client = clientOf(site, member);
  await client
    .from("profiles")
    .update({ display_name: "Inês" })
    .eq("id", member.user.id)
    .throwOnError();
  const jerseys = await seededJerseys(client, 5);
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, member);
  await page.goto("/account/lists");
  await page.evaluate(() => {
    const counted = window as { presses?: number };
    counted.presses = 0;
    addEventListener("pointerdown", () => (counted.presses! += 1), { capture: true });
  });

  await page.getByLabel("Titre de la nouvelle liste").click();
  await page.keyboard.type("Mes cinq");
  await page.getByRole("button", { name: "Créer la liste" }).click();
  await expect(page.getByLabel("Ajouter des maillots")).toBeFocused();
  for (const [n, { title }] of jerseys.entries()) {
    await page.keyboard.type(title);
    await expect(page.getByLabel("Ajouter des maillots")).toHaveValue(title);
    const found = page.getByRole("list", { name: "Maillots trouvés" }).getByRole("button");
    await found.filter({ hasText: title }).first().click();
    await expect(page.getByRole("article")).toHaveCount(n + 1);
  }
  await page.getByRole("button", { name: "Montrer cette liste à tout le monde" }).click();
  await page.getByRole("button", { name: "Partager" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate(() => (window as { presses?: number }).presses)).toBe(9);
});

test("shirts that are chosen in the collection are put into a list together", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "ines");
  const client = clientOf(site, member);
  const [jersey] = await seededJerseys(client, 1);
  const former_jersey = { title: "FC Village 1987-1988", team: "FC Village", league: "SOCCER" };
  await client
    .from("copies")
    .insert([{ jersey_id: jersey!.id }, { jersey_id: jersey!.id, size: "L" }])
    .throwOnError();
  await client.from("copies").insert({ former_jersey }).throwOnError();
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, member);
  await page.goto("/account/collection");
  await page.getByRole("button", { name: "Sélectionner", exact: true }).click();
  await page.getByLabel("Tout sélectionner").check();
  await page.getByRole("button", { name: "Ajouter à une liste" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Titre de la nouvelle liste").fill("Tout");
  await dialog.getByRole("button", { name: "Créer la liste" }).click();
  // Two copies of one jersey are one place.
  await expect(page.getByText(/^Maillots ajoutés à «\sTout\s»\s: 2$/)).toBeVisible();
  await page.goto("/account/lists");
  await page.getByRole("link", { name: "Tout" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("article").filter({ hasText: former_jersey.title })).toBeVisible();
});
