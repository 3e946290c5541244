import { AsyncLocalStorage } from "node:async_hooks";

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

const rendering = new AsyncLocalStorage<{ isAway: boolean; backendAway(): void }>();

/**
 * Runs one rendering until it ends or until the backend first fails to answer: the client's
 * retries, which take seconds, must not keep the visitor waiting.
 * @returns undefined if the backend is away
 */
export function unlessBackendAway<T>(render: () => Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const state = {
      isAway: false,
      backendAway() {
        state.isAway = true;
        resolve(undefined);
      },
    };
    rendering.run(state, render).then(resolve, reject);
  });
}

/**
 * A `fetch` that notifies its rendering when the backend is away. Further requests of that
 * rendering are not sent.
 */
export function reportingFetch(
  fetch: (request: Request) => Promise<Response>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const state = rendering.getStore();
    if (state?.isAway) throw new DOMException("the backend is away", "AbortError");
    try {
      const response = await fetch(new Request(input, init));
      if (response.status >= 502 && response.status <= 504) state?.backendAway();
      return response;
    } catch (error) {
      state?.backendAway();
      throw error;
    }
  };
}
