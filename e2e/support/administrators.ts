import type { Session } from "@supabase/supabase-js";

import { clientOf } from "./jerseys.ts";
import { createMember } from "./members.ts";
import type { Site } from "./site.ts";

/** Each site's first, who names the others: a command takes a second. */
const firsts = new WeakMap<Site, Session>();

/** A member who was made an administrator: the first by the command, the others by that one. */
export async function createAdministrator(site: Site, name: string): Promise<Session> {
  const session = await createMember(site, name);
  const first = firsts.get(site);
  if (first) {
    const roles = clientOf(site, first).from("user_roles");
    await roles.insert({ user_id: session.user.id, role: "admin" }).throwOnError();
  } else {
    await site.run("admin", "grant", session.user.email!);
    firsts.set(site, session);
  }
  return session;
}
