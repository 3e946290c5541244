import { useNavigate } from "react-router";

import { beneathOverlays } from "../../browser/overlay-history.ts";

/** The filters, opened as a sheet (`filter-sheet.tsx`). */
const OPEN_SHEET = ".filters:popover-open";

/**
 * Goes to an address of the catalogue and leaves the place where it is. Between screens the page begins at its
 * top, as with any link. From the open sheet the address is replaced: one Back closes the sheet, the next one
 * leaves what was there before it, however many filters were set in it.
 */
export function useFilterNavigation(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => {
    const preventScrollReset = location.pathname === to.split("?", 1)[0];
    if (document.querySelector(OPEN_SHEET)) {
      beneathOverlays(async () => navigate(to, { preventScrollReset, replace: true }));
    } else {
      void navigate(to, { preventScrollReset });
    }
  };
}
