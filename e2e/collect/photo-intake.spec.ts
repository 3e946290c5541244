import sharp from "sharp";

import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { clientOf } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { expect, test } from "../support/test.ts";
import { holdToasts } from "../support/toasts.ts";

/** A shirt of one colour before a pale wall. */
async function photo(name: string, background: string) {
  const shirt = await sharp({ create: { width: 500, height: 640, channels: 3, background } })
    .png()
    .toBuffer();
  const wall = { width: 900, height: 900, channels: 3, background: "#e8e4da" } as const;
  const buffer = await sharp({ create: wall })
    .composite([{ input: shirt, gravity: "centre" }])
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

test("photos become shirts by a press each, wait in the browser, and are taken back", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "photographe");
  const client = clientOf(site, member);
  const { data: team } = await client
    .from("teams")
    .select("id, name")
    .eq("name", "RC Lens")
    .single()
    .throwOnError();
  const facts = { team_id: team.id, team: team.name };
  const red = await publicJersey(site, { ...facts, title: "Lens rouge", colors: ["red"] });
  const blue = await publicJersey(site, { ...facts, title: "Lens bleu", colors: ["blue"] });
  const titles: Record<string, string> = { [red]: "Lens rouge", [blue]: "Lens bleu" };
  await client.from("copies").insert({ jersey_id: red }).throwOnError();
  await client.from("follows").insert({ target_type: "team", target_id: team.id }).throwOnError();

  await page.setViewportSize({ width: 390, height: 844 });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/storage/v1/object/copies")) {
      sent.push(request.url());
    }
  });
  await signInAs(page, member);
  await page.goto("/account/collection");
  await page.getByRole("button", { name: "Ajouter depuis des photos" }).click();
  await page
    .getByLabel("Choisir des photos")
    .setInputFiles([
      await photo("face.jpg", "#d81e2c"),
      await photo("dos.jpg", "#d81e2c"),
      await photo("bleu.jpg", "#1c48a8"),
      { name: "texte.jpg", mimeType: "image/jpeg", buffer: Buffer.from("pas une photo") },
    ]);
  await expect(page.getByRole("heading", { name: "Maillots à reconnaître : 2" })).toBeVisible();
  await expect(page.getByText("texte.jpg")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // What isn't chosen yet waits in this browser only.
  await page.reload();
  await holdToasts(page);
  await page.getByRole("button", { name: "Maillots à reconnaître : 2" }).click();
  const shirts = page.getByRole("list", { name: /^Suggestions pour le maillot/ });
  await expect(shirts).toHaveCount(2);
  expect(sent).toEqual([]);

  // One's own shirt without a photo is offered first; nothing new is made.
  await shirts.getByRole("button", { name: "Lens rouge" }).click();
  await expect(page.getByRole("heading", { name: "Maillots à reconnaître : 1" })).toBeVisible();
  const copies = async () => {
    const { data } = await client
      .from("copies")
      .select("jersey_id, photos:copy_photos(id)")
      .is("removed_at", null)
      .throwOnError();
    return data.map(({ jersey_id, photos }) => `${titles[jersey_id]} ${photos.length}`).sort();
  };
  expect(await copies()).toEqual(["Lens rouge 2"]);

  await shirts.getByRole("button", { name: "Lens bleu" }).click();
  await expect(page.getByRole("button", { name: "Ajouter depuis des photos" })).toHaveCount(0);
  await expect.poll(copies).toEqual(["Lens bleu 1", "Lens rouge 2"]);
  // Until the line goes, the undo of the one before is still there.
  await expect(shirts).toHaveCount(0);
  await page.getByRole("button", { name: "Annuler" }).first().click();
  await expect(page.getByRole("heading", { name: "Maillots à reconnaître : 1" })).toBeVisible();
  expect(await copies()).toEqual(["Lens rouge 2"]);

  // The shirt that was taken back can be given again.
  await shirts.getByRole("button", { name: "Lens bleu" }).click();
  await expect.poll(copies).toEqual(["Lens bleu 1", "Lens rouge 2"]);
});

test("a photo of a shirt that the catalogue lacks makes a shirt of one's own", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "inconnu");
  const client = clientOf(site, member);
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, member);
  await page.goto("/account/collection");
  await holdToasts(page);
  await page.getByRole("button", { name: "Ajouter depuis des photos" }).click();
  await page
    .getByLabel("Choisir des photos")
    .setInputFiles([await photo("face.jpg", "#2a7a3a"), await photo("autre.jpg", "#111111")]);
  await page.getByRole("button", { name: "Chercher un autre maillot" }).first().click();
  await page.getByLabel("Quel est le maillot 1 ?").fill("Stade Brestois 1971 third");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ajouter ce maillot" }).click();
  await expect(page.getByRole("heading", { name: "Maillots à reconnaître : 1" })).toBeVisible();
  const copies = async () => {
    const { data } = await client
      .from("copies")
      .select("former_jersey, photos:copy_photos(id)")
      .is("removed_at", null)
      .throwOnError();
    return data;
  };
  expect(await copies()).toMatchObject([
    {
      former_jersey: { team: expect.stringContaining("brestois"), kit_type: "third" },
      photos: [{}],
    },
  ]);
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByRole("heading", { name: "Maillots à reconnaître : 2" })).toBeVisible();
  expect(await copies()).toEqual([]);

  // A shirt of one's own that has no photo yet is offered.
  await client
    .from("copies")
    .insert({ former_jersey: { title: "Brest 1975", team: "Stade Brestois", league: "SOCCER" } })
    .throwOnError();
  await page.reload();
  await page.getByRole("button", { name: /^Maillots à reconnaître/ }).click();
  const offered = page.getByRole("list", { name: "Suggestions pour le maillot 1" });
  await offered.getByRole("button", { name: "Brest 1975" }).click();
  await expect.poll(async () => (await copies()).map(({ photos }) => photos.length)).toEqual([1]);
  await expect(page.getByRole("heading", { name: "Maillots à reconnaître : 1" })).toBeVisible();

  // One that has a photo already is searched.
  await page.getByRole("button", { name: "Chercher un autre maillot" }).click();
  await page.getByLabel("Quel est le maillot 1 ?").fill("Stade Brestois");
  await page.getByRole("button", { name: /^C’est ce maillot – Stade Brestois/i }).click();
  await expect.poll(async () => (await copies()).map(({ photos }) => photos.length)).toEqual([2]);
});
