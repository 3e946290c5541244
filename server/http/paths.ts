import type { MiddlewareHandler } from "hono";

import { DEFAULT_LANGUAGE, LANGUAGES } from "../../app/shared/i18n/languages.ts";

const PREFIXED = LANGUAGES.filter((lang) => lang !== DEFAULT_LANGUAGE);
const PREFIX = new RegExp(`^/(?:${PREFIXED.join("|")})(?=[/?#]|$)`);

/** The first segment of a path or address in a language other than the default, such as `/en`. */
export function languagePrefix(path: string): string {
  return PREFIX.exec(path)?.[0] ?? "";
}

/** Whether a path is valid: no broken escapes and no control characters. */
export function isWellFormed(path: string): boolean {
  try {
    // Database and file systems refuse these control characters.
    return !/[\u0000-\u001f\u007f]/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * Refuses hosts that look like an address but aren't, such as `site1.1`: no valid URL can be made
 * from them.
 */
export function refuseOddHosts(): MiddlewareHandler {
  return async (c, next) => (URL.canParse(c.req.url) ? next() : c.text("Bad Request", 400));
}

/** Replaces `//` and `\` by one slash: other software may read them as another host. */
export function collapseSlashes(): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    if (!/\/\/|\\/.test(pathname)) return next();
    return c.redirect(pathname.replace(/[/\\]+/g, "/") + search, 308);
  };
}
