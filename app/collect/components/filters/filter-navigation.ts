import { useLocation, useNavigate } from "react-router";

import { beneathOverlays } from "../../../shared/browser/overlay-history.ts";
import { rebasedSearch } from "./rebased-search.ts";

/** The filters, opened as a sheet (`filter-sheet.tsx`). */
const OPEN_SHEET = ".filters:popover-open";

/** The query string that is on its way; the history doesn't have it yet. */
let requested: string | undefined;

/**
 * Goes to an address of the catalogue and leaves the place where it is. Between screens the page begins at its
 * top, as with any link. From the open sheet the address is replaced: one Back closes the sheet, the next one
 * leaves what was there before it, however many filters were set in it. What was chosen before stays chosen, also
 * while it is on its way.
 */
export function useFilterNavigation(): (to: string) => void {
  const navigate = useNavigate();
  const { search: written } = useLocation();
  return (to) => {
    const [path = "", query] = to.split("?", 2);
    const wanted = query ? `?${query}` : "";
    const isHere = location.pathname === path;
    const search = isHere ? rebasedSearch(wanted, written, requested ?? location.search) : wanted;
    requested = search;
    const go = async (replace: boolean) => {
      try {
        await navigate(path + search, { preventScrollReset: isHere, replace });
      } finally {
        if (requested === search) requested = undefined;
      }
    };
    if (document.querySelector(OPEN_SHEET)) beneathOverlays(() => go(true));
    else void go(false);
  };
}
