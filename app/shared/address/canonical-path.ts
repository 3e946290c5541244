import { DEFAULT_LANGUAGE, isLanguage } from "../i18n/languages.ts";

/**
 * The canonical path for paths such as `/fr/…`, a language prefix in capitals or a trailing slash
 * (docs/product/site.md 2.2). Undefined if the path is canonical already.
 */
export function canonicalPath(pathname: string): string | undefined {
  const [, first = "", ...rest] = pathname.replace(/(?<=.)\/+$/, "").split("/");
  const prefix = first.toLowerCase();
  const segments =
    prefix === DEFAULT_LANGUAGE ? rest : [isLanguage(prefix) ? prefix : first, ...rest];
  const proper = `/${segments.join("/")}`;
  return proper === pathname ? undefined : proper;
}
