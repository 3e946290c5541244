import { useEffect, useState } from "react";

import { type Page, withPage } from "../domain/page.ts";

/** Pages of the last lists, so that going back from a jersey restores its list. */
const storedLists = new Map<string, readonly Page<unknown>[]>();

const MOST_LISTS = 20;

/**
 * The pages of a list to show, given the latest `page` of the loader. `key` identifies the list:
 * only pages of the same list are joined.
 */
export function usePages<T>(key: string, page: Page<T>): readonly Page<T>[] {
  const remembered = () => withPage((storedLists.get(key) ?? []) as readonly Page<T>[], page);
  const [held, setHeld] = useState(() => ({ key, pages: remembered() }));
  const { pages } = held;
  const current = held.key === key && pages.at(-1) === page;
  const shown = current ? pages : held.key === key ? withPage(pages, page) : remembered();
  if (!current) setHeld({ key, pages: shown });

  useEffect(() => {
    storedLists.delete(key);
    storedLists.set(key, shown);
    const [oldest] = storedLists.keys();
    if (storedLists.size > MOST_LISTS && oldest !== undefined) storedLists.delete(oldest);
  }, [key, shown]);

  return shown;
}
