import { accessContext } from "../../../shared/data/access.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { isLanguage, type Language } from "../../../shared/i18n/languages.ts";
import { standalonePage } from "../standalone-page.ts";
import type { Route } from "./+types/offline.ts";

/** `/offline/{language}`: the page that public/sw.js caches for when there is no network. */
export function loader({ context, params }: Route.LoaderArgs): Response {
  if (!isLanguage(params.lang)) return new Response("Not Found", { status: 404 });
  return new Response(page(params.lang, context.get(accessContext).nonce), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

/**
 * Loads the requested page as soon as the site answers. The event alone isn't enough: a browser can
 * believe it is online while nothing answers.
 */
const RETURN = `{
const look=async()=>{if((await fetch("/robots.txt",{method:"HEAD",cache:"no-store"})).ok)location.reload()};
addEventListener("online",()=>look().catch(()=>{}));
setInterval(()=>look().catch(()=>{}),5000);
}`;

function page(lang: Language, nonce: string | undefined): string {
  const t = translator(lang, "common");
  const heading = t("offline.title");
  return standalonePage({
    lang,
    title: `${heading} | ${t("brand")}`,
    heading,
    text: t("offline.text"),
    retry: t("error.retry"),
    ...(nonce && { script: { text: RETURN, nonce } }),
  });
}
