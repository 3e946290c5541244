import { PURPOSE } from "../../data/session/return-params.ts";
import { useHref } from "../../address/use-href.ts";

/** Where links and providers lead back to: the account, which then says what was done. */
export function useReturnUrl(): (purpose: "email" | "link") => string {
  const href = useHref();
  return (purpose) => `${location.origin}${href("account", {})}?${PURPOSE}=${purpose}`;
}
