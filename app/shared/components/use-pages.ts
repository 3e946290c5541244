import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from "react";

import { type Page, withPage } from "../domain/page.ts";
import { keepList, keptLists, scrollBack } from "./kept-pages.ts";

const never = () => () => {};

/**
 * The pages of a list to show, given the latest `page` of the loader. `key` identifies the list:
 * only pages of the same list are joined. Going back from a jersey restores its list, also after a reload.
 */
export function usePages<T>(key: string, page: Page<T>): readonly Page<T>[] {
  // The first render of a loaded page is the server's, which has one page of the list.
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const remembered = () =>
    withPage((isHydrated ? (keptLists().get(key) ?? []) : []) as readonly Page<T>[], page);
  const [held, setHeld] = useState(() => ({ key, isHydrated, pages: remembered() }));
  const [isLoaded] = useState(!isHydrated);
  const { pages } = held;
  const isSame = held.key === key && held.isHydrated === isHydrated;
  const isCurrent = isSame && pages.at(-1) === page;
  const shown = isCurrent ? pages : isSame ? withPage(pages, page) : remembered();
  if (!isCurrent) setHeld({ key, isHydrated, pages: shown });

  const onHydrated = useEffectEvent(() => isLoaded && shown.length > 1 && scrollBack());
  useLayoutEffect(() => {
    if (isHydrated) onHydrated();
  }, [isHydrated]);

  useEffect(() => {
    if (isHydrated) keepList(key, shown);
  }, [isHydrated, key, shown]);

  return shown;
}
