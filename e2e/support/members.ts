import type { Browser, Page } from "@playwright/test";
import { createClient, type Session } from "@supabase/supabase-js";
import { randomUUID } from "node:crypto";

import { serviceHeadersOf } from "../../tests/support/service-access.ts";
import type { Site } from "../../tests/support/site.ts";

export const PASSWORD = "un-maillot-par-jour";

/** The key of the session in local storage; must equal the one in app/shared/data/browser.ts. */
const SESSION_KEY = "maillotheque.session";

export function newAddress(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}@example.org`;
}

/** {@link PASSWORD} at bcrypt's lowest cost: hashes of the usual cost take seconds of each run. */
const PASSWORD_HASH = "$2b$04$5axQgYkB/a7Z6BdUK1O7OuR.Ka1mzVDnU7Ii7ebInSnt8siKhVL3C";

/** Each site's headers with its secret key. */
const secrets = new WeakMap<Site, Promise<Record<string, string>>>();

function secretsOf(site: Site): Promise<Record<string, string>> {
  const headers = secrets.get(site) ?? serviceHeadersOf(site);
  secrets.set(site, headers);
  return headers;
}

/**
 * A member with a confirmed address, made by an operator; mails use `lang`. How a person signs up is
 * tested in `auth.spec.ts`.
 */
export async function createMember(site: Site, name: string, lang?: string): Promise<Session> {
  const email = newAddress(name);
  const answer = await fetch(`${site.url}/auth/v1/admin/users`, {
    method: "POST",
    headers: await secretsOf(site),
    body: JSON.stringify({
      email,
      email_confirm: true,
      password_hash: PASSWORD_HASH,
      ...(lang && { user_metadata: { lang } }),
    }),
  });
  if (!answer.ok) throw new Error(`no member made: ${await answer.text()}`);
  return startSession(site, email);
}

/** Signs a member in without a page, as another device. */
export async function startSession(site: Site, email: string): Promise<Session> {
  const { auth } = createClient(site.url, site.anonKey, { auth: { persistSession: false } });
  const { data, error } = await auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return data.session;
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

/** The sign-in form, in any language. The sign-up form, which it may be about to replace, has fields of the same names. */
export const signInForm = (page: Page) => page.locator("form:has([autocomplete=current-password])");

/** Fills in and sends the sign-in form, which is open or about to open. */
export async function fillSignIn(page: Page, email: string): Promise<void> {
  const form = signInForm(page);
  await form.locator("[name=email]").fill(email);
  await form.locator("[name=password]").fill(PASSWORD);
  await form.locator("[type=submit]").click();
}
