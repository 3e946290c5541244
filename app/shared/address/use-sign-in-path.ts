import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

import { useLanguage } from "../i18n/use-language.ts";
import { href } from "./paths.ts";
import { signInPath } from "./sign-in-path.ts";

const never = () => () => {};

/**
 * `signInPath` for a link on this page. Until hydration it leads home afterwards: the server doesn't
 * know the fragment, and a cached page serves several queries.
 * @param hash the part of the page to which the visitor returns
 */
export function useSignInPath(hash?: string): string {
  const lang = useLanguage();
  const here = useLocation();
  const place = hash === undefined ? here : { ...here, hash };
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isHydrated ? signInPath(place, lang) : href("auth", {}, lang);
}
