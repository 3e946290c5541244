import type { SessionJson } from "./session-json.ts";

/**
 * Where a link may lead after verification: the wanted address if it is on the site itself,
 * otherwise the site's home. Anything else would hand a session to whoever wrote the link.
 */
export function allowedRedirect(siteUrl: string, wanted: string | undefined): URL {
  const home = new URL(siteUrl);
  const target = wanted ? URL.parse(wanted) : null;
  if (!target || target.origin !== home.origin || target.username || target.password) return home;
  target.hash = "";
  return target;
}

/** The target with `values` after the `#`, where no server and no log sees them. */
export function withFragment(target: URL, values: Record<string, string>): string {
  const url = new URL(target);
  // The empty `sb` tells clients that these values come from this service.
  url.hash = new URLSearchParams({ ...values, sb: "" }).toString();
  return url.href;
}

export function withQuery(target: URL, values: Record<string, string>): URL {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url;
}

/** The target with what became of a link; clients of PKCE look for it in the query too. */
export function withOutcome(target: URL, values: Record<string, string>, pkce: boolean): string {
  return withFragment(pkce ? withQuery(target, values) : target, values);
}

/** A session as the parameters of an address. */
export function sessionFragment(session: Omit<SessionJson, "user">): Record<string, string> {
  return Object.fromEntries(Object.entries(session).map(([name, value]) => [name, String(value)]));
}
