import { use } from "react";
import { UNSAFE_ViewTransitionContext as ViewTransitionContext } from "react-router";

/**
 * True during a view transition to or from the page at this path. Same result as the router's
 * `useViewTransitionState`, which resolves the route for each card first.
 */
export function useIsTransitioningTo(path: string): boolean {
  const transition = use(ViewTransitionContext);
  if (!transition.isTransitioning) return false;
  const { currentLocation, nextLocation } = transition;
  return currentLocation.pathname === path || nextLocation.pathname === path;
}
