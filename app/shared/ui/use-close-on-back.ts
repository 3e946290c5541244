import { useEffectEvent, useLayoutEffect } from "react";

import { addOverlay } from "../browser/overlay-history.ts";

/**
 * Lets the browser's Back close an overlay instead of leaving the page. Of several overlays it closes
 * the top one.
 * @param onBack asks the overlay to close, as Esc does
 */
export function useCloseOnBack(onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useLayoutEffect(() => addOverlay({ close: () => close() }), []);
}
