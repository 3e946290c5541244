import { NOT_STORED, STORED } from "../../shared/address/cache-control.ts";
import { moved } from "../../shared/address/moved.ts";
import { accessContext, reader } from "../../shared/data/access.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "../../shared/i18n/languages.ts";
import { embedPath } from "../../jersey/address/embed.ts";
import { embedPage, missingEmbedPage } from "../embed/embed-page.ts";
import { readEmbedded } from "../embed/read-embedded.ts";
import type { Route } from "./+types/embed.ts";

/** `/embed/jersey/{id}?lang=`: a jersey in a frame on another site. */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  const wanted = url.searchParams.get("lang");
  const lang = isLanguage(wanted) ? wanted : DEFAULT_LANGUAGE;
  const { url: backend, siteUrl } = context.get(accessContext);
  const found = await readEmbedded(reader(context), params.id, lang, backend);
  if (found && "mergedInto" in found) return moved(embedPath(found.mergedInto, lang));
  const isOwnSpelling = url.pathname + url.search === embedPath(params.id, lang);
  return new Response(found ? embedPage(found, siteUrl, lang) : missingEmbedPage(siteUrl, lang), {
    status: found ? 200 : 404,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": found && isOwnSpelling ? STORED : NOT_STORED,
      "Content-Security-Policy": policy(backend),
    },
  });
}

/** Nothing runs in the frame, and every site may show it. */
function policy(backend: string): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ["img-src 'self'", backend && new URL(backend).origin].filter(Boolean).join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ");
}
