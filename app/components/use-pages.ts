import { useEffect, useState } from "react";

import { type Page, withPage } from "../domain/page.ts";

/** Pages of the last lists, so that going back from a jersey restores its list. */
const left = new Map<string, readonly Page<unknown>[]>();

const MOST_LISTS = 20;

/**
 * The pages of a list to show, given the latest `page` of the loader. `key` identifies the list:
 * only pages of the same list are joined.
 */
export function usePages<T>(key: string, page: Page<T>): readonly Page<T>[] {
  const remembered = () => withPage((left.get(key) ?? []) as readonly Page<T>[], page);
  const [held, setHeld] = useState(() => ({ key, pages: remembered() }));
  const { pages } = held;
  const current = held.key === key && pages.at(-1) === page;
  const shown = current ? pages : held.key === key ? withPage(pages, page) : remembered();
  if (!current) setHeld({ key, pages: shown });

  useEffect(() => {
    left.delete(key);
    left.set(key, shown);
    const [oldest] = left.keys();
    if (left.size > MOST_LISTS && oldest !== undefined) left.delete(oldest);
  }, [key, shown]);

  return shown;
}
