import { useCallback, useEffect, useRef } from "react";

/**
 * Lets the browser's Back close an overlay instead of leaving the page. The overlay gets an entry of
 * its own in the history, a copy of the page's; the router never sees it.
 * @param onClose called when the overlay is to disappear
 * @returns closes the overlay by any other means, and then does `next`
 */
export function useCloseOnBack(onClose: () => void): (next?: () => void) => void {
  const close = useRef(onClose);
  const after = useRef<() => void>(undefined);
  const isPushed = useRef(false);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    if (!isPushed.current) history.pushState(history.state, "");
    isPushed.current = true;
    const onPop = (event: PopStateEvent) => {
      // Otherwise the router would load the page again.
      event.stopImmediatePropagation();
      isPushed.current = false;
      close.current();
      after.current?.();
    };
    // Capturing listeners run before the router's.
    addEventListener("popstate", onPop, { capture: true, once: true });
    return () => removeEventListener("popstate", onPop, { capture: true });
  }, []);

  return useCallback((next) => {
    if (!isPushed.current) return;
    after.current = next;
    history.back();
  }, []);
}
