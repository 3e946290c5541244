import type { MiddlewareHandler } from "hono";

import { canonicalPath } from "../../app/shared/address/canonical-path.ts";
import { addresses } from "../../app/shared/address/paths.ts";
import { isFiltering, redirectedSearch } from "../../app/browse/domain/catalogue-query.ts";
import { type Language, LANGUAGES, languageOf } from "../../app/shared/i18n/languages.ts";
import { standalonePage } from "../../app/site/resources/standalone-page.ts";
import { callerWindows } from "./caller-windows.ts";
import { callerKey } from "./client-address.ts";
import type { HttpEnv } from "./context.ts";
import { isWellFormed } from "./paths.ts";

/** Filtered pages per caller and window; the catalogue without parameters isn't counted. */
export const FILTER_RATE = { most: 60, windowMs: 60_000 };

/** What the page for someone who has filtered too often says. */
export const FILTER_RATE_TEXTS: Record<
  Language,
  { title: string; text: (seconds: number) => string; retry: string }
> = {
  fr: {
    title: "Un instant",
    text: (seconds) =>
      `Trop de filtres en une minute : cette page se rechargera dans ${seconds} s.`,
    retry: "Réessayer",
  },
  en: {
    title: "One moment",
    text: (seconds) =>
      `Too many filters in one minute. This page reloads by itself in ${seconds} s.`,
    retry: "Try again",
  },
  es: {
    title: "Un momento",
    text: (seconds) =>
      `Demasiados filtros en un minuto. Esta página se recarga sola dentro de ${seconds} s.`,
    retry: "Reintentar",
  },
  pt: {
    title: "Um instante",
    text: (seconds) =>
      `Filtros demais em um minuto. Esta página recarrega sozinha em ${seconds} s.`,
    retry: "Tentar novamente",
  },
};

const of = (screen: "catalogue" | "identify") =>
  LANGUAGES.flatMap((lang) => addresses(screen, lang));
const IDENTIFY = new Set(of("identify"));
const CATALOGUE = new Set([...of("catalogue"), ...IDENTIFY]);

/** The path of the page whose data a script of the site reads: `/catalogue.data` → `/catalogue`. */
const DATA = /\.data$/;

/** Answers 429 to an address that filters the catalogue too often, in the reader's language. */
export function limitFiltering(
  trustProxy: boolean,
  rate = FILTER_RATE,
  now?: () => number,
): MiddlewareHandler<HttpEnv> {
  const count = callerWindows(rate, now);
  return async (c, next) => {
    const { pathname, searchParams } = new URL(c.req.url);
    const path = catalogueAt(pathname.replace(DATA, ""));
    // An address that is only sent on to its canonical form costs nothing.
    const counts =
      path &&
      isFiltering(searchParams) &&
      (IDENTIFY.has(path) || redirectedSearch(searchParams) === undefined);
    if (!counts) return next();
    const seconds = count(callerKey(c.req.raw.headers, c.env, trustProxy));
    if (seconds === undefined) return next();
    const headers = { "Retry-After": String(seconds), "Cache-Control": "no-store" };
    // The screen shows its own notice; it only needs the time.
    if (DATA.test(pathname)) return c.text(String(seconds), 429, headers);
    return c.html(waitPage(path, seconds), 429, headers);
  };
}

/**
 * The catalogue's path that the site answers at this one. Its router ignores case and reads escapes. Undefined for
 * other pages, and for spellings that are redirected.
 */
function catalogueAt(pathname: string): string | undefined {
  if (canonicalPath(pathname) !== undefined || !isWellFormed(pathname)) return undefined;
  const path = decodeURIComponent(pathname).toLowerCase();
  return CATALOGUE.has(path) ? path : undefined;
}

function waitPage(path: string, seconds: number): string {
  const lang = languageOf(path);
  const { title, text, retry } = FILTER_RATE_TEXTS[lang];
  return standalonePage({
    lang,
    title: `${title} | Maillothèque`,
    heading: title,
    text: text(seconds),
    retry,
    refresh: seconds,
  });
}
