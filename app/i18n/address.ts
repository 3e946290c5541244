import { DEFAULT_LANGUAGE, isLanguage } from "./languages.ts";

/**
 * The one form of a path that may be written in several: a language's prefix in lower case, none
 * for French, no slash at the end. Undefined when the path has that form (design §4).
 */
export function tidyPath(pathname: string): string | undefined {
  const [first = "", ...rest] = pathname.split("/").filter(Boolean);
  const prefix = first.toLowerCase();
  const segments = isLanguage(prefix) ? [prefix, ...rest] : [first, ...rest];
  if (prefix === DEFAULT_LANGUAGE) segments.shift();
  const tidy = `/${segments.join("/")}`;
  return tidy === pathname ? undefined : tidy;
}
