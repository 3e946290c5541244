import type { Language } from "../i18n/languages.ts";
import { localPath } from "./local-path.ts";
import { screenAt } from "./screen-at.ts";
import { href } from "./paths.ts";

/**
 * The address of the sign-in screen, which leads back to `place` afterwards: with its query and
 * fragment. From the sign-in screen itself it leads on to the same page as before.
 * @param mode the form that is open; without it, the one for members
 */
export function signInPath(
  { pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">,
  lang: Language,
  mode?: "signup",
): string {
  const auth = href("auth", {}, lang);
  const next =
    screenAt(pathname) === "auth"
      ? localPath(new URLSearchParams(search).get("next"))
      : pathname + search + hash;
  const query = new URLSearchParams({
    ...(next && next !== href("home", {}, lang) && { next }),
    ...(mode && { mode }),
  });
  return query.size > 0 ? `${auth}?${query}` : auth;
}
