import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

import { useLanguage } from "../i18n/use-language.ts";
import { href } from "./paths.ts";
import { signInPath } from "./sign-in-path.ts";

const never = () => () => {};

/**
 * `signInPath` for a link on this page. Until hydration it leads home afterwards: the server doesn't
 * know the fragment, and a cached page serves several queries.
 * @param options.hash the part of the page to which the visitor returns
 * @param options.mode the form that is open; without it, the one for members
 */
export function useSignInPath({ hash, mode }: { hash?: string; mode?: "signup" } = {}): string {
  const lang = useLanguage();
  const here = useLocation();
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const home = { pathname: href("home", {}, lang), search: "", hash: "" };
  const place = isHydrated ? { ...here, hash: hash ?? here.hash } : home;
  return signInPath(place, lang, mode);
}
