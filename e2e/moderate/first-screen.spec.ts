import type { Locator, Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import fr from "../../app/moderate/messages/fr/review.json" with { type: "json" };
import type { Site } from "../../tests/support/site.ts";
import { createAdministrator } from "../support/administrators.ts";
import { clientOf, submitJersey, suggest } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { addPhoto, publicJersey, uploadPhoto } from "../support/public-jerseys.ts";
import { emptyQueue, opened } from "../support/queue.ts";
import { expect, test } from "../support/test.ts";

// What differs, the picture and the buttons are on the first screen, whatever waits. Administrators have tabs above it.

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

interface Case {
  title: string;
  /** What is decided on. */
  difference: (card: Locator) => Locator;
  /** How many pictures are compared. */
  pictures: number;
}

/** One of everything that waits, the oldest first. */
async function fill(site: Site, member: Session, admin: Session): Promise<Case[]> {
  const client = clientOf(site, member);
  const jersey = async (title: string, year = 1998, photos: string[] = []) => {
    const id = await publicJersey(site, { title, year }, { photos });
    return { id, title };
  };
  const submission = "Maillot tout neuf";
  const id = await submitJersey(site, member, { title: submission, year: 1911, edition: "Finale" });
  for (const position of [0, 1])
    await addPhoto(site, member, id, { position, likeness: "10".repeat(64) });

  const corrected = await jersey("Maillot à corriger");
  await suggest(site, member, corrected.id, { year: 1999, edition: "Finale" });
  const pictured = await jersey("Maillot à photographier");
  const photo = {
    ...{ id: crypto.randomUUID(), url: await uploadPhoto(site, member, "gold") },
    ...{ alt: "Dos", kind: "back", licence: "CC-BY-SA-4.0", rights_stated: true },
  };
  await suggest(site, member, pictured.id, {}, [photo]);
  const [left, right] = [
    await jersey("Maillot de gauche"),
    await jersey("Maillot de droite", 1997),
  ];
  await suggest(site, member, left.id, { merge_into: right.id });
  const removed = await jersey("Maillot à retirer");
  await suggest(site, member, removed.id, { removal: null });
  const reported = await jersey("Maillot signalé", 1998, ["navy"]);
  const about = { target_type: "jersey", target_id: reported.id, reason: "La saison est fausse." };
  await client
    .from("reports")
    .insert({ ...about, reporter_id: member.user.id, category: "wrong_information" })
    .throwOnError();
  const { data } = await clientOf(site, admin).rpc("queue").throwOnError();
  expect(data).toHaveLength(6);
  const words = (text: string) => (card: Locator) => card.getByText(text);
  return [
    { title: submission, difference: (card) => card.locator("dd").first(), pictures: 1 },
    { ...corrected, difference: (card) => card.locator("ins").last(), pictures: 1 },
    { ...pictured, difference: (card) => card.getByRole("link").locator("img"), pictures: 1 },
    { ...left, difference: (card) => card.locator("td").last(), pictures: 2 },
    { ...removed, difference: words("Programme du match, page 3."), pictures: 1 },
    { ...reported, difference: words("La saison est fausse."), pictures: 1 },
  ];
}

/** Where something lies between the site's bar and the buttons, in pixels from the top. */
async function placeOf(found: Locator) {
  const box = (await found.boundingBox())!;
  return { top: box.y, bottom: box.y + box.height };
}

async function expectOnScreen(page: Page, { title, difference, pictures }: Case, height: number) {
  const card = opened(page, title);
  await expect(card).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const header = (await placeOf(page.getByRole("banner"))).bottom;
  const buttons = card.locator("button[aria-keyshortcuts]");
  const bar = await placeOf(buttons.first());
  for (const button of await buttons.all()) {
    expect((await placeOf(button)).bottom).toBeLessThanOrEqual(height);
  }
  const shown = Array.from({ length: pictures }, (_, n) => card.locator("img").nth(n));
  for (const one of [difference(card), ...shown]) {
    await expect(one).toBeVisible();
    const { top, bottom } = await placeOf(one);
    expect(top, `${title}: top`).toBeGreaterThanOrEqual(header);
    expect(bottom, `${title}: bottom`).toBeLessThanOrEqual(bar.top);
  }
}

test("the difference, the picture and the buttons are on the first screen", async ({
  page,
  site,
}) => {
  const [member, admin] = [
    await createMember(site, "membre"),
    await createAdministrator(site, "cheffe"),
  ];
  await emptyQueue(site, admin);
  const cases = await fill(site, member, admin);
  await signInAs(page, admin);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto("/admin");
    for (const [place, one] of cases.entries()) {
      if (place > 0) await page.keyboard.press("j");
      // Pictures and fonts settle.
      await test.step(`${one.title} at ${size.width}`, () =>
        expect(() => expectOnScreen(page, one, size.height)).toPass());
      if (process.env.SCREENS) {
        await page.screenshot({ path: `${process.env.SCREENS}/${size.width}-${place}.png` });
      }
    }
  }

  await test.step("contradictions are marked", async () => {
    for (const _ of cases) await page.keyboard.press("k");
    const card = opened(page, cases[0]!.title);
    await expect(card).toContainText("L’année 1911 contredit la saison");
    await expect(card.getByText(fr.photos.twice).first()).toBeVisible();
  });

  await test.step("a wrong fact that was reported is repaired in three clicks", async () => {
    for (const _ of cases) await page.keyboard.press("j");
    const card = opened(page, "Maillot signalé");
    await card.getByRole("button", { name: fr.correction.open }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Année", { exact: true }).fill("2001");
    await dialog.getByRole("button", { name: fr.correction.open }).click();
    await expect(page.getByText(/^Corrigé\s: «\sMaillot signalé/)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const client = clientOf(site, member);
    const { data } = await client.from("reports").select("status, done").throwOnError();
    expect(data).toEqual([{ status: "upheld", done: "corrected" }]);
    // What is said lies beside the buttons.
    const said = await placeOf(page.getByText(/^Corrigé\s:/));
    const undo = page.getByRole("button", { name: "Annuler" });
    await undo.click();
    await expect(opened(page, "Maillot signalé")).toBeVisible();
    expect(said.bottom).toBeLessThanOrEqual(SIZES[1]!.height);
    await expect
      .poll(async () => (await client.from("reports").select("status").single()).data)
      .toEqual({ status: "open" });
  });

  await test.step("so is a wrong photo", async () => {
    const { data: jersey } = await clientOf(site, member)
      .from("jerseys")
      .select("id, images:jersey_images(id)")
      .eq("title", "Maillot signalé")
      .single()
      .throwOnError();
    expect(jersey.images.length).toBeGreaterThan(0);
    await opened(page, "Maillot signalé").getByRole("button", { name: fr.correction.open }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: "Retirer" }).first().check();
    await dialog.getByRole("button", { name: fr.correction.open }).click();
    await expect(page.getByText(/^Corrigé\s: «\sMaillot signalé/)).toBeVisible();
    const { data: left } = await clientOf(site, member)
      .from("jersey_images")
      .select("id")
      .eq("jersey_id", jersey.id)
      .throwOnError();
    expect(left).toHaveLength(jersey.images.length - 1);
  });
});
