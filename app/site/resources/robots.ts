import { accessContext } from "../../shared/data/access.ts";
import { LANGUAGES } from "../../shared/i18n/languages.ts";
import { addresses, type Screen } from "../../shared/address/paths.ts";
import type { Route } from "./+types/robots.ts";

/** Screens of members' own pages. */
const PRIVATE = ["account", "admin"] as const satisfies Screen[];

const CATALOGUES = [...new Set(LANGUAGES.flatMap((lang) => addresses("catalogue", lang)))];

/**
 * Pages of the catalogue with more than one filter, in another order, or a later step. A decade has two
 * parameters and is allowed: the longest rule decides (RFC 9309). Its rule also admits other ranges from a year with 0 to
 * one with 9 at the end (1980–1999): `*` and `$` can't compare two years. Those pages are `noindex`.
 */
function combinations(): string[] {
  return CATALOGUES.flatMap((path) =>
    ["*&", "sort=", "after=", "own="].map((rest) => `${path}?${rest}`),
  );
}

/** `/robots.txt` */
export function loader({ context }: Route.LoaderArgs): Response {
  const { siteUrl } = context.get(accessContext);
  const own = PRIVATE.flatMap((screen) => LANGUAGES.flatMap((lang) => addresses(screen, lang)));
  const disallowed = [...new Set(own), "/rest/v1/", "/*?q=", "/*&q=", ...combinations()];
  const lines = [
    "User-agent: *",
    ...disallowed.map((path) => `Disallow: ${path}`),
    ...CATALOGUES.map((path) => `Allow: ${path}?from=*0&to=*9$`),
  ];
  return new Response(`${lines.join("\n")}\n\nSitemap: ${siteUrl}/sitemap.xml\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
