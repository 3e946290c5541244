/** What the authentication service adds to the address it sends a visitor back to. */
export interface ReturnParams {
  code?: string;
  error?: { code: string };
  /** The address without all of this. */
  clean: string;
}

const ADDED = [
  "code",
  "sb_flow_id",
  "sb", // marks the fragment as the service's own
  "error",
  "error_code",
  "error_description",
  // What links of the implicit flow carry; ours don't, but a link may come from elsewhere.
  ...["access_token", "refresh_token", "expires_in", "expires_at", "token_type", "type"],
];

/** Undefined for an ordinary address. Errors come in the query, in the fragment, or in both. */
export function returnParams({
  pathname,
  search,
  hash,
}: Pick<Location, "pathname" | "search" | "hash">): ReturnParams | undefined {
  const query = new URLSearchParams(search);
  // A fragment that is no list of values is a place on the page.
  const fragment = new URLSearchParams(hash.includes("=") ? hash.slice(1) : "");
  const read = (name: string) => query.get(name) ?? fragment.get(name) ?? undefined;
  const code = query.get("code") ?? undefined;
  const error = read("error_code") ?? read("error") ?? (read("error_description") && "unknown");
  if (!code && !error) return undefined;

  for (const name of ADDED) {
    query.delete(name);
    fragment.delete(name);
  }
  const rest = hash.includes("=") ? String(fragment) : hash.slice(1);
  const clean = pathname + (query.size > 0 ? `?${query}` : "") + (rest && `#${rest}`);
  return error ? { error: { code: error }, clean } : { code, clean };
}
