import { createClient } from "@supabase/supabase-js";

import { clickAlive } from "../support/alive.ts";
import { expectAccessible } from "../support/accessible.ts";
import { clientOf } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";
import { picture } from "@maillotheque/backend/testing";

/** In everything that a copy says: no answer to anybody else may have it. */
const MARKER = "zzsecret";

test("a member shows their shirts to whoever has the link, and no longer once they close it", async ({
  page,
  site,
  browser,
}) => {
  const member = await createMember(site, "zoe");
  const client = clientOf(site, member);
  const { data: jerseys } = await client
    .from("jerseys")
    .select("id, title")
    .eq("status", "approved")
    .order("score", { ascending: false })
    .limit(3)
    .throwOnError();
  const [first, second, wished] = jerseys.map(({ id }) => id);
  const { data: copies } = await client
    .from("copies")
    .insert([
      {
        ...{ jersey_id: first!, price: 4321.99, currency: "EUR", notes: MARKER },
        ...{ storage_place: MARKER, printed_name: "ZIDANE", printed_number: "10" },
      },
      { jersey_id: second!, notes: MARKER, printed_name: "HENRY" },
    ])
    .select("id, jersey_id")
    .throwOnError();
  const copy = copies.find(({ jersey_id }) => jersey_id === first)!;
  const paths: string[] = [];
  for (const n of [1, 2]) {
    const path = `${member.user.id}/${crypto.randomUUID()}.webp`;
    for (const name of [path, path.replace(".webp", ".small.webp")]) {
      const { error } = await client.storage
        .from("copies")
        .upload(name, await picture("webp", 400, 400 + n), { contentType: "image/webp" });
      expect(error).toBeNull();
    }
    await client.from("copy_photos").insert({ copy_id: copy.id, path, position: n }).throwOnError();
    paths.push(path);
  }
  await client
    .from("user_wishlists")
    .insert({ jersey_id: wished!, note: MARKER, user_id: member.user.id })
    .throwOnError();
  const { data: profile } = await client
    .from("profiles")
    .select("username")
    .eq("id", member.user.id)
    .single()
    .throwOnError();
  const address = `/member/${profile.username}`;
  const stranger = await browser.newPage({ baseURL: site.url });

  await stranger.goto(address);
  await expect(stranger.getByText("n’a pas encore de maillot au catalogue")).toBeVisible();
  await expect(stranger.getByText(/que si son propriétaire choisit de la montrer/)).toBeVisible();

  await signInAs(page, member);
  await page.goto("/account/collection");
  await clickAlive(page.getByRole("button", { name: "Autres actions" }).first());
  await page.getByRole("link", { name: "Montrer ma collection" }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(page.getByText("Votre collection n’est visible que de vous.")).toBeVisible();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Une ligne sur vous").fill("Rien que du rouge.");
  await dialog.getByLabel("Vos équipes, trois au plus").fill("lens");
  await dialog
    .getByRole("option", { name: /RC Lens/ })
    .first()
    .click();
  await dialog.getByLabel("Ajouter un maillot de ma collection").fill(jerseys[0]!.title);
  await dialog.getByRole("option").first().click();
  await dialog.getByLabel(/^Une ligne sur (?!vous)/).fill("Offert pour mes dix ans.");
  await dialog.getByLabel("Ma photo 2").check({ force: true });
  await expectAccessible(page);
  // What was typed is there after a reload.
  await page.reload();
  await expect(dialog.getByLabel("Une ligne sur vous")).toHaveValue("Rien que du rouge.");
  await dialog.getByLabel("Montrer les noms et numéros floqués").check();
  await dialog.getByLabel("Montrer aussi ma wishlist").check();
  await dialog.getByRole("button", { name: "Enregistrer et montrer ma collection" }).click();
  await expect(
    page.getByText("Tout le monde peut voir vos maillots sur cette page."),
  ).toBeVisible();
  // From "…" to what one sends to a friend: three presses.
  const sharing = page.getByRole("dialog", { name: "Partager cette page" });
  await expect(sharing).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(sharing).toBeHidden();
  await expect(page.getByText("Offert pour mes dix ans.")).toBeVisible();
  await expectAccessible(page);

  const bodies: string[] = [];
  stranger.on("response", (response) => {
    if (response.request().resourceType() === "document") {
      void response.text().then((text) => bodies.push(text));
    }
  });
  const opened = await stranger.goto(address);
  expect(opened!.headers()["cache-control"]).toBe("private, no-store");
  await expect(stranger.getByText("Rien que du rouge.")).toBeVisible();
  // Beside the name: their best shirt, because fewer than three are on display.
  await expect(stranger.locator("header > [aria-hidden] img")).toHaveCount(1);
  // On a phone it stands before the name. On a card visitors have one button: they may own it, too.
  const before = stranger.locator("header span:has(+ h1) img");
  await expect(before).toBeHidden();
  await stranger.setViewportSize({ width: 390, height: 844 });
  await expect(before).toBeVisible();
  expect((await before.boundingBox())!.width).toBeLessThanOrEqual(80);
  await expect(stranger.locator(".card-actions").first().getByRole("button")).toHaveText("Je l’ai");
  await stranger.setViewportSize({ width: 1280, height: 720 });
  await expect(stranger.getByRole("link", { name: "RC Lens" }).first()).toBeVisible();
  await expect(stranger.getByRole("link", { name: "Collection", exact: true })).toBeVisible();
  await expect(stranger.getByText(/^2 maillots · [12] équipes?$/)).toBeVisible();
  // A shelf doesn't ask for votes.
  const shelf = stranger.getByRole("region", { name: "Collection", exact: true });
  await expect(shelf.getByRole("article")).toHaveCount(2);
  await expect(shelf.getByRole("button", { name: /^Voter/ })).toHaveCount(0);
  await expect(stranger.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  // Not for search engines, but where its link is shared there is a preview.
  const head = (name: string) => stranger.locator(`meta[property="${name}"], meta[name="${name}"]`);
  await expect(head("og:title")).toHaveAttribute("content", /^Les maillots de /);
  await expect(head("description")).toHaveAttribute("content", "Rien que du rouge.");
  await expect(head("og:description")).toHaveAttribute("content", "Rien que du rouge.");
  await expect(head("og:url")).toHaveAttribute("content", new RegExp(`${address}$`));
  await expect(head("og:image")).toHaveAttribute(
    "content",
    new RegExp(`/og/member/${member.user.id}`),
  );
  await expect(stranger.getByText("Au dos : ZIDANE 10")).toHaveCount(2);
  await expect(shelf.getByText("Au dos : HENRY")).toBeVisible();
  // Whoever has no account begins one here, and comes back.
  await expect(stranger.getByRole("link", { name: "Commencer ma collection" })).toHaveAttribute(
    "href",
    `/auth?${new URLSearchParams({ next: address, mode: "signup" })}`,
  );
  await expect(page.getByRole("link", { name: "Commencer ma collection" })).toBeHidden();
  const photo = stranger.getByRole("img", { name: /photo du membre$/ });
  await expect(photo).toHaveJSProperty("naturalHeight", 402);
  await stranger.getByRole("main").getByRole("link", { name: "Wishlist" }).click();
  await expect(stranger.getByRole("heading", { level: 3 }).first()).toBeVisible();
  await expect(stranger).toHaveURL(/\?list=wishes$/);
  const pictures = ["", "_tall"].map((shape) => `/og/member/${member.user.id}${shape}.fr.jpg`);
  for (const path of pictures) {
    expect((await stranger.request.get(path, { maxRedirects: 0 })).status(), path).toBe(200);
  }

  const anybody = createClient(site.url, site.anonKey);
  const signed = await anybody.storage.from("copies").createSignedUrl(paths[1]!, 3600);
  expect(signed.error, "an address that would outlive the switch").not.toBeNull();
  expect((await anybody.storage.from("copies").download(paths[0]!)).error).not.toBeNull();
  expect((await anybody.storage.from("copies").download(paths[1]!)).error).toBeNull();

  await page.getByRole("button", { name: "Modifier", exact: true }).click();
  await dialog.getByLabel("Montrer ma collection à tout le monde").uncheck();
  await dialog.getByRole("button", { name: "Enregistrer sans montrer ma collection" }).click();
  await expect(
    page.getByRole("main").getByText("Votre collection n’est visible que de vous."),
  ).toBeVisible();
  await stranger.goto(address);
  await expect(stranger.getByText("n’a pas encore de maillot au catalogue")).toBeVisible();
  for (const gone of [`/shown/${profile.username}/1.webp`, ...pictures]) {
    expect((await stranger.request.get(gone, { maxRedirects: 0 })).status(), gone).toBe(404);
  }
  expect((await anybody.storage.from("copies").download(paths[1]!)).error).not.toBeNull();
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) {
    for (const secret of [MARKER, "4321.99", paths[0]!]) expect(body).not.toContain(secret);
  }
});
