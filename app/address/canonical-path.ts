import { DEFAULT_LANGUAGE, isLanguage } from "../i18n/languages.ts";

/**
 * The canonical path for `/fr/…`, a prefix in capitals or a slash at the end (docs/product.md
 * 2.2). Undefined for a path that is canonical already.
 */
export function canonicalPath(pathname: string): string | undefined {
  const [, first = "", ...rest] = pathname.replace(/(?<=.)\/+$/, "").split("/");
  const prefix = first.toLowerCase();
  const segments =
    prefix === DEFAULT_LANGUAGE ? rest : [isLanguage(prefix) ? prefix : first, ...rest];
  const proper = `/${segments.join("/")}`;
  return proper === pathname ? undefined : proper;
}
