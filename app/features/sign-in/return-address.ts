import { useLocation } from "react-router";

import { PURPOSE } from "../../data/session/return-params.ts";
import { useHref } from "../../address/use-href.ts";
import { withMode } from "./mode.ts";

/** Return URL of mailed links: the home page, or the form for a new password. */
export function useReturnAddress(to: "home" | "password"): () => string {
  const href = useHref();
  return () =>
    location.origin + (to === "home" ? href("home", {}) : `${href("auth", {})}?mode=password`);
}

/** Return URL for providers and mailed links: this screen, which then leads on to `next`. */
export function useSignInReturnUrl(): () => string {
  const { pathname, search } = useLocation();
  return () => {
    const address = new URL(withMode(new URLSearchParams(search), "login"), location.origin);
    address.pathname = pathname;
    address.searchParams.set(PURPOSE, "login");
    return address.href;
  };
}
