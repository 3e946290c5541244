import { translator } from "../../i18n/translations.ts";
import { isLanguage, type Language } from "../../i18n/languages.ts";
import { standalonePage } from "../standalone-page.ts";
import type { Route } from "./+types/offline.ts";

/** `/offline/{language}`: the page that public/sw.js caches for when there is no network. */
export function loader({ params }: Route.LoaderArgs): Response {
  if (!isLanguage(params.lang)) return new Response("Not Found", { status: 404 });
  return new Response(page(params.lang), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

function page(lang: Language): string {
  const t = translator(lang, "common");
  const heading = t("offline.title");
  return standalonePage({
    lang,
    title: `${heading} | ${t("brand")}`,
    heading,
    text: t("offline.text"),
    retry: t("error.retry"),
  });
}
