import type { Language } from "../i18n/languages.ts";
import { localPath } from "./local-path.ts";
import { screenAt } from "./screen-at.ts";
import { href } from "./paths.ts";

/**
 * The address of the sign-in screen, which leads back to `place` afterwards: with its query and
 * fragment. From the sign-in screen itself it leads on to the same page as before.
 */
export function signInPath(
  { pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">,
  lang: Language,
): string {
  const auth = href("auth", {}, lang);
  const next =
    screenAt(pathname) === "auth"
      ? localPath(new URLSearchParams(search).get("next"))
      : pathname + search + hash;
  if (!next || next === href("home", {}, lang)) return auth;
  return `${auth}?${new URLSearchParams({ next })}`;
}
