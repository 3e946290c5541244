import { useEffect, useState } from "react";

import { backend } from "../../shared/data/browser.ts";
import { SHORTEST_QUERY, tidyQuery } from "../../shared/domain/search-text.ts";
import {
  type Found,
  NOTHING,
  searchCatalogue,
  type SearchRequest,
} from "../../shared/data/search/search.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Delay after the last key (docs/product/browse.md 4.1). */
const DEBOUNCE_MS = 300;
const LIMITS = { jerseys: 5, teams: 3, competitions: 3, kits: 4 };

export type SearchState =
  | { status: "idle" }
  /** `found` holds the previous results. */
  | { status: "searching"; found: Found }
  | { status: "done"; query: string; found: Found };

const NO_ANSWER = { query: "", found: NOTHING };

/** The typed text and its results, debounced. */
export function useSearch(initial = ""): {
  text: string;
  type: (text: string) => void;
  state: SearchState;
} {
  const [text, setText] = useState(initial);
  const [answer, setAnswer] = useState(NO_ANSWER);
  const lang = useLanguage();
  const query = tidyQuery(text);
  const searchable = isSearchable(query);

  useEffect(() => {
    if (!searchable) return;
    const controller = new AbortController();
    const pause = setTimeout(async () => {
      const found = await search({ query, lang, limits: LIMITS }, controller.signal);
      if (!controller.signal.aborted) setAnswer({ query, found });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(pause);
      controller.abort();
    };
  }, [query, lang, searchable]);

  const type = (typed: string) => {
    setText(typed);
    if (!isSearchable(tidyQuery(typed))) setAnswer(NO_ANSWER);
  };
  return { text, type, state: searchable ? stateOf(query, answer) : { status: "idle" } };
}

function isSearchable(query: string): boolean {
  return query.length >= SHORTEST_QUERY;
}

function stateOf(query: string, answer: { query: string; found: Found }): SearchState {
  if (answer.query !== query) return { status: "searching", found: answer.found };
  return { status: "done", ...answer };
}

/** Returns the results. Errors are logged and yield empty results (docs/product/browse.md 4.5). */
async function search(request: SearchRequest, signal: AbortSignal): Promise<Found> {
  const { url, key } = backend();
  try {
    return await searchCatalogue({ url, key }, request, signal);
  } catch (error) {
    if (!signal.aborted) console.error("search failed", error);
    return NOTHING;
  }
}
