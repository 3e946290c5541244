/** What the sign-in screen is for at the moment; `?mode=` in its address. */
export const AUTH_MODES = [
  "login",
  "signup",
  "recover",
  "password",
  "link",
  "phone",
  "sso",
] as const;

export type AuthMode = (typeof AUTH_MODES)[number];

export function authMode(query: URLSearchParams): AuthMode {
  const mode = query.get("mode");
  return AUTH_MODES.find((known) => known === mode) ?? "login";
}

/** The same address in another mode; where to go afterwards is kept. */
export function withMode(query: URLSearchParams, mode: AuthMode): string {
  const next = new URLSearchParams(query);
  if (mode === "login") next.delete("mode");
  else next.set("mode", mode);
  return next.size > 0 ? `?${next}` : "?";
}
