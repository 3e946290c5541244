import { useLocation, useSearchParams } from "react-router";

import { localPath } from "../../shared/address/local-path.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { PURPOSE } from "../../shared/session/return-params.ts";
import { type AuthMode, withMode } from "./mode.ts";

/** The path to which sign-in leads, if it isn't the home page. */
function useNext(): string | undefined {
  const [query] = useSearchParams();
  return localPath(query.get("next"));
}

/**
 * Return URL of a confirmation mail: the home page, or this screen if it leads on to another page.
 */
export function useConfirmationUrl(): () => string {
  const home = useHref()("home", {});
  const next = useNext();
  const url = useReturnUrl("login");
  return () => (next ? url() : location.origin + home);
}

/** Return URL of a mail about a forgotten password: the form for a new one. */
export function useRecoveryUrl(): () => string {
  return useReturnUrl("password");
}

/** Return URL for providers and sign-in links: this screen, which then leads on to `next`. */
export function useSignInReturnUrl(): () => string {
  return useReturnUrl("login", { [PURPOSE]: "login" });
}

/** The address of this screen in another mode; `next` stays. */
function useReturnUrl(mode: AuthMode, added: Record<string, string> = {}): () => string {
  const { pathname, search } = useLocation();
  return () => {
    const address = new URL(withMode(new URLSearchParams(search), mode), location.origin);
    address.pathname = pathname;
    for (const [name, value] of Object.entries(added)) address.searchParams.set(name, value);
    return address.href;
  };
}
