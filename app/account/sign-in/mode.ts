/** Modes of the sign-in screen, in `?mode=`. */
const AUTH_MODES = ["login", "signup", "recover", "password", "link", "phone", "sso"] as const;

export type AuthMode = (typeof AUTH_MODES)[number];

export function authMode(query: URLSearchParams): AuthMode {
  const mode = query.get("mode");
  return AUTH_MODES.find((known) => known === mode) ?? "login";
}

/** The query string for another mode; other parameters such as `next` stay. */
export function withMode(query: URLSearchParams, mode: AuthMode): string {
  const next = new URLSearchParams(query);
  if (mode === "login") next.delete("mode");
  else next.set("mode", mode);
  return next.size > 0 ? `?${next}` : "?";
}
