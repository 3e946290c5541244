import { useLocation, useNavigation } from "react-router";

/** True while the same screen loads with another query string. */
export function useIsFiltering(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname === pathname;
}
