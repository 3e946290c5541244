import { strFromU8, unzipSync } from "fflate";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp from "sharp";

import { expectNoSidewaysScroll } from "../support/accessible.ts";
import { clientOf } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

type Client = ReturnType<typeof clientOf>;

/** What a photo shows: its size, and its colour but for what writing it anew changes. */
async function looksOf(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  const image = sharp(bytes);
  const [{ width, height }, { channels }] = await Promise.all([image.metadata(), image.stats()]);
  return `${width}x${height} ${channels.map(({ mean }) => Math.round(mean / 30)).join(" ")}`;
}

/** Stores a photo of a copy as the editor does; returns its looks. */
async function addPhoto(client: Client, owner: string, copy_id: string, position: number) {
  const path = `${owner}/${randomUUID()}.webp`;
  const background = { r: 40 * position, g: 90, b: 160 };
  const picture = await sharp({ create: { width: 800, height: 500, channels: 3, background } })
    .webp()
    .toBuffer();
  for (const name of [path, path.replace(".webp", ".small.webp")]) {
    const { error } = await client.storage
      .from("copies")
      .upload(name, picture, { contentType: "image/webp" });
    expect(error).toBeNull();
  }
  await client.from("copy_photos").insert({ copy_id, path, position }).throwOnError();
  return looksOf(picture);
}

/** What a member's collection says, without what differs between two accounts. */
async function collectionOf(client: Client) {
  const [copies, wishes, votes] = await Promise.all([
    client
      .from("copies")
      .select("jersey_id, size, notes, created_at, photos:copy_photos(path, position)")
      .order("size")
      .order("position", { referencedTable: "copy_photos" })
      .throwOnError(),
    client
      .from("user_wishlists")
      .select("jersey_id, size, highest_price, currency, note, created_at")
      .order("created_at")
      .throwOnError(),
    client.from("jersey_votes").select("jersey_id, vote").order("jersey_id").throwOnError(),
  ]);
  const withPhotos = await Promise.all(
    copies.data.map(async ({ photos, ...copy }) => ({
      ...copy,
      photos: await Promise.all(
        photos.map(async ({ path }) => {
          const { data } = await client.storage.from("copies").download(path);
          return looksOf(await data!.arrayBuffer());
        }),
      ),
    })),
  );
  return { copies: withPhotos, wishes: wishes.data, votes: votes.data };
}

const WALKS = [
  {
    path: "/account/exchange",
    viewport: { width: 1280, height: 900 },
    save: "Télécharger le ZIP",
    choose: "Choisir un fichier",
    check: "Vérifier les lignes (5)",
    fresh: (count: number) => `Nouvelles (${count})`,
    photos: (send: number, present: number) =>
      `Photos à importer : ${send}, déjà présentes : ${present}.`,
    wishes: "Wishlist (1)",
    votes: "Votes (2)",
    down: "vote contre",
    import: "Importer les lignes (5)",
    oneSent: "Photos envoyées : 1 sur 2",
    left: "Import interrompu. Photos importées et enregistrées : 1 sur 2.",
    chooseAgain: "Choisir le ZIP",
    otherFile: "Ce fichier n’est pas celui de cet import.",
    imported: "Photos importées : 2",
    close: "Terminer",
    nothing: "Rien à importer",
    cancel: "Annuler",
    undo: "Annuler l’import : collection.zip",
    undone: "Import annulé. Exemplaires supprimés : 2",
    undonePhotos: "Photos supprimées : 2.",
  },
  {
    path: "/pt/account/exchange",
    viewport: { width: 360, height: 740 },
    save: "Baixar o ZIP",
    choose: "Escolher um arquivo",
    check: "Conferir as linhas (5)",
    fresh: (count: number) => `Novas (${count})`,
    photos: (send: number, present: number) =>
      `Fotos para importar: ${send}, já presentes: ${present}.`,
    wishes: "Lista de desejos (1)",
    votes: "Votos (2)",
    down: "voto contra",
    import: "Importar as linhas (5)",
    oneSent: "Fotos enviadas: 1 de 2",
    left: "Importação interrompida. Fotos importadas e salvas: 1 de 2.",
    chooseAgain: "Escolher o ZIP",
    otherFile: "Este não é o arquivo desta importação: escolha o mesmo ZIP.",
    imported: "Fotos importadas: 2",
    close: "Concluir",
    nothing: "Nada para importar",
    cancel: "Cancelar",
    undo: "Desfazer a importação: collection.zip",
    undone: "Importação desfeita. Exemplares excluídos: 2",
    undonePhotos: "Fotos excluídas: 2.",
  },
];

for (const words of inEveryLanguage(WALKS)) {
  test(
    `a ZIP restores copies, photos, wishes and votes in an empty account, and is taken back: ${words.path}`,
    { tag: "@long" },
    async ({ page, site, browser }) => {
      const owner = await createMember(site, "collector");
      const client = clientOf(site, owner);
      const { data: jerseys } = await client
        .from("jerseys")
        .select("id")
        .eq("status", "approved")
        .order("created_at")
        .limit(3)
        .throwOnError();
      const [first, second, third] = jerseys.map(({ id }) => id as string);
      const { data: copies } = await client
        .from("copies")
        .insert([
          { jersey_id: first, size: "M", notes: "=1+1" },
          { jersey_id: second, size: "L", notes: null },
        ])
        .select("id, size")
        .throwOnError();
      const medium = copies.find(({ size }) => size === "M")!.id;
      await addPhoto(client, owner.user.id, medium, 0);
      await addPhoto(client, owner.user.id, medium, 1);
      await client
        .from("user_wishlists")
        .insert({ jersey_id: third, size: "S", highest_price: 80, currency: "EUR", note: "à Noël" })
        .throwOnError();
      await client
        .from("jersey_votes")
        .insert([
          { jersey_id: first, vote: "up" },
          { jersey_id: second, vote: "down" },
        ])
        .throwOnError();
      const before = await collectionOf(client);
      expect(before.copies.map(({ photos }) => photos.length).toSorted()).toEqual([0, 2]);

      await signInAs(page, owner);
      await page.goto(words.path);
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: words.save }).click();
      const path = await (await download).path();
      const files = unzipSync(await readFile(path));
      expect(Object.keys(files)).toHaveLength(3);
      expect(JSON.parse(strFromU8(files["manifest.json"]!)).wishes).toHaveLength(1);

      // Another account, another browser.
      const member = await createMember(site, "newcomer");
      const own = clientOf(site, member);
      const context = await browser.newContext({ baseURL: site.url, viewport: words.viewport });
      const other = await context.newPage();
      await signInAs(other, member);
      await other.goto(words.path);
      const choose = () =>
        other.getByLabel(words.choose).setInputFiles({
          name: "collection.zip",
          mimeType: "application/zip",
          buffer: Buffer.from(zipped),
        });
      const zipped = await readFile(path);

      await test.step("dry run", async () => {
        await choose();
        await other.getByRole("button", { name: words.check }).click();
        await expect(other.getByRole("button", { name: words.fresh(2) })).toBeVisible();
        await expect(other.getByText(words.photos(2, 0))).toBeVisible();
        await other.getByRole("button", { name: words.wishes }).click();
        await expect(other.getByRole("button", { name: words.fresh(1) })).toBeVisible();
        await other.getByRole("button", { name: words.votes }).click();
        await expect(other.getByText(words.down)).toBeVisible();
        await expectNoSidewaysScroll(other);
      });

      await test.step("leaving in the middle of the photos, and going on", async () => {
        // The second photo is held back until the page is left.
        let photos = 0;
        await other.route("**/storage/v1/object/copies/**", async (route) => {
          photos += 1;
          if (photos > 2) return;
          await route.continue();
        });
        await other.getByRole("button", { name: words.import }).click();
        await expect(other.getByText(words.oneSent)).toBeVisible();
        await other.unrouteAll({ behavior: "ignoreErrors" });
        await other.reload();
        await expect(other.getByText(words.left)).toBeVisible();
        const again = other.getByLabel(words.chooseAgain);
        await again.setInputFiles({
          name: "autre.zip",
          mimeType: "application/zip",
          buffer: Buffer.from("PK\x03\x04"),
        });
        await expect(other.getByText(words.otherFile)).toBeVisible();
        await again.setInputFiles({
          name: "collection.zip",
          mimeType: "application/zip",
          buffer: Buffer.from(zipped),
        });
        await expect(other.getByText(words.imported)).toBeVisible();
        await other.getByRole("button", { name: words.close }).click();
      });
      const { copies: gotCopies, wishes, votes } = await collectionOf(own);
      expect({ copies: gotCopies, wishes, votes }).toEqual(before);

      await test.step("the same file adds nothing again", async () => {
        await choose();
        await other.getByRole("button", { name: words.check }).click();
        await expect(other.getByText(words.photos(0, 2))).toBeVisible();
        await expect(other.getByRole("button", { name: words.nothing })).toBeDisabled();
        await other.getByRole("button", { name: words.cancel, exact: true }).click();
      });

      await test.step("undoing", async () => {
        await other.getByRole("button", { name: words.undo }).click();
        await other.getByRole("dialog").getByRole("button").nth(1).click();
        await expect(other.getByText(words.undone)).toBeVisible();
        await expect(other.getByText(words.undonePhotos)).toBeVisible();
        expect(await collectionOf(own)).toEqual({ copies: [], wishes: [], votes: [] });
      });
      await context.close();
    },
  );
}

test("an import goes on after its page was left", { tag: "@long" }, async ({ page, site }) => {
  const member = await createMember(site, "importer");
  const client = clientOf(site, member);
  const { data: jersey } = await client
    .from("jerseys")
    .select("id, team, title")
    .eq("status", "approved")
    .limit(1)
    .single()
    .throwOnError();
  const lines = Array.from({ length: 450 }, (_, n) => `${jersey.id},${n}`);
  await signInAs(page, member);
  await page.goto("/account/exchange");
  await page.getByLabel("Choisir un fichier").setInputFiles({
    name: "longue.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["jersey_id,notes", ...lines].join("\n")),
  });
  await page.getByRole("button", { name: "Vérifier les lignes (450)" }).click();
  // The second batch never arrives.
  let batches = 0;
  await page.route("**/rest/v1/rpc/import_copies", async (route) => {
    batches += 1;
    if (batches === 1) await route.continue();
  });
  await page.getByRole("button", { name: "Importer les lignes (450)" }).click();
  await expect(page.getByText("Lignes importées : 200 sur 450")).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await expect(
    page.getByText("Import interrompu. Lignes importées et enregistrées : 200 sur 450."),
  ).toBeVisible();
  await expect(page.getByText("incomplet")).toBeVisible();
  await page.getByRole("button", { name: "Reprendre" }).click();
  await expect(page.getByText("Lignes importées : 450")).toBeVisible();
  const { count } = await client.from("copies").select("id", { count: "exact", head: true });
  expect(count).toBe(450);
  await page.reload();
  await expect(page.getByText("longue.csv")).toHaveCount(1);
  await expect(page.getByText("incomplet")).toHaveCount(0);
});
