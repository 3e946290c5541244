import type { Page } from "@playwright/test";

import { codeIn, linkTo } from "../../tests/support/outbox.ts";
import { clickAlive, untilListening } from "../support/alive.ts";
import { clientOf } from "../support/jerseys.ts";
import {
  browserOf,
  createMember,
  fillSignIn,
  newAddress,
  PASSWORD,
  signInAs,
} from "../support/members.ts";
import type { Site } from "../../tests/support/site.ts";
import { expect, test } from "../support/test.ts";
import { redeemLink, redeemLinkTo } from "../support/mailed-link.ts";

const PHONE = { width: 390, height: 844 };

test.beforeEach(({ page }) => page.setViewportSize(PHONE));

/** Addresses of different jerseys on the home page. */
async function jerseys(site: Site, prefix = ""): Promise<string[]> {
  const html = await (await fetch(site.url + prefix)).text();
  return [...new Set(html.match(/(?<=href=")(?:\/\w\w)?\/jersey\/[^"]+/g))];
}

const firstJersey = async (site: Site, prefix?: string) => (await jerseys(site, prefix))[0]!;

async function fillSignUp(page: Page, email: string): Promise<void> {
  const form = page.locator("form:has([autocomplete=new-password])");
  await form.locator("[name=email]").fill(email);
  await form.locator("[name=password]").fill(PASSWORD);
  await form.locator("[type=submit]").click();
}

test("casts a visitor's vote once after signing in, on the page with its query and fragment", async ({
  page,
  site,
}) => {
  const { user } = await createMember(site, "votante");
  await page.goto("/en/trends?sport=soccer#main");
  const up = page.getByRole("button", { name: /^Vote for / }).first();
  await clickAlive(up);
  await expect(page.getByText("Sign in to vote.")).toBeVisible();
  await expect(page).toHaveURL("/en/auth?next=%2Fen%2Ftrends%3Fsport%3Dsoccer%23main&mode=signup");
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await fillSignIn(page, user.email!);
  await expect(page).toHaveURL("/en/trends?sport=soccer#main");
  await expect(page.getByText("Your vote has been counted.")).toBeVisible();
  await expect(up).toHaveAttribute("aria-pressed", "true");

  // Once: a reload neither votes nor says so again.
  await page.reload();
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("Your vote has been counted.")).toHaveCount(0);
});

test("keeps the shirts and names of a visitor who signs up by an address and a mailed code, without a password", async ({
  page,
  site,
}) => {
  const email = newAddress("sansmot");
  const username = email.split("@")[0]!.replace("-", "_");
  const [first, jersey] = await jerseys(site, "/en");
  for (const path of [first!, jersey!]) {
    await page.goto(path);
    await clickAlive(page.getByRole("button", { name: "I have it", exact: true }).first());
    await expect(page.getByLabel("Email")).toBeVisible();
  }
  await expect(page.getByText("Other choices that will be saved: 1")).toBeVisible();
  await page.getByLabel(/^Display name/).fill("Sans Mot");
  await page.getByLabel(/^Username/).fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign up with a code instead of a password" }).click();
  await page.getByLabel("Code").fill(await codeIn(site, email));
  await page.getByLabel("Code").press("Enter");
  await expect(page).toHaveURL(jersey!);
  await expect(page.getByText("Jersey added to your collection").first()).toBeAttached();
  for (const path of [jersey!, first!]) {
    await page.goto(path);
    await expect(
      page.getByRole("button", { name: "I have it", exact: true }).first(),
    ).toHaveAttribute("aria-pressed", "true");
  }
  await page.goto("/en/account/profile");
  await expect(page.getByLabel(/^Display name/)).toHaveValue("Sans Mot");
  await expect(page.getByLabel(/^Username/)).toHaveValue(username);
});

test(
  "on a phone a toast covers no field and no button, and can be closed",
  { tag: "@long" },
  async ({ page, site }) => {
    const { user } = await createMember(site, "bienvenue");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/en/auth?next=%2Fen%2Fsubmit");
    await untilListening(page);
    await fillSignIn(page, user.email!);
    await expect(page).toHaveURL("/en/submit");
    const toast = page.getByText("Signed in", { exact: true });
    await expect(toast).toBeVisible();
    await expect(page.locator("main input, main select").first()).toBeAttached();
    const coveredBy = (text: Element) => {
      const box = text.closest("[data-sonner-toast]")!.getBoundingClientRect();
      return [
        ...document.querySelectorAll(":is(main, header) :is(input, select, textarea, button)"),
      ]
        .filter((control) => {
          const { top, bottom, width } = control.getBoundingClientRect();
          return width > 1 && top < box.bottom && bottom > box.top;
        })
        .map((control) => control.outerHTML);
    };
    await expect.poll(() => toast.evaluate(coveredBy)).toEqual([]);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(toast).toHaveCount(0);
  },
);

test(
  "keeps the vote of a member who had voted so before",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "fidele");
    const jersey = await firstJersey(site);
    const { user } = member;
    await clientOf(site, member)
      .from("jersey_votes")
      .insert({ jersey_id: jersey.split("/").at(-1)!, voter_id: user.id, vote: "up" })
      .throwOnError();
    await page.goto(jersey);
    const up = page.getByRole("button", { name: /^Voter pour \d/ });
    await clickAlive(up);
    await page.getByRole("main").getByRole("link", { name: "Se connecter" }).click();
    await fillSignIn(page, user.email!);
    await expect(page.getByText("Votre vote a été compté.")).toBeVisible();
    await expect(up).toHaveAttribute("aria-pressed", "true");
  },
);

test(
  "puts a jersey on the wishlist of somebody who signed up for it",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const email = newAddress("nouvelle");
    const jersey = await firstJersey(site, "/es");
    const wish = page.getByRole("button", { name: "La quiero", exact: true });
    await page.goto(jersey);
    const wishedTitle = (await page.getByRole("heading", { level: 1 }).textContent())!;
    await clickAlive(wish);
    // A new account comes first, with the shirt and why; who has one is a tap away.
    await expect(page.getByRole("button", { name: "Crear mi cuenta" })).toBeVisible();
    await expect(
      page.getByText(
        `«${wishedTitle}» se añadirá a su lista de deseos cuando cree su cuenta o inicie sesión.`,
      ),
    ).toBeVisible();
    await expect(page.locator("main img").filter({ visible: true })).toHaveCount(1);
    await expect(
      page.getByRole("main").getByRole("link", { name: "Iniciar sesión" }),
    ).toBeVisible();
    await fillSignUp(page, email);
    await expect(
      page.getByText("Revise su correo para confirmar el registro.").first(),
    ).toBeVisible();
    const link = await linkTo(site, email);
    expect(new URL(link).searchParams.get("redirect_to")).toBe(
      `${site.url}/es/auth?next=${encodeURIComponent(jersey)}`,
    );
    await redeemLink(page, link);
    await expect(page).toHaveURL(jersey);
    await expect(page.getByText("Su correo está confirmado", { exact: false })).toBeVisible();
    await expect(wish).toHaveAttribute("aria-pressed", "true");
    // Read before the dialog is open: the rest of the page is hidden from readers then.
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    await page.getByRole("button", { name: "Añadir detalles" }).click();
    await expect(page.getByRole("dialog").getByText(title!)).toBeVisible();
    await page.keyboard.press("Escape");

    // In another browser the link asks whose account that is, and leads to the same page.
    const other = newAddress("ailleurs");
    await page.evaluate(() => localStorage.clear());
    await page.goto(`/es/auth?mode=signup&next=${encodeURIComponent(jersey)}`);
    await untilListening(page);
    await fillSignUp(page, other);
    const elsewhere = await browserOf(browser, site);
    await redeemLinkTo(elsewhere, site, other);
    await elsewhere
      .getByRole("dialog")
      .getByRole("button", { name: "Continuar", exact: true })
      .click();
    await expect(elsewhere).toHaveURL(jersey);
    await elsewhere.context().close();
  },
);

test(
  "opens the report, and the comments, that a visitor asked for",
  { tag: "@long" },
  async ({ page, site }) => {
    const { user } = await createMember(site, "vigilante");
    const jersey = await firstJersey(site, "/pt");
    await page.goto(jersey);
    await clickAlive(page.getByRole("button", { name: /^Algum problema/ }).first());
    await page.getByRole("main").getByRole("link", { name: "Entrar", exact: true }).click();
    await fillSignIn(page, user.email!);
    await expect(page).toHaveURL(jersey);
    await expect(page.getByRole("dialog")).toBeVisible();

    await page.evaluate(() => localStorage.clear());
    await page.goto(jersey);
    await untilListening(page);
    await page.locator("a", { hasText: "Entre para comentar" }).click();
    await fillSignIn(page, user.email!);
    await expect(page).toHaveURL(`${jersey}#comments`);
    await expect(page.getByRole("heading", { name: "Comentários" })).toBeInViewport();
  },
);

test("leads back from the header's link, and shows progress until the page is there", async ({
  page,
  site,
}) => {
  const { user } = await createMember(site, "patiente");
  await page.goto("/sport/nba?x=1#jerseys");
  await untilListening(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Se connecter" }).filter({ visible: true }).click();
  await expect(page).toHaveURL("/auth?next=%2Fsport%2Fnba%3Fx%3D1%23jerseys");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/nba\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await fillSignIn(page, user.email!);
  await expect(page.getByRole("status").filter({ hasText: "Un instant…" })).toBeVisible();
  release();
  await expect(page).toHaveURL("/sport/nba?x=1#jerseys");
});

test(
  "does not mistake another tab's sign-in for the end of this session",
  { tag: "@long" },
  async ({ page, site }) => {
    await signInAs(page, await createMember(site, "deux-onglets"));
    await page.goto("/account/security");
    await expect(page.getByRole("heading", { name: "Appareils connectés" })).toBeVisible();
    // Another tab changes entries around the session before this tab can read the session itself.
    await page.evaluate(() => {
      const key = "maillotheque.session";
      const session = localStorage.getItem(key)!;
      localStorage.removeItem(key);
      dispatchEvent(new StorageEvent("storage", { key: `${key}-code-verifier` }));
      localStorage.setItem(key, session);
    });
    await expect(page.getByRole("heading", { name: "Appareils connectés" })).toBeVisible();
    await expect(page.getByText("Session expirée", { exact: false })).toHaveCount(0);
  },
);
