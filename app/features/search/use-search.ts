import { useEffect, useState } from "react";

import { backend } from "../../data/browser.ts";
import {
  type Found,
  NOTHING,
  searchCatalogue,
  SHORTEST_QUERY,
  tidyQuery,
} from "../../data/search/search.ts";

/** docs/product.md 4.1. */
const DEBOUNCE_MS = 300;
const LIMITS = { jerseys: 5, teams: 3, competitions: 3 };

export type SearchState =
  | { status: "idle" }
  /** `found` is what the text before this one brought. */
  | { status: "searching"; found: Found }
  | { status: "done"; query: string; found: Found };

const UNASKED = { query: "", found: NOTHING };

/** A text that is being typed, and what it finds once typing pauses. */
export function useSearch(): { text: string; type: (text: string) => void; state: SearchState } {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState(UNASKED);
  const query = tidyQuery(text);
  const searchable = isSearchable(query);

  useEffect(() => {
    if (!searchable) return;
    const asked = new AbortController();
    const pause = setTimeout(async () => {
      const found = await search(query, asked.signal);
      if (!asked.signal.aborted) setAnswer({ query, found });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(pause);
      asked.abort();
    };
  }, [query, searchable]);

  const type = (typed: string) => {
    setText(typed);
    if (!isSearchable(tidyQuery(typed))) setAnswer(UNASKED);
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

/** Search errors are logged and results become empty (docs/product.md 4.5). */
async function search(query: string, signal: AbortSignal): Promise<Found> {
  const { url, key } = backend();
  try {
    return await searchCatalogue({ url, key }, query, LIMITS, signal);
  } catch (error) {
    if (!signal.aborted) console.error("search failed", error);
    return NOTHING;
  }
}
