import type { MiddlewareHandler } from "hono";

/** The first segment of a path or address in a language other than the default. */
export function languagePrefix(path: string): "" | "/en" | "/es" | "/pt" {
  const [, prefix = ""] = /^(\/(?:en|es|pt))(?:[/?#]|$)/.exec(path) ?? [];
  return prefix as "" | "/en" | "/es" | "/pt";
}

/** Whether a path can name anything: broken escapes and control characters can't. */
export function isWellFormed(path: string): boolean {
  try {
    // eslint-style control class spelled out: these are what databases and file systems refuse.
    return !/[\u0000-\u001f\u007f]/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** A host that is nearly an address, such as `site1.1`, makes an address that nothing can be read from. */
export function refuseOddHosts(): MiddlewareHandler {
  return async (c, next) => (URL.canParse(c.req.url) ? next() : c.text("Bad Request", 400));
}

/** `//` and `\` mean nothing here, and elsewhere are read as another host: one slash instead. */
export function collapseSlashes(): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    if (!/\/\/|\\/.test(pathname)) return next();
    return c.redirect(pathname.replace(/[/\\]+/g, "/") + search, 308);
  };
}
