import { AsyncLocalStorage } from "node:async_hooks";

import { languagePrefix } from "./paths.ts";

const TEXTS = {
  "": {
    lang: "fr",
    title: "Nous revenons dans un instant",
    text: "Le site ne peut pas lire ses données pour le moment. Cette page se recharge d’elle-même.",
  },
  "/en": {
    lang: "en",
    title: "Back in a moment",
    text: "The site can’t read its data right now. This page reloads by itself.",
  },
  "/es": {
    lang: "es",
    title: "Volvemos enseguida",
    text: "El sitio no puede leer sus datos en este momento. Esta página se recarga sola.",
  },
  "/pt": {
    lang: "pt",
    title: "Voltamos já",
    text: "O site não consegue ler seus dados no momento. Esta página recarrega sozinha.",
  },
};

const RETRY_SECONDS = 5;

/** What is sent while the database is away; it needs nothing but itself. */
export function unavailablePage(path: string): { headers: Headers; body: string } {
  const { lang, title, text } = TEXTS[languagePrefix(path)];
  const body = `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${title} – Maillothèque</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${RETRY_SECONDS}">
<style>:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;
padding:2rem;text-align:center;font:1.0625rem/1.6 system-ui,sans-serif}h1{font-size:1.75rem;margin:0 0 .5rem}
p{margin:0;max-width:34rem;opacity:.8}</style></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body></html>
`;
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(RETRY_SECONDS),
  });
  return { headers, body };
}

const rendering = new AsyncLocalStorage<{ backendAway(): void }>();

/**
 * Runs one rendering, up to its end or to the first question that the backend fails to answer:
 * clients that try again for seconds must not keep the visitor waiting.
 * @returns undefined when the backend is away
 */
export function unlessBackendAway<T>(render: () => Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const state = { backendAway: () => resolve(undefined) };
    rendering.run(state, render).then(resolve, reject);
  });
}

/** A `fetch` that tells the rendering it belongs to when the backend is away. */
export function reportingFetch(
  fetch: (request: Request) => Promise<Response>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const state = rendering.getStore();
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
