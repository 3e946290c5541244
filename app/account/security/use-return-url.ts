import { PURPOSE } from "../../shared/session/return-params.ts";
import { useHref } from "../../shared/address/use-href.ts";

/** The return URL for mailed links and providers: this section, with the purpose as a parameter. */
export function useReturnUrl(): (purpose: "email" | "link") => string {
  const href = useHref();
  const section = href("accountSection", { section: "security" });
  return (purpose) => `${location.origin}${section}?${PURPOSE}=${purpose}`;
}
