import type { Page } from "@playwright/test";

import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { clientOf, seededJerseys } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { expect, test } from "../support/test.ts";

/** Waits until the browser has stored pages, the files of the open one, and a number of the member's queries. */
async function untilStored(page: Page, paths: string[], queries: number): Promise<void> {
  await expect
    .poll(async () => {
      const missing = await page.evaluate(async (all) => {
        const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
        const files = loaded.filter((name) => name.includes("/assets/"));
        const wanted = [...new Set([...all, "/offline", ...files])];
        const found = await Promise.all(wanted.map((address) => caches.match(address)));
        return wanted.filter((_, n) => !found[n]);
      }, paths);
      const stored = (await own(page)).filter((kind) => kind === "query").length;
      return { missing, queries: stored };
    })
    .toEqual({ missing: [], queries });
}

/** The kinds of what the browser stores of members. */
function own(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("maillotheque.offline");
        opening.onupgradeneeded = () => opening.result.createObjectStore("own");
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction("own").objectStore("own").getAllKeys();
          reading.onsuccess = () => {
            resolve(reading.result.map((key) => (key as string[])[1]!));
            database.close();
          };
        };
      }),
  );
}

test.use({ serviceWorkers: "allow" });

test("a collection opens without a network, and a copy added there is sent once", async ({
  context,
  site,
}) => {
  const member = await createMember(site, "brocante");
  const client = clientOf(site, member);
  const [first, second, third, wished, fresh] = await seededJerseys(client, 5);
  const mine = [first!, second!, third!];
  await client
    .from("user_collections")
    .insert(mine.map(({ id }) => ({ jersey_id: id, user_id: member.user.id })))
    .throwOnError();
  await client.from("copies").update({ size: "XL" }).eq("jersey_id", first!.id).throwOnError();
  await client
    .from("user_wishlists")
    .insert({ jersey_id: wished!.id, user_id: member.user.id })
    .throwOnError();

  // A page outside the fixtures: the browser reports every failed request.
  const tab = await context.newPage();
  await tab.setViewportSize({ width: 390, height: 844 });
  await signInAs(tab, member);
  const list = tab.getByRole("region", { name: /exemplaires?$/ });
  // The worker stores what passes by it: it is there from the second page on.
  await tab.goto(site.url);
  await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await tab.goto(`${site.url}/account/collection`);
  await expect(tab.getByRole("heading", { name: first!.title })).toBeVisible();
  await untilStored(tab, [], 2);
  // By the router, which reads its data; then as a document.
  await tab.goto(`${site.url}/account`);
  await tab.getByRole("main").getByRole("link", { name: first!.title }).first().click();
  await expect(tab).toHaveURL(site.url + first!.path);
  await expect(tab.getByRole("heading", { level: 1, name: first!.title })).toBeVisible();
  await untilStored(tab, [first!.path], 3);
  await tab.goto(site.url + fresh!.path);
  const have = tab
    .getByRole("group", { name: "Collection et wishlist" })
    .getByRole("button", { name: "Je l’ai" });
  await expect(have).toHaveAttribute("aria-pressed", "false");
  await untilStored(tab, [fresh!.path], 3);

  await context.setOffline(true);
  for (const { path, title } of [fresh!, first!]) {
    await tab.goto(site.url + path);
    await expect(tab.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(tab).toHaveURL(site.url + path);
    await expect(tab.getByText(/^Page telle qu’elle était le/)).toBeVisible();
    await tab.reload();
    await expect(tab.getByRole("heading", { level: 1, name: title })).toBeVisible();
  }
  await tab.goto(`${site.url}/account/collection`);
  await expect(tab).toHaveURL(`${site.url}/account/collection`);
  await expect(tab.getByRole("banner")).toBeVisible();
  await expect(tab.getByText("Vous êtes hors ligne")).toBeVisible();
  await expect(tab.getByText(/^Hors ligne.: votre liste telle qu’elle était le/)).toBeVisible();
  for (const { title } of mine)
    await expect(tab.getByRole("heading", { name: title })).toBeVisible();
  expect(
    await tab.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].some(({ status }) => status === "loaded");
    }),
  ).toBe(true);
  await expectNoSidewaysScroll(tab);
  await expectAccessible(tab);

  // A copy that was never opened says what is known of it, can't be changed, and leads to its jersey's stored page.
  await tab.getByRole("article").filter({ hasText: first!.title }).click();
  const editor = tab.getByRole("dialog", { name: first!.title });
  await expect(
    editor.getByRole("button", { name: "XL", exact: true, pressed: true }),
  ).toBeVisible();
  await expect(editor.getByText(/^Hors ligne.: voici l’exemplaire/)).toBeVisible();
  await expect(editor.getByRole("button", { name: "Enregistrer" })).toHaveCount(0);
  await expect(editor.getByRole("link", { name: "Voir la page du maillot" })).toBeVisible();
  await tab.keyboard.press("Escape");
  await expect(editor).toBeHidden();

  // Do I own this?
  await tab.getByRole("searchbox").first().fill(second!.title);
  await expect(tab.getByRole("heading", { name: first!.title })).toBeHidden();
  await expect(tab.getByRole("heading", { name: second!.title })).toBeVisible();
  await tab.getByRole("navigation").getByRole("link", { name: "Wishlist" }).click();
  await expect(tab.getByRole("heading", { name: wished!.title })).toBeVisible();

  // A page that isn't stored leads to those that are.
  await tab.goto(`${site.url}/competitions`);
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
  await tab.getByRole("list").getByRole("link", { name: fresh!.title }).click();
  await expect(tab).toHaveURL(site.url + fresh!.path);
  await expect(tab.getByText(/^Page telle qu’elle était le/)).toBeVisible();
  await have.click();
  await expect(tab.getByText(/^Hors ligne.: ce maillot est enregistré/)).toBeVisible();
  await tab.reload();
  await expect(have).toHaveAttribute("aria-pressed", "true");
  await tab.goto(`${site.url}/account/collection`);
  const unsent = tab.getByRole("region", { name: "Maillots en attente d’envoi : 1" });
  await expect(unsent.getByText(fresh!.title)).toBeVisible();
  const other = await context.newPage();
  await signInAs(other, member);
  await other.goto(`${site.url}/account/collection`);
  await expect(other.getByText("Maillots en attente d’envoi : 1")).toBeVisible();

  // Back online the site fails at first. Signing out would delete the copy: it asks.
  let isBroken = true;
  let lost = 0;
  await context.route("**/rest/v1/user_collections*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (isBroken) return route.fulfill({ status: 503, body: "" });
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await context.setOffline(false);
  await tab.goto(`${site.url}/account`);
  const leave = tab.getByRole("button", { name: "Se déconnecter", exact: true });
  await leave.click();
  const question = tab.getByRole("dialog", { name: "Maillots en attente d’envoi : 1" });
  await expectAccessible(tab);
  const send = question.getByRole("button", { name: "Envoyer, puis se déconnecter" });
  await send.click();
  await expect(send).toBeEnabled();
  await question.getByRole("button", { name: "Ne pas se déconnecter" }).click();
  await expect(question).toBeHidden();

  // Then both tabs send, and the first answer is lost.
  isBroken = false;
  await Promise.all([tab.goto(`${site.url}/account/collection`), other.reload()]);
  await expect(tab.getByText(fresh!.title).first()).toBeVisible();
  await expect(async () => {
    const again = tab.getByRole("button", { name: "Envoyer maintenant" });
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(unsent).toBeHidden({ timeout: 2000 });
  }).toPass();
  await expect(other.getByText("Maillots en attente d’envoi : 1")).toBeHidden();
  await expect(list.getByRole("heading", { name: fresh!.title })).toBeVisible();
  expect(lost).toBe(1);
  await tab.reload();
  await expect(tab.getByRole("heading", { name: fresh!.title })).toBeVisible();
  const { data: copies } = await client
    .from("copies")
    .select("id")
    .eq("jersey_id", fresh!.id)
    .throwOnError();
  expect(copies).toHaveLength(1);

  // The next person at this computer finds nothing.
  await tab.goto(`${site.url}/account`);
  await leave.click();
  await expect(tab.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();
  await expect.poll(() => own(tab)).toEqual([]);
  const left = await tab.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map(({ url }) => url);
  });
  // What visitors see of the home page, and the site's own files.
  expect(left.filter((url) => /\/(jersey|account|rest|auth|sign)\//.test(url))).toEqual([]);
});

test("shirts that are typed without a network are looked up and added once there is one", async ({
  context,
  site,
}) => {
  const member = await createMember(site, "marche-aux-puces");
  const client = clientOf(site, member);
  const { data: lens } = await client
    .from("teams")
    .select("team_id:id, team:name")
    .eq("name", "RC Lens")
    .single()
    .throwOnError();
  const { data: season } = await client
    .from("seasons")
    .select("season_id:id")
    .eq("code", "1998-99")
    .single()
    .throwOnError();
  const known = { ...lens, ...season, kit_type: "home", title: "Lens à domicile" };
  const id = await publicJersey(site, known);
  const tab = await context.newPage();
  await tab.setViewportSize({ width: 390, height: 844 });
  await signInAs(tab, member);
  await tab.goto(`${site.url}/account/collection`);
  const field = tab.getByLabel("Ajouter un maillot");
  await expect(field).toBeVisible();

  await context.setOffline(true);
  await field.fill("Lens domicile 1998-99 Vairelles 9");
  await expect(tab.getByText(/^Hors ligne.: ce maillot sera cherché/)).toBeVisible();
  await expectNoSidewaysScroll(tab);
  await expectAccessible(tab);
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await field.fill("Red Star 1985-86 domicile");
  await tab.getByRole("button", { name: "Ajouter ce maillot" }).click();
  const unsent = tab.getByRole("region", { name: "Maillots en attente d’envoi : 2" });
  await expect(unsent.getByText("Red Star 1985-86 domicile")).toBeVisible();

  await context.setOffline(false);
  const waiting = tab.getByRole("region", { name: /^Maillots en attente d’envoi/ });
  await expect(async () => {
    // A network that has just come back may fail once more.
    const again = tab.getByRole("button", { name: "Envoyer maintenant" });
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(waiting).toBeHidden({ timeout: 2000 });
  }).toPass();
  await expect(tab.getByText("2 exemplaires", { exact: true })).toBeVisible();
  const { data: copies } = await client
    .from("copies")
    .select("jersey_id, former_jersey, printed_name")
    .order("printed_name")
    .throwOnError();
  expect(copies).toMatchObject([
    { jersey_id: id, printed_name: "Vairelles" },
    { jersey_id: null, former_jersey: { season: "1985-86", kit_type: "home" } },
  ]);
});

for (const { choice, left } of [
  { choice: "Envoyer, puis se déconnecter", left: 1 },
  { choice: "Se déconnecter et perdre ces maillots", left: 0 },
]) {
  test(
    `signing out asks about a copy that waits: ${choice}`,
    { tag: "@long" },
    async ({ context, site }) => {
      const member = await createMember(site, `depart${left}`);
      const client = clientOf(site, member);
      const [jersey] = await seededJerseys(client, 1);
      // A page outside the fixtures: the browser reports every failed request.
      const tab = await context.newPage();
      await signInAs(tab, member);
      let isBroken = true;
      await context.route("**/rest/v1/user_collections*", (route) => {
        if (route.request().method() !== "POST" || !isBroken) return route.continue();
        return route.abort("connectionreset");
      });
      await tab.goto(site.url + jersey!.path);
      const have = tab
        .getByRole("group", { name: "Collection et wishlist" })
        .getByRole("button", { name: "Je l’ai" });
      await expect(have).toHaveAttribute("aria-pressed", "false");
      await have.click();
      await expect(tab.getByText(/^Hors ligne.: ce maillot est enregistré/)).toBeVisible();

      await tab.goto(`${site.url}/account`);
      await tab.getByRole("button", { name: "Se déconnecter", exact: true }).click();
      const question = tab.getByRole("dialog", { name: "Maillots en attente d’envoi : 1" });
      await expect(question).toBeVisible();
      // A copy that is to be lost must not be sent by a repetition just before.
      isBroken = left === 0;
      await question.getByRole("button", { name: choice }).click();
      await expect(tab.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();
      await expect.poll(() => own(tab)).toEqual([]);
      const { data: copies } = await client.from("copies").select("id").throwOnError();
      expect(copies).toHaveLength(left);
    },
  );
}
