import { use } from "react";
import { UNSAFE_ViewTransitionContext as ViewTransitionContext } from "react-router";

/**
 * Whether a transition leads to the page at this path, or back from it. What the router's
 * `useViewTransitionState` says, which first works out for each card where it is.
 */
export function useIsTransitioningTo(path: string): boolean {
  const transition = use(ViewTransitionContext);
  if (!transition.isTransitioning) return false;
  const { currentLocation, nextLocation } = transition;
  return currentLocation.pathname === path || nextLocation.pathname === path;
}
