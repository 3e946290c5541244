import { AsyncLocalStorage } from "node:async_hooks";

import { idsIn } from "./ids-in.ts";

/** The rendering of one page, as far as its reads need to know it. */
class Rendering {
  /** The rows that its reads named or brought: what the page depends on. */
  readonly ids = new Set<string>();
  /** Whether the backend has failed to answer. */
  isAway = false;
  readonly #giveUp: () => void;

  constructor(giveUp: () => void) {
    this.#giveUp = giveUp;
  }

  read(text: string): void {
    for (const id of idsIn(text)) this.ids.add(id);
  }

  backendAway(): void {
    this.isAway = true;
    this.#giveUp();
  }
}

const renderings = new AsyncLocalStorage<Rendering>();

export interface Rendered<T> {
  result: T;
  /** The ids of the rows that were read for it. */
  ids: ReadonlySet<string>;
}

/**
 * Runs one rendering until it ends or until the backend first fails to answer: the client's
 * retries, which take seconds, must not keep the visitor waiting.
 * @returns undefined if the backend is away
 */
export function rendered<T>(render: () => Promise<T>): Promise<Rendered<T> | undefined> {
  return new Promise((resolve, reject) => {
    const rendering = new Rendering(() => resolve(undefined));
    renderings
      .run(rendering, render)
      .then((result) => resolve({ result, ids: rendering.ids }), reject);
  });
}

/**
 * The `fetch` of loaders, for `rendered()`. What one page reads at once shares a transaction (`Backend.fetch`); pages of
 * different visitors never wait for each other's reads. Once the backend is away, the rendering sends nothing more.
 */
export function fetchForPages(
  fetch: (request: Request, together?: object) => Promise<Response>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const rendering = renderings.getStore();
    if (!rendering) return fetch(new Request(input, init));
    if (rendering.isAway) throw new DOMException("the backend is away", "AbortError");
    try {
      const request = new Request(input, init);
      rendering.read(request.url);
      if (typeof init?.body === "string") rendering.read(init.body);
      const response = await fetch(request, rendering);
      if (response.status >= 502 && response.status <= 504) rendering.backendAway();
      // Photos name no rows.
      if (!/\bjson\b/.test(response.headers.get("content-type") ?? "")) return response;
      const text = await response.text();
      rendering.read(text);
      return new Response(text || null, response);
    } catch (error) {
      rendering.backendAway();
      throw error;
    }
  };
}
