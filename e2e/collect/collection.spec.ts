import type { Page, Route } from "@playwright/test";

import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { clickAlive } from "../support/alive.ts";
import { clientOf, seededJerseys } from "../support/jerseys.ts";
import { browserOf, createMember, signInAs } from "../support/members.ts";
import type { Site } from "../../tests/support/site.ts";
import { expect, test } from "../support/test.ts";

const LISTS = [
  {
    shelf: "Je l’ai",
    table: "user_collections",
    signIn: "Vous devez être connecté pour ajouter à votre collection",
    added: "Maillot ajouté à votre collection !",
    removed: "Maillot retiré de votre collection",
    duplicate: "Ce maillot est déjà dans votre collection",
    addFailed: "Erreur lors de l'ajout à la collection",
    removeFailed: "Erreur lors de la suppression de la collection",
  },
  {
    shelf: "Je le veux",
    table: "user_wishlists",
    signIn: "Vous devez être connecté pour ajouter à votre wishlist",
    added: "Maillot ajouté à votre wishlist !",
    removed: "Maillot retiré de votre wishlist",
    duplicate: "Ce maillot est déjà dans votre wishlist",
    addFailed: "Erreur lors de l'ajout à la wishlist",
    removeFailed: "Erreur lors de la suppression de la wishlist",
  },
] as const;

/** The best rated jersey's address, from the home page. */
async function anyJersey(site: Site): Promise<string> {
  const html = await (await fetch(site.url)).text();
  return /href="(\/jersey\/[^"]+)"/.exec(html)![1]!;
}

const shelfButton = (page: Page, shelf: string) =>
  page.getByRole("group", { name: "Collection et wishlist" }).getByRole("button", { name: shelf });

for (const [what, end] of [
  ["saved", "Enregistrer"],
  ["discarded", "Annuler"],
] as const) {
  test(`the collection stays where it was when a copy is ${what}`, async ({ page, site }) => {
    const member = await createMember(site, "deroule");
    const client = clientOf(site, member);
    const jerseys = await seededJerseys(client, 24);
    await client
      .from("copies")
      .insert(jerseys.map(({ id }) => ({ jersey_id: id })))
      .throwOnError();
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs(page, member);
    await page.goto("/account/collection");
    const opener = page.getByRole("article").nth(15).getByRole("button");
    await opener.click();
    const tops = await page.evaluateHandle(() => {
      const seen = [scrollY];
      addEventListener("scroll", () => seen.push(scrollY));
      return seen;
    });
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Prix").fill("12,5");
    await dialog.getByRole("button", { name: end }).click();
    if (end === "Annuler") await page.getByRole("button", { name: "Abandonner" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    const [before, ...after] = await tops.jsonValue();
    expect(before).toBeGreaterThan(1000);
    expect(after.filter((top) => top !== before)).toEqual([]);
  });
}

test("asks a visitor to sign in and returns afterwards", async ({ page, site }) => {
  const jersey = await anyJersey(site);
  for (const list of LISTS) {
    await page.goto(jersey);
    await clickAlive(shelfButton(page, list.shelf));
    await expect(page.getByText(list.signIn)).toBeVisible();
    await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(jersey)}&mode=signup`);
  }
});

test("adds and removes a jersey, and keeps the state", async ({ page, site }) => {
  await signInAs(page, await createMember(site, "collector"));
  await page.goto(await anyJersey(site));
  const shelves = LISTS.map((list) => ({ ...list, button: shelfButton(page, list.shelf) }));
  for (const { button, added } of shelves) {
    await button.click();
    await expect(page.getByText(added)).toBeVisible();
    await expect(button).toHaveAttribute("aria-pressed", "true");
  }
  await page.reload();
  for (const { button, removed } of shelves) {
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await button.click();
    await expect(page.getByText(removed)).toBeVisible();
  }
  await page.reload();
  for (const { button } of shelves) await expect(button).toHaveAttribute("aria-pressed", "false");
});

test("undoes a removal, of a wish with what it said", async ({ page, site }) => {
  const member = await createMember(site, "collector");
  const client = clientOf(site, member);
  const jersey = await anyJersey(site);
  const jerseyId = jersey.split("/").at(-1)!;
  const wish = { size_scale: "adult", size: "L", highest_price: 40, currency: "EUR", note: "Rare" };
  const shelves = {
    user_collections: { jersey_id: jerseyId },
    user_wishlists: { jersey_id: jerseyId, ...wish },
  };
  await client.from("user_collections").insert(shelves.user_collections).throwOnError();
  await client.from("user_wishlists").insert(shelves.user_wishlists).throwOnError();
  await signInAs(page, member);
  await page.goto(jersey);
  for (const { shelf, table, removed } of LISTS) {
    const button = shelfButton(page, shelf);
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await button.click();
    await page
      .getByRole("listitem")
      .filter({ hasText: removed })
      .getByRole("button", { name: "Annuler" })
      .click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect
      .poll(async () => (await client.from(table).select("*")).data)
      .toEqual([expect.objectContaining(shelves[table])]);
  }

  await page.goto("/account/wishlist");
  await expect(page.getByText(/L · .*40.* · Rare/)).toBeVisible();
  // The undo is pressed while the removal is on its way.
  const pressed = Promise.withResolvers<void>();
  await page.route("**/rest/v1/user_wishlists*", async (route) => {
    if (route.request().method() === "DELETE") await pressed.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: /^Retirer «/ }).click();
  await page.getByRole("button", { name: /^Remettre/ }).click();
  pressed.resolve();
  await expect(page.getByText("Maillot ajouté à votre wishlist !").first()).toBeVisible();
  await expect(page.getByText(/L · .*40.* · Rare/)).toBeVisible();
  // The page changes before it is written.
  await expect
    .poll(async () => (await client.from("user_wishlists").select("*")).data)
    .toEqual([expect.objectContaining(shelves.user_wishlists)]);
});

test(
  "shows a jersey that stayed if its removal fails after the undo was pressed",
  { tag: "@long" },
  async ({ browser, site }) => {
    const member = await createMember(site, "collector");
    const jersey_id = (await anyJersey(site)).split("/").at(-1)!;
    await clientOf(site, member).from("user_wishlists").insert({ jersey_id }).throwOnError();
    const page = await browserOf(browser, site, member);
    await page.goto("/account/wishlist");
    const pressed = Promise.withResolvers<void>();
    await page.route("**/rest/v1/user_wishlists*", async (route) => {
      if (route.request().method() !== "DELETE") return route.continue();
      await pressed.promise;
      return refuseWrite(route);
    });
    await page.getByRole("button", { name: /^Retirer «/ }).click();
    await page.getByRole("button", { name: /^Remettre/ }).click();
    pressed.resolve();
    await expect(page.getByText(LISTS[1].removeFailed)).toBeVisible();
    await expect(page.getByText(LISTS[1].added)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Retirer «/ })).toBeVisible();
    await page.context().close();
  },
);

test("a wish that is owned now moves to the collection, and back with what it said; of any shirt", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "collector");
  const client = clientOf(site, member);
  const jerseyId = (await anyJersey(site)).split("/").at(-1)!;
  const wish = { jersey_id: jerseyId, size_scale: "adult", size: "L", note: "Rare" };
  await client.from("user_wishlists").insert(wish).throwOnError();
  const rows = async (table: string) => (await client.from(table).select("*")).data;
  await signInAs(page, member);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/account/wishlist");
  await page.getByRole("button", { name: /^Je l’ai/ }).click();
  await expect(page.getByText("Votre wishlist est vide.")).toBeVisible();
  await expect.poll(() => rows("user_wishlists")).toEqual([]);
  await expect
    .poll(() => rows("user_collections"))
    .toEqual([expect.objectContaining({ jersey_id: jerseyId })]);
  await expect
    .poll(() => rows("copies"))
    .toEqual([expect.objectContaining({ jersey_id: jerseyId, size: "L", notes: "Rare" })]);
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByText("L · Rare")).toBeVisible();
  await expect.poll(() => rows("user_wishlists")).toEqual([expect.objectContaining(wish)]);
  await expect.poll(() => rows("user_collections")).toEqual([]);
  expect(await rows("copies")).toEqual([]);

  // "I want it" for any shirt: one of the catalogue, and one that it lacks.
  const field = page.getByRole("textbox", { name: "Ajouter un maillot à ma wishlist" });
  await field.fill("PSG domicile 2020-2021");
  await page.getByRole("button", { name: /^Je le veux – Paris Saint-Germain/ }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(field).toHaveValue("");
  await field.fill("Naples 1987 Maradona 10 M");
  await page.getByRole("button", { name: "Ajouter ce maillot" }).click();
  await expect(field).toHaveValue("");
  const own = page.getByRole("article").filter({ hasText: "SSC Napoli · 1987-1988" });
  await expect(own).toContainText("M · Maradona 10");
  await own.getByRole("button", { name: /^Retirer/ }).click();
  await page.getByRole("button", { name: /^Remettre « SSC Napoli/ }).click();
  await expect(own).toContainText("M · Maradona 10");
  await own.getByRole("button", { name: /^Préciser ce que je cherche/ }).click();
  await page
    .getByRole("dialog")
    .getByLabel(/^Remarque/)
    .fill("Avant Noël");
  await page.getByRole("dialog").getByRole("button", { name: "Enregistrer" }).click();
  await expect(own).toContainText("M · Avant Noël");
  await page.reload();
  await own.getByRole("button", { name: /^Je l’ai/ }).click();
  await expect(own).toHaveCount(0);
  const bought = await client.from("copies").select("*").is("jersey_id", null);
  expect(bought.data).toMatchObject([
    { former_jersey: { team: "SSC Napoli" }, size: "M", notes: "Avant Noël" },
  ]);
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(own).toContainText("M · Avant Noël");
  await expect(page.getByRole("article")).toHaveCount(3);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("wishes that are owned stay until their owner ends them, all in one press, with undo", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "collector");
  const client = clientOf(site, member);
  const [first, second] = await seededJerseys(client, 2);
  const wish = { jersey_id: first!.id, size: "L", note: "Rare" };
  const again = { jersey_id: second!.id };
  await client.from("user_wishlists").insert(wish).throwOnError();
  await client.from("user_wishlists").insert(again).throwOnError();
  for (const { id } of [first!, second!]) {
    await client.from("copies").insert({ jersey_id: id }).throwOnError();
  }
  const wishes = async () => (await client.from("user_wishlists").select("*")).data;
  await signInAs(page, member);
  await page.goto("/account/wishlist");
  await expect(
    page.getByText("Maillots de votre wishlist déjà dans votre collection : 2"),
  ).toBeVisible();
  await expect(page.getByRole("article").getByText("Vous l’avez déjà")).toHaveCount(2);
  await expect(page.getByRole("button", { name: /^Je l’ai/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Retirer de ma wishlist" }).click();
  await expect.poll(wishes).toEqual([]);
  // Meanwhile another device wishes for one of them again.
  await client.from("user_wishlists").insert(again).throwOnError();
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect
    .poll(wishes)
    .toEqual(expect.arrayContaining([wish, again].map((row) => expect.objectContaining(row))));
  await expect(page.getByText("L · Rare")).toBeVisible();
});

test("reports a change made by another device", { tag: "@long" }, async ({ browser, site }) => {
  const member = await createMember(site, "collector");
  const jersey = await anyJersey(site);
  const open = async () => {
    const device = await browserOf(browser, site, member);
    const known = LISTS.map(({ table }) => device.waitForResponse(new RegExp(table)));
    await device.goto(jersey);
    await Promise.all(known);
    return device;
  };
  const [phone, laptop] = await Promise.all([open(), open()]);
  for (const list of LISTS) {
    await shelfButton(phone, list.shelf).click();
    await expect(phone.getByText(list.added)).toBeVisible();
    await shelfButton(laptop, list.shelf).click();
    await expect(laptop.getByText(list.duplicate)).toBeVisible();
    await expect(shelfButton(laptop, list.shelf)).toHaveAttribute("aria-pressed", "true");
  }
  await phone.context().close();
  await laptop.context().close();
});

/** The button waits for the read of the shelf, which may come late. */
/** Not cut off: without a network an addition waits (offline.spec.ts). */
const refuseWrite = (route: Route) =>
  route.request().method() === "GET"
    ? route.continue()
    : route.fulfill({
        status: 500,
        json: { code: "XX000", message: "broken", details: null, hint: null },
      });

test("rolls back when writing fails", async ({ browser, site }) => {
  const page = await browserOf(browser, site, await createMember(site, "collector"));
  await page.goto(await anyJersey(site));
  for (const list of LISTS) {
    const button = shelfButton(page, list.shelf);
    const writes = new RegExp(`/rest/v1/${list.table}`);
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await page.route(writes, refuseWrite);
    await button.click();
    await expect(page.getByText(list.addFailed)).toBeVisible();
    await expect(button).toHaveAttribute("aria-pressed", "false");

    await page.unroute(writes);
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText(list.added)).toBeVisible();
    await page.route(writes, refuseWrite);
    await button.click();
    await expect(page.getByText(list.removeFailed)).toBeVisible();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await page.unroute(writes);
  }
  await page.context().close();
});

test(
  "has both buttons on the home page's cards for members, synchronised across tabs",
  { tag: "@long" },
  async ({ page, context, site }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: /dans ma wishlist/ })).toHaveCount(0);

    const member = await createMember(site, "collector");
    const jersey = await anyJersey(site);
    await signInAs(page, member);
    await page.goto("/");
    const card = page.getByRole("article").filter({ has: page.locator(`a[href="${jersey}"]`) });
    const onCard = card.first().getByRole("button", { name: /^Je l’ai/ });
    await expect(onCard).toHaveAttribute("aria-pressed", "false");

    const other = await context.newPage();
    await other.goto(jersey);
    await shelfButton(other, "Je l’ai").click();
    await expect(other.getByText("Maillot ajouté à votre collection !")).toBeVisible();
    await expect(onCard).toHaveAttribute("aria-pressed", "true");

    await onCard.click();
    await expect(page.getByText("Maillot retiré de votre collection")).toBeVisible();
    await expect(shelfButton(other, "Je l’ai")).toHaveAttribute("aria-pressed", "false");
  },
);

test("requests the state of many jerseys at once, of none twice", async ({ page, site }) => {
  await signInAs(page, await createMember(site, "collector"));
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("user_collections")) requested.push(request.url());
  });
  const answered = page.waitForResponse(/user_collections/);
  await page.goto("/");
  await answered;
  await page.waitForLoadState("networkidle");
  const ids = requested.map((url) => new URL(url).searchParams.get("id")!.slice(4, -1).split(","));
  // Parts of the page that listen later may ask for theirs, but nothing is asked for twice.
  expect(requested.length).toBeLessThanOrEqual(3);
  expect(ids[0]!.length).toBeGreaterThan(12);
  expect(new Set(ids.flat()).size).toBe(ids.flat().length);
});

test("adds a team's missing jerseys to the wishlist on its page", async ({ page, site }) => {
  const member = await createMember(site, "collector");
  const client = clientOf(site, member);
  const { data: best } = await client
    .from("jerseys")
    .select("id, team_id")
    .eq("status", "approved")
    .not("team_id", "is", null)
    .order("score", { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  const { count } = await client
    .from("jerseys")
    .select("id", { count: "exact", head: true })
    .eq("team_id", best.team_id)
    .eq("status", "approved")
    .throwOnError();
  const missing = count! - 1;
  await client.from("user_collections").insert({ jersey_id: best.id }).throwOnError();
  await signInAs(page, member);
  await page.goto(`/team/${best.team_id}`);
  const card = page.getByRole("region", { name: "Votre collection" });
  await expect(card.getByText(/^1 sur /)).toBeVisible();
  await card.getByRole("button", { name: "Tout ajouter à ma wishlist" }).click();
  await expect(page.getByText(/^Maillots ajoutés à votre wishlist/)).toBeVisible();
  const { data: wishes } = await client.from("user_wishlists").select("jersey_id").throwOnError();
  expect(wishes).toHaveLength(missing);
  await expect(card.getByRole("button", { name: "Tout ajouter à ma wishlist" })).toHaveCount(0);
});
