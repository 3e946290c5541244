import type { Browser, Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import { createMember, signInAs } from "./members.ts";
import type { Site } from "./site.ts";

/** A member who was made an administrator by the command. */
export async function createAdministrator(site: Site, name: string): Promise<Session> {
  const session = await createMember(site, name);
  await site.run("admin", "grant", session.user.email!);
  return session;
}

/** A browser of that administrator's own, with a tab of the administration open. */
export async function deskOf(browser: Browser, site: Site, session: Session): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, locale: "fr-FR" });
  const page = await context.newPage();
  await signInAs(page, session);
  return page;
}
