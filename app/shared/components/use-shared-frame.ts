import { use, useLayoutEffect, useRef } from "react";
import { UNSAFE_ViewTransitionContext as ViewTransitionContext } from "react-router";

import { SHARED_FRAME } from "./jersey-frame.tsx";
import { lastPressed } from "./plain-link.tsx";

/**
 * Gives a card's frame the name of the view transition while its jersey's page opens or closes. A page
 * may show the jersey twice, and two elements of one name cancel the transition: only the pressed card
 * gets the name, and on Back the first one.
 * @param path of the jersey's page
 * @returns refs of the card and of its frame
 */
export function useSharedFrame(path: string) {
  const card = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const transition = use(ViewTransitionContext);
  const isOpening = transition.isTransitioning && transition.nextLocation.pathname === path;
  const isClosing = transition.isTransitioning && transition.currentLocation.pathname === path;

  useLayoutEffect(() => {
    const { style } = frame.current!;
    const pressed = isOpening ? lastPressed() : undefined;
    const isOther = pressed?.isConnected && !card.current!.contains(pressed);
    if (!(isOpening || isClosing) || isOther || isNameTaken()) return;
    style.viewTransitionName = SHARED_FRAME;
    return () => {
      style.viewTransitionName = "";
    };
  }, [isOpening, isClosing]);

  return { card, frame };
}

/** True if another card, or the photo of a jersey's page, has the name. */
function isNameTaken(): boolean {
  return document.querySelector('[style*="view-transition-name"]') !== null;
}
