import { PURPOSE } from "../../data/session/return-params.ts";
import { useHref } from "../../address/use-href.ts";

/** The return URL for mailed links and providers: the account, with the purpose as a parameter. */
export function useReturnUrl(): (purpose: "email" | "link") => string {
  const href = useHref();
  return (purpose) => `${location.origin}${href("account", {})}?${PURPOSE}=${purpose}`;
}
