import { type Language, languageOf } from "../../app/shared/i18n/languages.ts";
import { standalonePage } from "../../app/site/resources/standalone-page.ts";
import { languagePrefix } from "../http/paths.ts";

/** What the page while the database is away says. */
export const AWAY_TEXTS: Record<Language, { title: string; text: string; retry: string }> = {
  fr: {
    title: "Nous revenons dans un instant",
    text: "Le site ne peut pas lire ses données pour le moment. Cette page se recharge d’elle-même.",
    retry: "Réessayer",
  },
  en: {
    title: "Back in a moment",
    text: "The site can’t read its data right now. This page reloads by itself.",
    retry: "Try again",
  },
  es: {
    title: "Volvemos enseguida",
    text: "El sitio no puede leer sus datos en este momento. Esta página se recarga sola.",
    retry: "Reintentar",
  },
  pt: {
    title: "Voltamos já",
    text: "O site não consegue ler seus dados no momento. Esta página recarrega sozinha.",
    retry: "Tentar novamente",
  },
};

const RETRY_SECONDS = 5;

/** The page while the database is away; self-contained. */
export function unavailablePage(path: string): { headers: Headers; body: string } {
  const lang = languageOf(languagePrefix(path));
  const { title, text, retry } = AWAY_TEXTS[lang];
  const body = standalonePage({
    lang,
    title: `${title} – Maillothèque`,
    heading: title,
    text,
    retry,
    refresh: RETRY_SECONDS,
  });
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(RETRY_SECONDS),
  });
  return { headers, body };
}
