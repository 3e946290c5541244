import type { SessionJson } from "./session-json.ts";

/**
 * Returns the target of a link after verification: the wanted URL if it is on the site itself,
 * otherwise the site's home page. Any other target would give the session to the author of the
 * link.
 */
export function allowedRedirect(siteUrl: string, wanted: string | undefined): URL {
  const home = new URL(siteUrl);
  const target = wanted ? URL.parse(wanted) : null;
  if (!target || target.origin !== home.origin || target.username || target.password) return home;
  if (isService(target.pathname)) return home;
  target.hash = "";
  return target;
}

/**
 * Returns true for a path of the services. They redirect to other sites, and a browser carries a
 * fragment with a session along. Unreadable paths count too.
 */
function isService(path: string): boolean {
  try {
    // A server may decode a path and join its slashes.
    const plain = decodeURIComponent(path).replaceAll(/[\\/]+/g, "/");
    return /^\/(auth|rest|storage|realtime|functions)\/v1(\/|$)/i.test(
      new URL(plain, "http://x").pathname,
    );
  } catch {
    return true;
  }
}

/** Returns the target with `values` in the fragment, which neither servers nor logs receive. */
export function withFragment(target: URL, values: Record<string, string>): string {
  const url = new URL(target);
  // The empty `sb` marks these values as coming from this service.
  url.hash = new URLSearchParams({ ...values, sb: "" }).toString();
  return url.href;
}

/** Returns the target with `values` in its query. */
export function withQuery(target: URL, values: Record<string, string>): URL {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url;
}

/** Returns the target with the outcome of a link. PKCE clients also read it from the query. */
export function withOutcome(target: URL, values: Record<string, string>, pkce: boolean): string {
  return withFragment(pkce ? withQuery(target, values) : target, values);
}

/** Returns a session as URL parameters. */
export function sessionFragment(session: Omit<SessionJson, "user">): Record<string, string> {
  return Object.fromEntries(Object.entries(session).map(([name, value]) => [name, String(value)]));
}
