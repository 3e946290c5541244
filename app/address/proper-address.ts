import { DEFAULT_LANGUAGE, isLanguage } from "../i18n/languages.ts";

/**
 * Where a page really is, for an address that only nearly names it: French written out (`/fr/…`,
 * design §4), a prefix in capitals, a slash at the end. Undefined for an address that is proper.
 */
export function properAddress(pathname: string): string | undefined {
  const [, first = "", ...rest] = pathname.replace(/(?<=.)\/+$/, "").split("/");
  const prefix = first.toLowerCase();
  const segments =
    prefix === DEFAULT_LANGUAGE ? rest : [isLanguage(prefix) ? prefix : first, ...rest];
  const proper = `/${segments.join("/")}`;
  return proper === pathname ? undefined : proper;
}
