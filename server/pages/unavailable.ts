import { type Language, languageOf } from "../../app/shared/i18n/languages.ts";
import { standalonePage } from "../../app/site/resources/standalone-page.ts";
import { languagePrefix } from "../http/paths.ts";

/** What the page says while the database is away, or the site isn't ready yet: on a first start it draws the demonstration. */
export const AWAY_TEXTS: Record<Language, { title: string; text: string; retry: string }> = {
  fr: {
    title: "Encore un instant",
    text: "Le site démarre, ou n’arrive pas à lire ses données pour le moment. Cette page se recharge d’elle-même.",
    retry: "Réessayer",
  },
  en: {
    title: "One moment",
    text: "The site is starting, or can’t read its data right now. This page reloads by itself.",
    retry: "Try again",
  },
  es: {
    title: "Un momento",
    text: "El sitio está arrancando o no puede leer sus datos ahora mismo. Esta página se recarga sola.",
    retry: "Reintentar",
  },
  pt: {
    title: "Um momento",
    text: "O site está iniciando ou não consegue ler seus dados no momento. Esta página recarrega sozinha.",
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
    title: `${title} | Maillothèque`,
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
