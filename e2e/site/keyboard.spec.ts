import type { Locator, Page } from "@playwright/test";

import { untilFound, untilListening } from "../support/alive.ts";
import { createMember, PASSWORD, signInForm } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

/** More key presses than any target on a page needs. */
const FAR = 150;

/** Presses a key until the target has the focus, as a keyboard user does. */
async function go(page: Page, key: "Tab" | "Shift+Tab", target: Locator): Promise<void> {
  await expect(target).toBeAttached();
  const element = await target.elementHandle();
  for (let n = 0; n < FAR; n++) {
    if (await element!.evaluate((wanted) => wanted === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} is not reached by ${key}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await go(page, "Tab", target);
  await page.keyboard.press("Enter");
}

test("signs in from the home page without a mouse", async ({ page, site }) => {
  const member = await createMember(site, "kim");
  await page.goto("/");
  await untilListening(page);
  const named = (role: "button" | "link", name: string | RegExp) => page.getByRole(role, { name });

  await test.step("skips the header to the content", async () => {
    await page.keyboard.press("Tab");
    await expect(named("link", "Aller au contenu")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").locator(":focus")).toBeVisible();
  });

  await test.step("changes the language", async () => {
    await go(page, "Shift+Tab", named("button", "Langue"));
    await page.keyboard.press("Enter");
    await press(page, page.getByRole("banner").getByRole("link", { name: "English" }));
    await expect(page).toHaveURL("/en#content");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });

  await test.step("filters trends by league", async () => {
    await press(page, page.getByRole("navigation", { name: "Filter by sport" }).getByText("NHL"));
    await expect(page).toHaveURL("/en?league=NHL");
  });

  await test.step("scrolls a row of cards by its buttons and by its cards", async () => {
    const latest = page.getByRole("region", { name: "Latest jerseys" });
    const scrolled = () => latest.locator("ul").evaluate((rail) => rail.scrollLeft);
    await press(page, latest.getByRole("button", { name: "Next" }));
    await expect.poll(scrolled).toBeGreaterThan(0);
    const last = latest.getByRole("heading").getByRole("link").last();
    await go(page, "Tab", last);
    await expect(last).toBeInViewport();
  });

  const dialog = page.getByRole("dialog", { name: /^search/i });
  await test.step("closes the search and opens it again", async () => {
    await page.keyboard.press("Control+k");
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("paris saint-germain");
    await untilFound(dialog);
    const options = dialog.getByRole("option");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
    await expect(dialog.getByRole("status")).toHaveText(/^\d+ results$/);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("arsnal");
    await untilFound(dialog);
    await expect(options.first()).toContainText("Arsenal");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    await page.keyboard.press("Control+k");
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await expect(dialog.getByRole("combobox")).toHaveValue("");
    await page.keyboard.type("paris saint-germain");
    await untilFound(dialog);
    // The team comes first, then its shirts.
    await expect(options.first()).toContainText("Paris Saint-Germain");
    const jersey = dialog.getByRole("option", { name: /Paris Saint-Germain 20/ }).first();
    while ((await jersey.getAttribute("aria-selected")) !== "true") {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/en\/jersey\/paris-saint-germain\//);
    await expect(dialog).toBeHidden();
  });

  await test.step("browses and enlarges a jersey's photos", async () => {
    const gallery = page.getByRole("region", { name: /^Images of/ });
    const thumbnail = (n: number) => gallery.getByRole("button", { name: `Show image ${n}` });
    await go(page, "Tab", gallery.getByRole("list").first());
    await page.keyboard.press("ArrowRight");
    await expect(thumbnail(2)).toHaveAttribute("aria-current", "true");
    await press(page, thumbnail(1));
    await expect(thumbnail(1)).toHaveAttribute("aria-current", "true");

    const open = gallery.getByRole("button", { name: "Enlarge the image" });
    await go(page, "Shift+Tab", open);
    await page.keyboard.press("Enter");
    const zoom = page.getByRole("dialog", { name: /enlarged$/ });
    const size = zoom.getByRole("status");
    await expect(size).toHaveText("100%");
    await page.keyboard.press("ArrowRight");
    await expect(zoom.getByText("2/2")).toBeVisible();
    await page.keyboard.press("+");
    await expect(size).toHaveText("150%");
    const stage = zoom.getByRole("region");
    const top = await stage.evaluate((area) => area.scrollTop);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => stage.evaluate((area) => area.scrollTop)).toBeGreaterThan(top);
    await press(page, zoom.getByRole("button", { name: "Zoom out" }));
    await expect(size).toHaveText("100%");
    await page.keyboard.press("Escape");
    await expect(zoom).toBeHidden();
    await expect(open).toBeFocused();
    await expect(thumbnail(2)).toHaveAttribute("aria-current", "true");
  });

  await test.step("announces that a vote requires signing in", async () => {
    const votes = page.getByRole("group", { name: "Your vote" });
    await press(page, votes.getByRole("button", { name: /^Vote for/ }));
    await expect(page.getByRole("alert").filter({ hasText: "Sign in to vote." })).toBeVisible();
    await expect(page).toHaveURL(/\/en\/auth/);
  });

  await test.step("votes after signing in", async () => {
    await press(page, page.getByRole("main").getByRole("link", { name: "Sign in" }));
    await go(page, "Shift+Tab", signInForm(page).getByLabel(/^e-?mail/i));
    await page.keyboard.type(member.user.email!);
    await go(page, "Tab", signInForm(page).getByLabel(/^password/i));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/en\/jersey\//);
    await expect(
      page.locator("[aria-live]").getByText("Your vote has been counted."),
    ).toBeVisible();
  });
});

test("reduces motion only for visitors who prefer it", async ({ page }) => {
  await page.goto("/");
  const moving = () => page.evaluate(() => document.getAnimations().length);
  expect(await moving()).toBe(0);
  const rail = page.getByRole("region", { name: "Derniers maillots" }).locator("ul");
  await expect(rail).toHaveCSS("scroll-behavior", "auto");

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(moving).toBeGreaterThan(0);
  await expect(rail).toHaveCSS("scroll-behavior", "smooth");
});
