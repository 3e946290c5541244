import type { Browser, Page } from "@playwright/test";
import { createClient, type Session } from "@supabase/supabase-js";
import { randomUUID } from "node:crypto";

import { linkTo } from "../../tests/support/outbox.ts";
import type { Site } from "../../tests/support/site.ts";

export const PASSWORD = "un-maillot-par-jour";

/** The key of the session in local storage; must equal the one in app/data/browser.ts. */
const SESSION_KEY = "maillotheque.session";

export function newAddress(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}@example.org`;
}

/** A member who confirmed the address by the link in the outbox; mails use `lang`. */
export async function createMember(site: Site, name: string, lang?: string): Promise<Session> {
  const email = newAddress(name);
  const { auth } = createClient(site.url, site.anonKey, { auth: { persistSession: false } });
  const signedUp = await auth.signUp({
    email,
    password: PASSWORD,
    ...(lang && { options: { data: { lang } } }),
  });
  if (signedUp.error) throw signedUp.error;
  // The site may listen elsewhere than at its public address.
  const { pathname, search } = new URL(await linkTo(site, email));
  await fetch(site.url + pathname + search, { redirect: "manual" });
  const signedIn = await auth.signInWithPassword({ email, password: PASSWORD });
  if (signedIn.error) throw signedIn.error;
  return signedIn.data.session;
}

/** Opens every later page of this tab as that member. */
export async function signInAs(page: Page, session: Session): Promise<void> {
  await page.addInitScript(
    ([key, value]) => localStorage.getItem(key!) ?? localStorage.setItem(key!, value!),
    [SESSION_KEY, JSON.stringify(session)],
  );
}

/** A separate browser of that member or of a visitor; unlike `page` it may log errors. */
export async function browserOf(browser: Browser, site: Site, session?: Session): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, locale: "fr-FR" });
  const page = await context.newPage();
  if (session) await signInAs(page, session);
  return page;
}

/** Signs in through the form, as a person does. */
export async function signInByForm(page: Page, site: Site, email: string): Promise<void> {
  await page.goto(`${site.url}/auth`);
  await fillSignIn(page, email);
}

/** Fills in and sends the sign-in form, which is open or about to open. */
export async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
  await page.getByRole("button", { name: /se connecter/i }).click();
}
