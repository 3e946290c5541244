import { useLocation } from "react-router";

import { PURPOSE } from "../../data/session/return-params.ts";
import { useHref } from "../../address/use-href.ts";
import { withMode } from "./mode.ts";

/** Where the links of our messages lead: the site's root, or the form for another password. */
export function useReturnAddress(to: "home" | "password"): () => string {
  const href = useHref();
  return () =>
    location.origin + (to === "home" ? href("home", {}) : `${href("auth", {})}?mode=password`);
}

/** The URL to which a provider or a mailed link leads back: this screen, which then leads on. */
export function useSignInReturnUrl(): () => string {
  const { pathname, search } = useLocation();
  return () => {
    const address = new URL(withMode(new URLSearchParams(search), "login"), location.origin);
    address.pathname = pathname;
    address.searchParams.set(PURPOSE, "login");
    return address.href;
  };
}
