import type { Locator, Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";
import sharp from "sharp";

import type { Site } from "../../tests/support/site.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { createAdministrator } from "../support/administrators.ts";
import { clientOf, decide, submitJersey } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const NAME = "chemise.jpg";

const COLORS = {
  red: [200, 30, 30],
  green: [30, 160, 60],
  blue: [30, 60, 200],
  yellow: [230, 210, 40],
  violet: [140, 40, 160],
  ground: [233, 232, 229],
} as const;
type Color = keyof typeof COLORS;

/** A portrait of 1000 × 1600 pixels in five bands, stored on its side as phones do. */
async function portrait() {
  const bands = (["red", "green", "blue", "yellow", "violet"] as const).map((color, n) => ({
    input: { create: { width: 1000, height: 320, channels: 3 as const, background: rgb(color) } },
    left: 0,
    top: n * 320,
  }));
  const create = { width: 1000, height: 1600, channels: 3, background: "#000" } as const;
  const upright = await sharp({ create }).composite(bands).png().toBuffer();
  return sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

const rgb = (color: Color) => `rgb(${COLORS[color].join(", ")})`;

const nearest = (pixel: number[]) =>
  (Object.keys(COLORS) as Color[]).find((color) =>
    COLORS[color].every((value, n) => Math.abs(value - pixel[n]!) < 25),
  ) ?? pixel.join(" ");

/** The colours of a square picture at its top, middle and bottom, then at its left edge. */
async function colorsOf(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture)
    .resize(100, 100)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * 3;
    return nearest([...data.subarray(start, start + 3)]);
  };
  return [at(50, 5), at(50, 50), at(50, 95), at(4, 50)];
}

/** The picture that the form holds and shows. */
async function shownIn(preview: Locator): Promise<Buffer> {
  await expect(preview).toBeVisible();
  const address = await preview.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return canvas.toDataURL();
  });
  return Buffer.from(address.split(",")[1]!, "base64");
}

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await page.keyboard.press(key);
}

const TEXTS = [
  {
    path: "/soumettre",
    size: { width: 390, height: 844 },
    open: `Cadrer : ${NAME}`,
    preview: `Aperçu de ${NAME}`,
    stage: /^Cadre/,
    original: "original 1000 × 1600 px",
    held: (side: number) => `Dans le cadre : ${side} × ${side} px`,
    small: "préférez 800 pixels",
    turn: "Faire pivoter à droite",
    whole: "Entière, sur fond neutre",
    reset: "Réinitialiser le cadrage",
    cancel: "Annuler",
    apply: "Appliquer",
  },
  {
    path: "/en/submit",
    size: { width: 1280, height: 800 },
    open: `Crop: ${NAME}`,
    preview: `Preview of ${NAME}`,
    stage: /^Crop area/,
    original: "original 1000 × 1600 px",
    held: (side: number) => `In the crop: ${side} × ${side} px`,
    small: "800 pixels",
    turn: "Rotate right",
    whole: "Whole, on a neutral background",
    reset: "Reset the crop",
    cancel: "Cancel",
    apply: "Apply",
  },
];

for (const { path, size, ...t } of inEveryLanguage(TEXTS)) {
  test(
    `frames a chosen photo by drag and keys, turned or whole, also in a draft, at ${path}`,
    { tag: "@long" },
    async ({ page, site }) => {
      await signInAs(page, await createMember(site, "cadreuse"));
      await page.setViewportSize(size);
      await page.goto(path);
      const dialog = page.getByRole("dialog");
      const stage = dialog.getByRole("application", { name: t.stage });
      const opener = page.getByRole("button", { name: t.open });
      const colors = async () =>
        colorsOf(await shownIn(page.getByRole("img", { name: t.preview, exact: true })));
      const open = async () => {
        await opener.click();
        await expect(dialog).toContainText(t.original);
      };
      const use = async () => {
        await dialog.getByRole("button", { name: t.apply }).click();
        await expect(dialog).toHaveCount(0);
        await expect(opener).toBeFocused();
      };

      const photo = { name: NAME, mimeType: "image/jpeg", buffer: await portrait() };
      await page.locator('input[type="file"]').setInputFiles([photo]);
      expect(await colors(), "the middle").toEqual(["green", "blue", "yellow", "blue"]);

      await open();
      await expect(dialog).toContainText(t.held(1000));
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      const { x, y, width, height } = (await stage.boundingBox())!;
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + 5, y + height / 2 + 250, { steps: 5 });
      await page.mouse.up();
      await use();
      expect(await colors(), "the collar").toEqual(["red", "green", "blue", "green"]);

      await open();
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(page, "Back closes the dialog only").toHaveURL(path);

      await page.reload();
      await open();
      await stage.focus();
      await press(page, "+", 3);
      await expect(dialog).not.toContainText(t.held(1000));
      await dialog.getByRole("button", { name: t.cancel }).last().click();
      expect(await colors(), "unchanged").toEqual(["red", "green", "blue", "green"]);

      await open();
      await stage.focus();
      await press(page, "ArrowUp", 30);
      await use();
      expect(await colors(), "the hem").toEqual(["blue", "yellow", "violet", "yellow"]);

      await open();
      await stage.focus();
      await press(page, "+", 12);
      await expect(dialog).toContainText(t.held(400));
      await expect(dialog).toContainText(t.small);
      await dialog.getByRole("button", { name: t.reset }).click();
      await expect(dialog).toContainText(t.held(1000));
      await expect(dialog).not.toContainText(t.small);
      await dialog.getByRole("button", { name: t.turn }).click();
      await use();
      expect(await colors(), "on its side").toEqual(["blue", "blue", "blue", "yellow"]);

      await open();
      await dialog.getByLabel(t.whole).check();
      await expectAccessible(page);
      await use();
      expect(await colors(), "whole").toEqual(["ground", "blue", "ground", "violet"]);
    },
  );
}

test(
  "a stored photo is framed anew; on an approved jersey it waits for review",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "cadreuse");
    const admin = await createAdministrator(site, "admin");
    const own = clientOf(site, member);
    const id = await submitJersey(site, member, { title: "Maillot à recadrer" });
    const path = `${member.user.id}/0123456789ab-stored.webp`;
    const stored = await sharp(await portrait())
      .rotate()
      .resize(800, 600)
      .webp()
      .toBuffer();
    const { error } = await own.storage.from("jerseys").upload(path, stored, {
      contentType: "image/webp",
    });
    expect(error).toBeNull();
    const url = `/storage/v1/object/public/jerseys/${path}`;
    const rights = { licence: "CC-BY-SA-4.0", rights_stated: true };
    await own
      .from("jersey_images")
      .insert({ jersey_id: id, url, ...rights })
      .throwOnError();
    await decide(site, admin, id);

    await signInAs(page, member);
    await page.goto("/en/account/contributions");
    await page.getByRole("link", { name: "Edit: Maillot à recadrer" }).click();
    const frame = page.getByRole("button", { name: "Crop photo 1" });
    await frame.click();
    const dialog = page.getByRole("dialog", { name: "Crop the photo" });
    await expect(dialog).toContainText("original 800 × 600 px");
    await dialog.getByLabel("Whole, on a neutral background").check();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("Photo cropped")).toBeVisible();
    // The one that waits is framed like any other.
    const added = page.getByRole("region", { name: "Add photos" });
    await page.getByRole("heading", { name: /^Add photos/ }).click();
    await added.getByRole("button", { name: "Crop photo 1" }).click();
    await expect(dialog).toContainText("original 800 × 800 px");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Send the suggestion" }).click();
    await expect(page.getByRole("link", { name: "See the page" })).toBeVisible();

    const all = await imagesOf(site, admin, id);
    expect(all).toEqual([
      { path, edited: false, ...rights },
      // The name of the file on the disk is in no address.
      { path: expect.stringMatching(/\/[0-9a-f-]{36}\.webp$/), edited: true, ...rights },
    ]);
    const answer = await fetch(`${site.url}/storage/v1/object/public/jerseys/${all[1]!.path}`);
    const framed = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(framed).metadata()).toMatchObject({ width: 800, height: 800 });
    const [top, , bottom] = await colorsOf(framed);
    expect([top, bottom]).toEqual(["ground", "ground"]);
  },
);

/** A jersey's images, those of its author's suggestion last. */
async function imagesOf(site: Site, admin: Session, jersey: string) {
  const { data } = await clientOf(site, admin)
    .from("jersey_images")
    .select("path, suggestion_id, licence, rights_stated")
    .eq("jersey_id", jersey)
    .order("suggestion_id", { nullsFirst: true })
    .throwOnError();
  return data.map(({ suggestion_id, ...image }) => ({ ...image, edited: suggestion_id !== null }));
}
