import type { Page } from "@playwright/test";
import { createClient, type Session } from "@supabase/supabase-js";
import { readFile } from "node:fs/promises";
import sharp from "sharp";

import { clientOf, jerseysOf } from "../support/jerseys.ts";
import { createMember, fillSignIn, signInAs } from "../support/members.ts";
import type { Site } from "../../tests/support/site.ts";
import { fillSubmitForm, NO_PHOTOS, photo, stateRights } from "../support/submit-form.ts";
import { expect, test } from "../support/test.ts";

test.beforeEach(() => {
  test.skip(NO_PHOTOS !== "", NO_PHOTOS);
});

const SUCCESS = "Maillot soumis ! Il sera visible après validation.";

/** Opens the form as a signed-in member, with every required field filled in. */
async function fillForm(page: Page, site: Site, title: string): Promise<Session> {
  const member = await createMember(site, "lou");
  await signInAs(page, member);
  await fillSubmitForm(page, title);
  return member;
}

const chooser = (page: Page) => page.locator('input[type="file"]');
const preview = (page: Page, name: string) =>
  page.getByRole("img", { name: `Aperçu de ${name}`, exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Proposer ce maillot" });

test(
  "shows a message of its own for every bad file and changes nothing else",
  { tag: "@long" },
  async ({ page, site }) => {
    await fillForm(page, site, "Maillot aux mauvais fichiers");
    const large = await readFile(photo("Landscape_6.jpg"));
    await chooser(page).setInputFiles([photo("Landscape_6.jpg")]);
    await expect(preview(page, "Landscape_6.jpg")).toBeVisible();

    await chooser(page).setInputFiles([
      photo("circle.svg"),
      photo("truncated.jpg"),
      photo("corrupt-header.jpg"),
    ]);
    await chooser(page).setInputFiles([
      { name: "vide.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(0) },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("bonjour") },
      {
        name: "lourd.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.concat([large, Buffer.alloc(10 * 1024 * 1024)]),
      },
    ]);

    for (const [name, message] of [
      ["circle.svg", "Ce format n’est pas pris en charge"],
      ["notes.txt", "Ce format n’est pas pris en charge"],
      ["truncated.jpg", "Cette photo est endommagée."],
      ["corrupt-header.jpg", "Cette photo est endommagée."],
      ["vide.jpg", "Ce fichier est vide."],
      ["lourd.jpg", "Photo trop lourde (10 Mo au plus)."],
    ] as const) {
      await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText(message);
    }
    await expect(preview(page, "Landscape_6.jpg")).toBeVisible();
    await expect(page.getByLabel(/^titre/i)).toHaveValue("Maillot aux mauvais fichiers");
    await expect(submit(page)).toBeEnabled();

    await page.getByRole("button", { name: "Retirer : vide.jpg" }).click();
    await expect(page.getByText("Ce fichier est vide.")).toBeHidden();
  },
);

test("a refused photo stops nothing: the jersey is sent without it", async ({ page, site }) => {
  const member = await fillForm(page, site, "Maillot à la petite photo");
  const small = await sharp({
    create: { width: 300, height: 300, channels: 3, background: "#7a0019" },
  })
    .jpeg()
    .toBuffer();
  await chooser(page).setInputFiles([
    { name: "petite.jpg", mimeType: "image/jpeg", buffer: small },
  ]);
  await expect(page.getByText("Photo trop petite", { exact: false })).toBeVisible();
  await submit(page).click();
  await expect(page.getByText(SUCCESS).first()).toBeVisible();
  expect((await jerseysOf(site, member)).map(({ images }) => images.length)).toEqual([0]);
});

test("photos become squares of 1200 pixels, upright, and stay in the preview while sent", async ({
  page,
  site,
}) => {
  const member = await fillForm(page, site, "Maillot bien cadré");
  const huge = await sharp({
    create: { width: 8000, height: 5000, channels: 3, background: "#7a0019" },
  })
    .jpeg()
    .toBuffer();
  await chooser(page).setInputFiles([photo("Portrait_8.jpg"), photo("pitm.avif")]);
  await chooser(page).setInputFiles([{ name: "40.jpg", mimeType: "image/jpeg", buffer: huge }]);
  await stateRights(page);
  await expect(preview(page, "40.jpg")).toBeVisible();
  await expect(page.getByText("Photo de 40 Mpx", { exact: false })).toBeVisible();

  await page.getByRole("button", { name: "Reculer Portrait_8.jpg" }).click();
  await expect(page.getByRole("button", { name: "Reculer Portrait_8.jpg" })).toBeFocused();
  const lost = await losesPreview(page);
  await submit(page).click();
  await expect(page.getByText(SUCCESS).first()).toBeVisible();
  await expect(page).toHaveURL(/\/soumettre\?sent=[0-9a-f-]{36}$/);
  expect(await lost()).toBe(false);

  const [jersey] = await jerseysOf(site, member);
  expect(jersey!.images).toHaveLength(3);
  for (const { path } of jersey!.images) {
    // Nothing of the names on the member's disk.
    expect(path).toMatch(/^[0-9a-f-]{36}\/[0-9a-f-]{36}\.webp$/);
    const { format, width, height } = await sharp(await download(site, path)).metadata();
    expect({ format, width, height }).toEqual({ format: "webp", width: 1200, height: 1200 });
  }
  const portrait = await download(site, jersey!.images[1]!.path);
  expect(await difference(portrait, photo("Portrait_8.jpg"))).toBeLessThan(8);
});

test(
  "creates no jersey after a failed upload, and completes it when sent again",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await fillForm(page, site, "Maillot en deux temps");
    await chooser(page).setInputFiles([photo("Portrait_8.jpg"), photo("Landscape_6.jpg")]);
    await stateRights(page);
    let sent = 0;
    await page.route("**/storage/v1/object/jerseys/**", (route) =>
      ++sent === 2
        ? route.fulfill({ status: 429, json: { message: "slow down" } })
        : route.fallback(),
    );
    await submit(page).click();
    await expect(
      page.getByText("Photos qui n’ont pas pu être envoyées : 1.", { exact: false }),
    ).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Landscape_6.jpg" })).toContainText(
      "Trop de photos en peu de temps : réessayez plus tard.",
    );
    expect(await jerseysOf(site, member)).toEqual([]);

    await page.getByRole("button", { name: "Renvoyer Landscape_6.jpg" }).click();
    await expect(page.getByText("Envoyée", { exact: true })).toHaveCount(2);
    await submit(page).click();
    await expect(page.getByText(SUCCESS).first()).toBeVisible();
    const jerseys = await jerseysOf(site, member);
    expect(jerseys.map(({ images }) => images.length)).toEqual([2]);
    expect(await filesOf(site, member)).toHaveLength(2);
  },
);

test(
  "attaches images when sent again after attaching failed",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await fillForm(page, site, "Maillot repris");
    await chooser(page).setInputFiles([photo("Portrait_8.jpg")]);
    await stateRights(page);
    await page.route(
      "**/rest/v1/jersey_images*",
      (route) =>
        route.fulfill({ status: 400, json: { code: "XX000", message: "Panne provoquée" } }),
      { times: 1 },
    );
    await submit(page).click();
    await expect(page.getByText("Panne provoquée")).toBeVisible();
    // Nobody else sees the incomplete jersey.
    const [half] = await jerseysOf(site, member);
    expect(half).toMatchObject({ status: "pending", images: [] });
    const others = createClient(site.url, site.anonKey).from("jerseys").select("id");
    expect((await others.eq("id", half!.id).throwOnError()).data).toEqual([]);

    await submit(page).click();
    await expect(page.getByText(SUCCESS).first()).toBeVisible();
    const jerseys = await jerseysOf(site, member);
    expect(jerseys.map(({ id, images }) => [id, images.length])).toEqual([[half!.id, 1]]);
    expect(await filesOf(site, member)).toHaveLength(1);
  },
);

for (const [write, request] of [
  ["a jersey", /\/rest\/v1\/jerseys\?/],
  ["images", /\/rest\/v1\/jersey_images\?/],
  ["a file", /\/storage\/v1\/object\/jerseys\//],
] as const) {
  test(
    `creates one jersey when the answer about ${write} is lost and the page reloaded`,
    { tag: write === "a jersey" ? [] : "@long" },
    async ({ page, site }) => {
      const member = await fillForm(page, site, "Maillot sans réponse");
      await chooser(page).setInputFiles([photo("Portrait_8.jpg")]);
      await stateRights(page);
      await loseAnswer(page, request);
      await submit(page).click();
      await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
      const before = await jerseysOf(site, member);
      expect(before).toHaveLength(write === "a file" ? 0 : 1);
      expect(await filesOf(site, member)).toHaveLength(1);

      await page.reload();
      await expect(preview(page, "Portrait_8.jpg")).toBeVisible();
      await stateRights(page);
      await submit(page).click();
      await expect(page.getByText(SUCCESS).first()).toBeVisible();
      const jerseys = await jerseysOf(site, member);
      expect(jerseys.map(({ images }) => images.length)).toEqual([1]);
      expect(await filesOf(site, member)).toHaveLength(1);
      for (const { id } of before) expect(jerseys[0]!.id).toBe(id);
    },
  );
}

test(
  "creates one jersey when an insert's answer is lost and the form changes",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await fillForm(page, site, "Maillot sans réponse");
    await chooser(page).setInputFiles([photo("Portrait_8.jpg")]);
    await stateRights(page);
    await loseAnswer(page, /\/rest\/v1\/jersey_images\?/);
    await submit(page).click();
    await expect(page.getByText("rien n’est perdu", { exact: false })).toBeVisible();
    expect(await jerseysOf(site, member)).toHaveLength(1);

    await page.getByLabel(/^titre/i).fill("Maillot corrigé");
    await page.getByLabel(/^année/i).fill("1998");
    await submit(page).click();
    await expect(page.getByText(SUCCESS).first()).toBeVisible();
    const jerseys = await jerseysOf(site, member);
    expect(jerseys).toMatchObject([{ title: "Maillot corrigé", images: [{ position: 0 }] }]);
    expect((await download(site, jerseys[0]!.images[0]!.path)).length).toBeGreaterThan(0);
  },
);

test("submits once when pressed twice", { tag: "@long" }, async ({ page, site }) => {
  const member = await fillForm(page, site, "Maillot pressé");
  await page.getByRole("button", { name: "Proposer ce maillot" }).evaluate((button) => {
    const form = (button as HTMLButtonElement).form!;
    form.requestSubmit();
    form.requestSubmit();
  });
  await expect(page.getByText(SUCCESS).first()).toBeVisible();
  expect(await jerseysOf(site, member)).toHaveLength(1);
});

test("keeps a draft over a reload and the end of the session", async ({ page, site }) => {
  const member = await fillForm(page, site, "Maillot en brouillon");
  await chooser(page).setInputFiles([photo("Portrait_8.jpg")]);
  await expect(preview(page, "Portrait_8.jpg")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Votre brouillon a été retrouvé", { exact: false })).toBeVisible();
  await expect(page.getByLabel(/^titre/i)).toHaveValue("Maillot en brouillon");
  await expect(page.getByRole("combobox", { name: /^club/i })).toHaveValue(/toulouse/i);
  await stateRights(page);

  // The session was ended elsewhere: this page notices it on submission.
  await page.evaluate(() => localStorage.setItem("maillotheque.session", "null"));
  await submit(page).click();
  await expect(page.getByText("Session expirée. Veuillez vous reconnecter.").first()).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?next=%2Fsoumettre$/);
  await fillSignIn(page, member.user.email!);

  await expect(page).toHaveURL(`${site.url}/soumettre`);
  await expect(preview(page, "Portrait_8.jpg")).toBeVisible();
  await page.getByRole("button", { name: "Effacer le brouillon" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Effacer" }).click();
  await expect(page.getByLabel(/^titre/i)).toHaveValue("");
  await expect(preview(page, "Portrait_8.jpg")).toBeHidden();
  await page.reload();
  await expect(page.getByLabel(/^titre/i)).toHaveValue("");

  // Signing out ends a draft, with the photo as it was chosen, in the whole browser.
  const entries = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opened = indexedDB.open("maillotheque.drafts", 1);
          opened.onsuccess = () => {
            const counted = opened.result.transaction("drafts").objectStore("drafts").count();
            counted.onsuccess = () => {
              opened.result.close();
              resolve(counted.result);
            };
          };
        }),
    );
  await page.getByLabel(/^titre/i).fill("Maillot abandonné");
  await chooser(page).setInputFiles([photo("Portrait_8.jpg")]);
  await expect(preview(page, "Portrait_8.jpg")).toBeVisible();
  await expect.poll(entries).toBeGreaterThan(1);
  await page.goto("/account");
  await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
  await expect(page.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();
  await expect.poll(entries).toBe(0);
});

/** Watches the preview beside the form: was it ever without its photo? */
async function losesPreview(page: Page): Promise<() => Promise<boolean>> {
  const watch = await page.evaluateHandle(() => {
    const seen = { lost: false };
    new MutationObserver(() => {
      const shown = document.querySelector("main aside");
      if (shown && !shown.querySelector('img[src^="blob:"]')) seen.lost = true;
    }).observe(document.body, { subtree: true, childList: true });
    return seen;
  });
  return () => watch.evaluate(({ lost }) => lost);
}

/** The server executes the request, but its answer is lost. */
async function loseAnswer(page: Page, request: RegExp): Promise<void> {
  await page.route(
    request,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

async function download(site: Site, path: string): Promise<Buffer> {
  const answer = await fetch(`${site.url}/storage/v1/object/public/jerseys/${path}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function filesOf(site: Site, member: Session): Promise<string[]> {
  const { data, error } = await clientOf(site, member).storage.from("jerseys").list(member.user.id);
  if (error) throw error;
  return data.map(({ name }) => name);
}

/** The average difference per channel between an image and a correctly cropped photo. */
async function difference(image: Buffer, original: string): Promise<number> {
  const small = (input: Buffer | string) =>
    sharp(input).rotate().resize(64, 64, { fit: "cover" }).removeAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([small(image), small(original)]);
  return a.reduce((sum, value, n) => sum + Math.abs(value - b[n]!), 0) / a.length;
}
