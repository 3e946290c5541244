import { useLocation, useNavigation } from "react-router";

/** Whether the same screen is on its way with another choice in its address. */
export function useIsFiltering(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname === pathname;
}
