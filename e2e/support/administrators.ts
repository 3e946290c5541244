import type { Session } from "@supabase/supabase-js";

import { clientOf } from "./jerseys.ts";
import { createMember } from "./members.ts";
import type { Site } from "../../tests/support/site.ts";

/** Each site's first administrator, who appoints the others: the command takes a second. */
const firsts = new WeakMap<Site, Promise<Session>>();

async function nameFirst(site: Site): Promise<Session> {
  const session = await createMember(site, "first");
  await site.run("admin", "grant", session.user.email!);
  return session;
}

async function createWith(
  site: Site,
  name: string,
  role: "admin" | "reviewer",
  lang?: string,
): Promise<Session> {
  const session = await createMember(site, name, lang);
  const first = firsts.get(site) ?? nameFirst(site);
  firsts.set(site, first);
  const roles = clientOf(site, await first).from("user_roles");
  await roles.insert({ user_id: session.user.id, role }).throwOnError();
  return session;
}

/** A member with the role of administrator. */
export function createAdministrator(site: Site, name: string): Promise<Session> {
  return createWith(site, name, "admin");
}

/** A member who decides on submissions, suggestions and reports, and nothing else. */
export function createReviewer(site: Site, name: string, lang?: string): Promise<Session> {
  return createWith(site, name, "reviewer", lang);
}
