import sharp from "sharp";

import { untilListening } from "../support/alive.ts";
import { jerseysOf, submitJersey } from "../support/jerseys.ts";
import { createMember, fillSignIn, signInAs } from "../support/members.ts";
import { fillSubmitForm, stateRights } from "../support/submit-form.ts";
import { expect, test } from "../support/test.ts";

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }));

async function picture(name: string, width: number, height: number) {
  const create = { width, height, channels: 3, background: "#7a0019" } as const;
  return { name, mimeType: "image/png", buffer: await sharp({ create }).png().toBuffer() };
}

test(
  "leads from the form to the submission, without a picture that is too small",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "deposante");
    await signInAs(page, member);
    await fillSubmitForm(page, "Maillot à revoir");
    await page
      .locator('input[type="file"]')
      .setInputFiles([await picture("timbre.png", 2, 2), await picture("bas.png", 1600, 399)]);
    for (const name of ["timbre.png", "bas.png"]) {
      await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText(
        "Photo trop petite : 400 pixels au moins pour le plus petit côté.",
      );
    }
    await page.locator('input[type="file"]').setInputFiles([await picture("moyen.png", 400, 900)]);
    await expect(page.getByRole("listitem").filter({ hasText: "moyen.png" })).toContainText(
      "Petite photo : préférez 800 pixels ou plus.",
    );
    await page.locator('input[type="file"]').setInputFiles([await picture("grand.png", 800, 900)]);
    const large = page.getByRole("listitem").filter({ hasText: "grand.png" });
    await expect(large.getByRole("img")).toBeVisible();
    await expect(large).not.toContainText("Petite photo");

    for (const name of ["timbre.png", "bas.png"]) {
      await page.getByRole("button", { name: `Retirer : ${name}` }).click();
    }
    await stateRights(page);
    await page.getByRole("button", { name: "Proposer ce maillot" }).click();
    await page.getByRole("link", { name: "Voir mes contributions" }).click();
    await expect(page).toHaveURL("/account/contributions");
    await page.getByRole("link", { name: "Maillot à revoir" }).click();
    await expect(
      page.getByText("Visible de vous et des relecteurs", { exact: false }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Voir ce maillot dans mes contributions" }).click();
    await expect(page).toHaveURL("/account/contributions");
    expect((await jerseysOf(site, member))[0]!.images).toHaveLength(2);
  },
);

/** What is read on the page, frame by frame. */
type Frames = { headings?: Set<string> };

test("shows one's own jersey that is not public without a flash of another page", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "discrete");
  const id = await submitJersey(site, member, { title: "Maillot discret" });
  await signInAs(page, member);
  await page.addInitScript(() => {
    const headings = ((window as Frames).headings = new Set<string>());
    // Before the first paint nothing is seen.
    const look = () => {
      requestAnimationFrame(look);
      if (performance.getEntriesByType("paint").length === 0) return;
      for (const heading of document.querySelectorAll("h1")) {
        if (heading.checkVisibility()) headings.add(heading.textContent);
      }
    };
    look();
  });
  await page.goto(`/jersey/red-star/maillot/annee-inconnue/${id}`);
  await expect(page.getByRole("heading", { name: "Maillot discret" })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [...((window as Frames).headings ?? [])]))
    .toEqual(["Maillot discret"]);
});

test("offers to sign in where one's own jersey is not public yet", async ({ page, site }) => {
  const member = await createMember(site, "patiente");
  const id = await submitJersey(site, member, { title: "Maillot caché" });
  const path = `/en/jersey/red-star/maillot/annee-inconnue/${id}`;
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(404);
  await untilListening(page);
  await page.locator("main").getByRole("link", { name: "Sign in" }).click();
  await fillSignIn(page, member.user.email!);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { name: "Maillot caché" })).toBeVisible();
  await expect(
    page.getByRole("link", { name: "See the jersey in my contributions" }),
  ).toBeVisible();
});
