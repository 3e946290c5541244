/** The parameters that the authentication service adds to the return address. */
export interface ReturnParams {
  /** Exchanged for a session. */
  code?: string;
  /** A complete session: from links not requested in this browser, such as invitations. */
  tokens?: ReturnedTokens;
  error?: { code: string };
  /** True if one of the two links that confirm a new address has been opened. */
  isHalfConfirmed?: boolean;
  /** The visitor's purpose; we add it ourselves. */
  purpose?: string;
  /** The address without these parameters. */
  clean: string;
}

export interface ReturnedTokens {
  accessToken: string;
  refreshToken: string;
  /** When the tokens were issued, in seconds since 1970. */
  issuedAt: number;
  /** The type of the link: `invite`, `recovery`, `magiclink` … */
  type: string | undefined;
}

/** Our own parameter in return addresses. */
export const PURPOSE = "purpose";

const ADDED = [
  PURPOSE,
  "code",
  "sb_flow_id",
  "sb", // marks the service's fragment
  "message",
  "error",
  "error_code",
  "error_description",
  "type",
  ...["access_token", "refresh_token", "expires_in", "expires_at", "token_type"],
  ...["provider_token", "provider_refresh_token"],
];

/**
 * Undefined for an ordinary address. The service puts errors into the query, the fragment, or both.
 */
export function returnParams({
  pathname,
  search,
  hash,
}: Pick<Location, "pathname" | "search" | "hash">): ReturnParams | undefined {
  const query = new URLSearchParams(search);
  // A fragment without parameters is a position on the page.
  const fragment = new URLSearchParams(hash.includes("=") ? hash.slice(1) : "");
  const read = (name: string) => query.get(name) ?? fragment.get(name) ?? undefined;
  const code = query.get("code") ?? undefined;
  const error = read("error_code") ?? read("error") ?? (read("error_description") && "unknown");
  const hasTokens = fragment.has("access_token") || fragment.has("refresh_token");
  const isHalfConfirmed = fragment.has("sb") && read("message") !== undefined;
  if (!code && !error && !hasTokens && !isHalfConfirmed) return undefined;

  const tokens = hasTokens ? tokensIn(fragment) : undefined;
  const purpose = query.get(PURPOSE) ?? undefined;
  for (const name of ADDED) {
    query.delete(name);
    fragment.delete(name);
  }
  const rest = hash.includes("=") ? String(fragment) : hash.slice(1);
  const clean = pathname + (query.size > 0 ? `?${query}` : "") + (rest && `#${rest}`);
  const found: ReturnParams = purpose ? { purpose, clean } : { clean };
  if (error) return { error: { code: error }, ...found };
  if (code) return { code, ...found };
  if (isHalfConfirmed) return { isHalfConfirmed, ...found };
  return tokens ? { tokens, ...found } : { error: { code: "bad_jwt" }, ...found };
}

/** The session in a fragment; undefined unless all four parts are there. */
function tokensIn(fragment: URLSearchParams): ReturnedTokens | undefined {
  const accessToken = fragment.get("access_token");
  const refreshToken = fragment.get("refresh_token");
  const lifetime = Number(fragment.get("expires_in"));
  if (!accessToken || !refreshToken || !lifetime || !fragment.has("token_type")) return undefined;
  const expiresAt = Number(fragment.get("expires_at")) || Math.floor(Date.now() / 1000) + lifetime;
  const type = fragment.get("type") ?? undefined;
  return { accessToken, refreshToken, issuedAt: expiresAt - lifetime, type };
}
